// Why: decision 0085.
import type { FieldRule, Mapping } from '../../../contract/imports/mapping.ts';
import type { MappingFit } from '../../../contract/imports/templates.ts';
import { headerKey } from '../words/header-tokens.ts';

/** Headers of a spreadsheet and rules whose column numbers point into them. */
export interface KeptMapping {
  readonly columns: readonly string[];
  readonly rules: Mapping;
}

/** A mapping is offered for a spreadsheet that has at least this share of the columns it reads. */
const SHARE = 0.5;
/** And at least this number of these columns, when it reads as many. */
const LEAST = 2;

/**
 * Applies a template to another spreadsheet. Columns are found by their headers: first unchanged, then without case,
 * accents and punctuation. A field is dropped when all its columns are missing; constants stay.
 */
export function fitMapping(kept: KeptMapping, columns: readonly string[]): MappingFit {
  const places = placesOf(kept.columns, columns);
  const missing = new Set<number>();
  const mapping = kept.rules.flatMap((rule): FieldRule[] => {
    const { source } = rule;
    if (source.kind === 'constant') return [rule];
    for (const column of source.columns) if (!places.has(column)) missing.add(column);
    const found = source.columns.flatMap((column) => places.get(column) ?? []);
    return found.length === 0 ? [] : [{ ...rule, source: { ...source, columns: found } }];
  });
  return {
    mapping,
    known: places.size,
    of: columns.length,
    missing: [...missing].map((column) => kept.columns[column] ?? ''),
  };
}

/** How well a mapping fits, from 0 to 2; null when it does not fit well enough to be offered. */
export function fitQuality(kept: KeptMapping, fit: MappingFit): number | null {
  const read = columnsRead(kept.rules).length;
  const found = read - fit.missing.length;
  if (found < Math.min(LEAST, read) || found === 0 || found / read < SHARE) return null;
  return found / read + fit.known / Math.max(1, fit.of);
}

/** Numbers of the columns that a mapping reads, each once. */
export function columnsRead(rules: Mapping): number[] {
  return [...new Set(rules.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : [])))];
}

/** Saved column → column of the spreadsheet, each once; columns with the same name keep their order. */
function placesOf(kept: readonly string[], columns: readonly string[]): Map<number, number> {
  const places = new Map<number, number>();
  const taken = new Set<number>();
  const ways: readonly ((header: string) => string)[] = [(header) => header.trim(), headerKey];
  for (const nameOf of ways) {
    const waiting = new Map<string, number[]>();
    for (const [index, header] of columns.entries()) {
      const name = nameOf(header);
      if (!taken.has(index) && name !== '') waiting.set(name, [...(waiting.get(name) ?? []), index]);
    }
    for (const [index, header] of kept.entries()) {
      const found = places.has(index) ? undefined : waiting.get(nameOf(header))?.shift();
      if (found === undefined) continue;
      places.set(index, found);
      taken.add(found);
    }
  }
  return places;
}
