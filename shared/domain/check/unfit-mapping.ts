import type { CampaignField } from '../../contract/imports/imports.ts';
import type { Mapping } from '../../contract/imports/mapping.ts';
import { checkedTypeOf } from './field-type.ts';

/** What makes a whole mapping doubtful, whatever stands in single rows. */
export interface UnfitMapping {
  /** No field that is filled from the file is a phone or an e-mail address: nobody could be reached. */
  readonly reachesNobody: boolean;
  /** Fields whose columns are empty in most rows, the emptiest first. `filled`: rows with a value, at least. */
  readonly mostlyEmpty: readonly { readonly field: string; readonly filled: number }[];
}

/** @param filled rows with a value, by column; @param rows of the file */
export function unfitMapping(
  mapping: Mapping,
  fields: readonly CampaignField[],
  filled: readonly number[],
  rows: number,
): UnfitMapping {
  const fromFile = mapping.flatMap((rule) =>
    rule.source.kind === 'columns' ? [{ rule, columns: rule.source.columns }] : [],
  );
  const reaches = fromFile.some(({ rule }) => ['phone', 'email'].includes(checkedTypeOf(rule, fields)));
  const mostlyEmpty = fromFile
    // The fullest of several columns counts: together they are filled in at least as many rows.
    .map(({ rule, columns }) => ({ field: rule.field, filled: Math.max(0, ...columns.map((at) => filled[at] ?? 0)) }))
    .filter((field) => field.filled * 2 < rows)
    .sort((one, other) => one.filled - other.filled);
  return { reachesNobody: mapping.length > 0 && !reaches, mostlyEmpty };
}
