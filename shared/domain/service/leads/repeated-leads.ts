import { format } from '../../words/format.ts';

interface CountedRows {
  /** Rows with the lead id of an earlier row; null when nobody counted. */
  readonly repeated: number | null;
  readonly rows: number;
}

/** "150 of 200 leads repeat the lead id of an earlier row: …"; '' when none does, or nobody counted. */
export function repeatedWords({ repeated, rows }: CountedRows): string {
  if (repeated === null || repeated === 0) return '';
  const [some, all] = [format.number(repeated), format.number(rows)];
  return `${some} of ${all} ${rows === 1 ? 'lead' : 'leads'} ${repeated === 1 ? 'repeats' : 'repeat'} the lead id of an earlier row: the service sent the same lead more than once.`;
}
