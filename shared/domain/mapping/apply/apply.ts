import type { FieldRule, Mapping } from '../../../contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import type { PhoneReader } from '../../phones/phone-reader.ts';
import { format } from '../../words/format.ts';
import { cleanValue } from './cleaning.ts';

/** The values of one row by import name, without empty ones. */
export function applyMapping(
  mapping: Mapping,
  cells: readonly string[],
  readPhone: PhoneReader,
): Record<string, string> {
  const values = mapping
    .map((rule) => [rule.field, cleanValue(rule.cleaning, sourceValue(rule, cells), readPhone)] as const)
    .filter(([, value]) => value.trim() !== '');
  // A plain assignment would lose a field that is called __proto__.
  return Object.fromEntries(values);
}

function sourceValue(rule: FieldRule, cells: readonly string[]): string {
  const { source } = rule;
  if (source.kind === 'constant') return source.value;
  const present = source.columns.map((column) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
  if (source.join === null) return present[0] ?? '';
  return present.length < 2 ? (present[0] ?? '') : present.map((cell) => cell.trim()).join(source.join);
}

export type MappingProblem =
  | { kind: 'noField'; message: string }
  | { kind: 'duplicateTarget'; field: string; message: string }
  | { kind: 'unknownColumn'; field: string; column: number; message: string }
  | { kind: 'emptyConstant'; field: string; message: string };

/** Why a mapping cannot be used with these columns; empty when it can. */
export function mappingProblems(mapping: Mapping, columns: readonly ColumnProfile[]): MappingProblem[] {
  if (mapping.length === 0)
    return [
      {
        kind: 'noField',
        message: 'No column is mapped to a field yet. Map at least one, so that there is something to send.',
      },
    ];
  const problems: MappingProblem[] = [];
  const taken = new Set<string>();
  for (const { field, source } of mapping) {
    const key = field.toLowerCase();
    if (taken.has(key))
      problems.push({
        kind: 'duplicateTarget',
        field,
        message: `"${field}" is filled twice. Keep one, or join the columns into it.`,
      });
    taken.add(key);
    if (source.kind === 'constant') {
      if (source.value.trim() === '')
        problems.push({
          kind: 'emptyConstant',
          field,
          message: `"${field}" has an empty fixed value. Type one, or remove the field.`,
        });
      continue;
    }
    for (const column of source.columns)
      if (!columns.some((entry) => entry.index === column))
        problems.push({
          kind: 'unknownColumn',
          field,
          column,
          message: `"${field}" is to be filled from column ${column + 1}, but the file has ${format.count(columns.length, 'column')}. Choose another column.`,
        });
  }
  return problems;
}
