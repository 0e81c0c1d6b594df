import { isFiller } from '../words/header-doubt.ts';
import { nameWords, supplierWords } from '../words/header-qualifiers.ts';
import { headerTokens } from '../words/header-tokens.ts';
import { mostlyOrganisations } from '../words/value-signs.ts';
import { type NamedColumn, says } from './named-column.ts';
import { whoConcepts } from './one-address.ts';

/** Strength of a supplier, below that of a header that names the company. */
const BY_SUPPLIER = 0.85;

/** Rows. In fewer a supplier may repeat by chance. */
const FEW = 4;
const reached: readonly string[] = ['Phone', 'MobilePhone', 'Email'];

/**
 * In a list of payments the supplier is the company of the row. Beside people, or beside companies, it is who sells them their
 * electricity, and so is the same one of many phones.
 */
export function withSuppliers(columns: readonly NamedColumn[]): NamedColumn[] {
  const suppliers = columns.filter(isSupplier);
  const [only] = suppliers;
  const isNamed = columns.some((column) => whoConcepts.some((concept) => says(column, concept)));
  if (only === undefined || suppliers.length > 1 || isNamed) return [...columns];
  const { distinct, sampled } = only.profile;
  const isOfMany = sampled >= FEW && distinct * 2 <= sampled;
  if (isOfMany && columns.some((column) => reached.some((concept) => says(column, concept)))) return [...columns];
  const meanings = [{ concept: 'Company', strength: BY_SUPPLIER, word: only.header }];
  return columns.map((column) => (column === only ? { ...column, meanings } : column));
}

function isSupplier({ header, meanings, profile }: NamedColumn): boolean {
  const words = headerTokens(header);
  return (
    meanings.every(({ strength }) => strength < BY_SUPPLIER) &&
    words.some((word) => supplierWords.has(word)) &&
    words.every((word) => supplierWords.has(word) || nameWords.has(word) || isFiller(word)) &&
    (profile.signs?.organisation ?? 0) >= mostlyOrganisations
  );
}
