import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { type HeaderMeaning, headerMeanings } from '../words/header-meanings.ts';
import type { Place } from '../words/header-qualifiers.ts';
import type { NamelessColumn } from './nameless-evidence.ts';

/** A column with the meanings of its header, judged together with the other headers of the table. */
export interface NamedColumn {
  profile: ColumnProfile;
  header: string;
  key: string;
  /** The key of what the header says without words that it shares with most others: "kod" of "adr_Kod". */
  saidKey: string;
  /** Of a header with a note in brackets at its end, such as "Annual use (kWh)"; null without one, or with a second such header. */
  noted: { readonly key: string; readonly note: string } | null;
  /** The number in the header: 2 in "Phone 2". */
  stated: number | undefined;
  meanings: readonly HeaderMeaning[];
  /** A word of the header makes it something else than the field: "Email consent". */
  isTurned: boolean;
  /** Filled cells, 0 to 1, compared to the fullest column; 1 when the table is empty. */
  fill: number;
  /** Set when the column has no header; then only values say what the column holds, its own and those beside it. */
  nameless: NamelessColumn | null;
  /** Set when the column belongs to another address of the row than the lead's address. */
  otherPlace: { than: string; place: Place; concepts: ReadonlySet<string> } | null;
}

/** Strength of a meaning from which on a column counts as having it. */
export const CLEAR = 0.75;

/** Whether the header of a column means a concept without doubt. */
export function says(column: NamedColumn, concept: string): boolean {
  return column.meanings.some((meaning) => meaning.concept === concept && meaning.strength >= CLEAR);
}

/** "20040-020", "20040020", and without a 0 that a spreadsheet took away. */
const brazilianPostcode = /^\d{1,2}\.?\d{3}-?\d{3}$/;

/** What a header means above these values: "CEP" is a post code in Portuguese, and a mobile phone in Turkish. */
export function meaningsAbove(profile: ColumnProfile, header: string, isDatePart: boolean): HeaderMeaning[] {
  const meanings = headerMeanings(header);
  const isEither = ['PostalCode', 'MobilePhone'].every((either) => meanings.some(({ concept }) => concept === either));
  const { first, longest, oddest } = profile;
  const isPostcode = isEither && [first, longest, oddest].every((value) => brazilianPostcode.test(value.trim()));
  return meanings.filter(
    ({ concept }) => !(isDatePart && concept === 'DateOfBirth') && !(isPostcode && concept === 'MobilePhone'),
  );
}
