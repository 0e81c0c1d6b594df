import { basename } from 'node:path';
import type { Guess, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import type { DraftRecord } from './draft-store.ts';

/** Pasted cells have no file; this is what the draft and the job are called. */
export const PASTED = 'Pasted cells.tsv';

/** Their file in the folder of the draft. */
export const PASTED_FILE = 'pasted';

export function isPasted({ path, fileName }: Pick<DraftRecord, 'path' | 'fileName'>): boolean {
  return fileName === PASTED && basename(path) === PASTED_FILE;
}

/** As spreadsheet programs copy cells: tabs between them, quotes around cells with breaks. */
export const AS_COPIED = { encoding: 'utf-8', delimiter: '\t' } as const satisfies ReadingChoices;

/** The reading of pasted cells as a person sees it: the program knew how they are copied, and nobody chose that. */
export function readAsCopied(reading: Reading): Reading {
  const { encoding, delimiter } = reading;
  return {
    ...reading,
    encoding: known(encoding, AS_COPIED.encoding, 'Copied cells come as text, not as the bytes of a file.'),
    delimiter: known(delimiter, AS_COPIED.delimiter, 'Spreadsheet programs put tabs between the cells that they copy.'),
  };
}

function known<Value>(guess: Guess<Value>, value: Value, reason: string): Guess<Value> {
  return guess.certainty === 'yours' && guess.value === value ? { ...guess, certainty: 'certain', reason } : guess;
}
