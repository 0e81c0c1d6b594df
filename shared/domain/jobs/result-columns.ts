import type { FileResult } from '../../contract/imports/imports.ts';

/** The columns that a result file has behind those of the file it came from, and how such a file is known again. */

const RESULT_COLUMNS = ['Row', 'State', 'Lead id', 'Reason', 'Time'] as const;

/** Why no field is suggested for one of them. */
export const OF_RESULT_FILE = 'A column of the result file: it stays out.';

/** Places among them. */
export const RESULT_STATE = RESULT_COLUMNS.indexOf('State');
export const RESULT_LEAD = RESULT_COLUMNS.indexOf('Lead id');
export const RESULT_REASON = RESULT_COLUMNS.indexOf('Reason');

const OUTCOME_COLUMNS = ['Row', 'Lead id', 'Outcome', 'Status', 'Closure', 'Found by', 'Read at'] as const;

/** Names that the file does not use: "State" becomes "State (import)" beside a column of that name, then "State (import 2)". */
export function resultColumns(columns: readonly string[]): string[] {
  return unusedNames(columns, RESULT_COLUMNS);
}

/** The columns that say what became of a row's lead, under names that the file does not use. */
export function outcomeColumns(columns: readonly string[]): string[] {
  return unusedNames(columns, OUTCOME_COLUMNS);
}

function unusedNames(columns: readonly string[], names: readonly string[]): string[] {
  const taken = new Set(columns.map((column) => column.trim().toLowerCase()));
  return names.map((name) => {
    for (let count = 0; ; count += 1) {
      const own = count === 0 ? name : `${name} (import${count === 1 ? '' : ` ${count}`})`;
      if (!taken.has(own.toLowerCase())) return own;
    }
  });
}

/** Position of the first of our own columns, behind which a person may have added others; null in any other file. */
export function resultColumnsIn(headers: readonly string[]): number | null {
  for (let first = headers.length - RESULT_COLUMNS.length; first >= 1; first -= 1) {
    const isOurs = RESULT_COLUMNS.every((name, index) => {
      const header = (headers[first + index] ?? '').trim().toLowerCase();
      return header.replace(/ \(import(?: \d+)?\)$/, '') === name.toLowerCase();
    });
    if (isOurs) return first;
  }
  return null;
}

/** The columns without our own: those of the file, and those that a person added behind ours. */
export function withoutResultColumns<Column extends { readonly header: string }>(columns: readonly Column[]): Column[] {
  const own = resultColumnsIn(columns.map(({ header }) => header)) ?? columns.length;
  return columns.filter((_, at) => at < own || at >= own + RESULT_COLUMNS.length);
}

/** Why a row of a result file is not sent again; null for a refused or waiting one, which is. */
export function answeredReason(state: string): string | null {
  switch (state.trim().toLowerCase()) {
    case 'refused':
    case 'waiting':
      return null;
    case 'created':
      return 'Created before, as the result file says.';
    case 'unknown':
      return 'Unknown in the result file: the lead may exist.';
    default:
      return 'Not sent before, as the result file says.';
  }
}

/** Rows of a result file by what its column of states says; `other`: skipped, left out, or no state of ours. */
export type ResultCounts = Omit<FileResult, 'from'>;

export const NO_RESULTS: ResultCounts = { created: 0, refused: 0, unknown: 0, waiting: 0, other: 0 };

/** The counts with one more row in this state. */
export function withResult(counts: ResultCounts, state: string): ResultCounts {
  const word = state.trim().toLowerCase();
  const known = word === 'created' || word === 'refused' || word === 'unknown' || word === 'waiting' ? word : 'other';
  return { ...counts, [known]: counts[known] + 1 };
}
