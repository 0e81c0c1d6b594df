import type { FieldRule, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { cleaningWords } from './cleaning-model.ts';
import { columnsOf, fieldKey } from './columns-model.ts';

/** One thing that another mapping would do in another way. */
export interface MappingChange {
  readonly kind: 'added' | 'changed' | 'removed';
  /** A field, or a column that would not be used any more. */
  readonly subject: string;
  readonly detail: string;
}

/** What changes when `next` takes the place of `now`: what comes, what is different, what goes. */
export function mappingChanges(now: Mapping, next: Mapping, columns: readonly ColumnProfile[]): MappingChange[] {
  const before = new Map(now.map((rule) => [fieldKey(rule.field), rule]));
  const after = new Set(next.map((rule) => fieldKey(rule.field)));
  const usedAfter = new Set(next.flatMap((rule) => columnsOf(rule)));
  const leaving = now.filter((rule) => !after.has(fieldKey(rule.field)));
  const added: MappingChange[] = [];
  const changed: MappingChange[] = [];
  for (const rule of next) {
    const known = before.get(fieldKey(rule.field));
    if (known !== undefined) {
      const detail = changeWords(known, rule, columns);
      if (detail !== '') changed.push({ kind: 'changed', subject: rule.field, detail });
      continue;
    }
    // One column that fills another field than before is one change, not two.
    const [column] = columnsOf(rule);
    const place = leaving.findIndex((other) => columnsOf(other)[0] === column && columnsOf(other).length === 1);
    const [former] = column === undefined || columnsOf(rule).length > 1 || place < 0 ? [] : leaving.splice(place, 1);
    if (former === undefined) added.push({ kind: 'added', subject: rule.field, detail: addedWords(rule, columns) });
    else {
      const subject = sourceWords(rule, columns);
      changed.push({ kind: 'changed', subject, detail: `to ${rule.field} instead of ${former.field}` });
    }
  }
  const removed = leaving.map((rule): MappingChange => {
    const [column] = columnsOf(rule);
    const label = column === undefined ? undefined : columns[column]?.label;
    return label === undefined || column === undefined || usedAfter.has(column)
      ? { kind: 'removed', subject: rule.field, detail: 'not filled' }
      : { kind: 'removed', subject: label, detail: 'not used' };
  });
  return [...added, ...changed, ...removed];
}

function addedWords(rule: FieldRule, columns: readonly ColumnProfile[]): string {
  return rule.source.kind === 'constant'
    ? `constant “${rule.source.value}” added`
    : `from ${sourceWords(rule, columns)}`;
}

function changeWords(now: FieldRule, next: FieldRule, columns: readonly ColumnProfile[]): string {
  const before = sourceWords(now, columns);
  const after = sourceWords(next, columns);
  if (before !== after) return `from ${after} instead of ${before}`;
  const cleaning = cleaningWords(next.cleaning).join(', ');
  if (JSON.stringify(chosenSteps(now)) === JSON.stringify(chosenSteps(next))) return '';
  return cleaning === '' ? 'without cleaning' : `cleaned by ${cleaning}`;
}

/** Phones get the country of the file by themselves, in any mapping. */
function chosenSteps({ cleaning }: FieldRule): FieldRule['cleaning'] {
  return cleaning.filter((step) => step.kind !== 'phone' || step.country !== null);
}

function sourceWords({ source }: FieldRule, columns: readonly ColumnProfile[]): string {
  if (source.kind === 'constant') return `constant “${source.value}”`;
  const labels = source.columns.map((column) => columns[column]?.label ?? `Column ${column + 1}`);
  if (labels.length < 2) return labels.join('');
  return source.join === null ? labels.join(' or ') : labels.join(` “${source.join}” `);
}
