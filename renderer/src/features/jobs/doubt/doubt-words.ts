import { format } from '../../../lib/format.ts';

/** "17 Nov 14:17:41". Unix milliseconds. */
export function momentWords(at: number): string {
  return `${format.dayAndMonth(at)} ${format.timeWithSeconds(at)}`;
}

/** "17 Nov 14:17:42 to 14:17:58"; the day is said once. Unix milliseconds. */
export function spanWords(first: number, last: number): string {
  const from = momentWords(first);
  const to = momentWords(last);
  if (from === to) return from;
  const isOneDay = format.date(first) === format.date(last);
  return `${from} to ${isOneDay ? format.timeWithSeconds(last) : to}`;
}

/** Ranges of rows in a cell. */
const MOST_RANGES = 6;

/** "5-9,12" as "rows 5 to 9, 12". */
export function rowsWords(rows: string): string {
  const ranges = rows.split(',');
  const words = ranges.slice(0, MOST_RANGES).map((range) =>
    range
      .split('-')
      .map((row) => format.number(Number(row)))
      .join(' to '),
  );
  const more = ranges.length > MOST_RANGES ? ' and more' : '';
  return `${/[-,]/.test(rows) ? 'rows' : 'row'} ${words.join(', ')}${more}`;
}

/** Words for trouble with the witness. */
export const TROUBLE = {
  missing: 'the record of what was sent, not there',
  damaged: 'the record of what was sent, damaged',
  shorter: 'the record of what was sent, ends before the journal',
  another: 'the record of what was sent, of another journal',
} as const;

export const jobForms = { one: '# job', other: '# jobs' } as const;
