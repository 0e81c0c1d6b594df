import { needed, type Values } from '../program/command-line.ts';
import { BatchTrouble } from '../program/trouble.ts';

export interface SegmentChangeOptions {
  readonly kind: 'add' | 'remove';
  readonly segment: string;
  /** A file with one id a line; `-` is standard input. */
  readonly ids: string;
  /** Sends batches once more whose answer did not come. */
  readonly repair: boolean;
}

const HOW = 'batch segments add ID --ids FILE, or batch segments remove ID --ids FILE';

export const SEGMENT_OPTIONS = { ids: { type: 'string' }, repair: { type: 'boolean' } } as const;

/** Null: the segments are listed. @throws BatchTrouble */
export function segmentChangeGiven(
  values: Values,
  [kind, segment, ...others]: readonly string[],
): SegmentChangeOptions | null {
  if (kind === undefined) {
    if (values['ids'] !== undefined || values['repair'] === true) throw new BatchTrouble(`Say what to do: ${HOW}.`);
    return null;
  }
  if (kind !== 'add' && kind !== 'remove')
    throw new BatchTrouble(`"segments" does not know "${kind.slice(0, 40)}". It takes: ${HOW}.`);
  if (segment === undefined || segment.trim() === '') throw new BatchTrouble(`Name the segment by its id: ${HOW}.`);
  if (others.length > 0)
    throw new BatchTrouble(`"segments ${kind}" takes one segment. Put an id with spaces in quotes.`);
  return {
    kind,
    segment: segment.trim(),
    ids: needed(values, 'ids', 'a file with one lead id a line, or - for standard input'),
    repair: values['repair'] === true,
  };
}
