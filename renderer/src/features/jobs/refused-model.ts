import type { JobDetail, JobRow } from '../../../../shared/contract/jobs/jobs.ts';

type Filled = JobDetail['filled'][number];

const PHONE = /phone|telefon|tel|mobil|tlf|number/i;
const WORDS: readonly RegExp[] = [PHONE, /mail/i, /post ?code|postcode|plz|zip|postn/i, /date|dato|datum/i];

/** The column that a reason of refusal is most likely about; the first one when its words name none. Null: nothing is filled. */
export function columnOfReason(reason: string | null, filled: readonly Filled[]): number | null {
  const text = (reason ?? '').toLowerCase();
  const named = filled.find(({ fields }) =>
    fields.some((field) => field.length > 1 && text.includes(field.toLowerCase())),
  );
  if (named !== undefined) return named.column;
  const word = WORDS.find((pattern) => pattern.test(text));
  const alike = word === undefined ? undefined : filled.find(({ fields }) => fields.some((field) => word.test(field)));
  return (alike ?? filled.find(({ fields }) => fields.some((field) => PHONE.test(field))) ?? filled[0])?.column ?? null;
}

/** The value of a cell as it would be sent: repaired, or as in the file. */
export function cellNow(row: Pick<JobRow, 'cells' | 'repair'>, column: number): string {
  return row.repair?.cells.find((cell) => cell.column === column)?.value ?? row.cells[column] ?? '';
}

/** Where a refused row stands: repaired and waiting for a person's word, repaired badly, or as it was. */
export function standingOf({ repair }: Pick<JobRow, 'repair'>): 'fixed' | 'problem' | 'refused' {
  if (repair === undefined || repair.isSent) return 'refused';
  return repair.problem === '' ? 'fixed' : 'problem';
}

/** The title of the window of a repaired cell: what the file says. */
export function inFile(row: Pick<JobRow, 'cells' | 'repair'>, column: number): string | null {
  const edited = row.repair?.cells.some((cell) => cell.column === column) === true;
  const value = row.cells[column] ?? '';
  return edited ? `In the file: ${value === '' ? 'empty' : value}` : null;
}

/** Pixels in which the longest of these reasons can be read, within bounds. */
export function reasonWidth(reasons: readonly string[], fewest = 200, most = 460): number {
  const longest = Math.max(0, ...reasons.map((reason) => reason.length));
  return Math.min(most, Math.max(fewest, Math.ceil(longest * 6.4) + 28));
}
