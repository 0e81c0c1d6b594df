import type { CampaignField, FieldSuggestion } from '../../../../../shared/contract/imports/imports.ts';
import type { FieldRule, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { OF_RESULT_FILE } from '../../../../../shared/domain/jobs/result-columns.ts';
import { suggestionThreshold } from '../../../../../shared/domain/mapping/suggest/suggestion-threshold.ts';
import { format } from '../../../lib/format.ts';

/** A rule and its place in the mapping. */
export interface PlacedRule {
  readonly index: number;
  readonly rule: FieldRule;
}

/** What one column of the file does. A rule is shown at its first column; the others say "also in". */
export interface ColumnLine {
  readonly column: ColumnProfile;
  readonly home: readonly PlacedRule[];
  readonly alsoIn: readonly string[];
  readonly suggestion: FieldSuggestion | null;
}

export interface MappingSums {
  readonly columns: number;
  readonly columnsUsed: number;
  readonly columnsUnused: number;
  readonly fields: number;
  readonly constants: number;
}

export function columnsOf(rule: FieldRule): readonly number[] {
  return rule.source.kind === 'columns' ? rule.source.columns : [];
}

export function columnLines(
  columns: readonly ColumnProfile[],
  mapping: Mapping,
  suggestions: readonly FieldSuggestion[],
): ColumnLine[] {
  const suggestionOf = new Map(suggestions.map((suggestion) => [suggestion.column, suggestion]));
  return columns.map((column) => {
    const placed = mapping
      .map((rule, index) => ({ index, rule }))
      .filter(({ rule }) => columnsOf(rule).includes(column.index));
    return {
      column,
      home: placed.filter(({ rule }) => columnsOf(rule)[0] === column.index),
      alsoIn: placed.filter(({ rule }) => columnsOf(rule)[0] !== column.index).map(({ rule }) => rule.field),
      suggestion: suggestionOf.get(column.index) ?? null,
    };
  });
}

export function constantRules(mapping: Mapping): PlacedRule[] {
  return mapping.map((rule, index) => ({ index, rule })).filter(({ rule }) => rule.source.kind === 'constant');
}

export function mappingSums(columns: readonly ColumnProfile[], mapping: Mapping): MappingSums {
  const used = new Set(mapping.flatMap((rule) => columnsOf(rule)));
  const columnsUsed = columns.filter((column) => used.has(column.index)).length;
  return {
    columns: columns.length,
    columnsUsed,
    columnsUnused: columns.length - columnsUsed,
    fields: mapping.length,
    constants: constantRules(mapping).length,
  };
}

/** Fields that more than one rule fills. The service would keep one of the values, so the mapping cannot be sent like this. */
export function duplicateFields(mapping: Mapping): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const rule of mapping) {
    const key = fieldKey(rule.field);
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return new Set([...seen].filter(([, count]) => count > 1).map(([key]) => key));
}

/** Two names that differ in case only are one field for the service. */
export function fieldKey(field: string): string {
  return field.trim().toLowerCase();
}

function replaceAt(mapping: Mapping, index: number, rule: FieldRule): Mapping {
  return mapping.map((other, place) => (place === index ? rule : other));
}

/** Gives a rule another field; with `ruleIndex` null the column gets a rule of its own. */
export function chooseField(
  mapping: Mapping,
  column: number,
  ruleIndex: number | null,
  field: string,
  type: CampaignField['type'] = 'text',
): Mapping {
  const name = field.trim();
  if (name === '') return mapping;
  const rule = ruleIndex === null ? undefined : mapping[ruleIndex];
  if (ruleIndex !== null && rule !== undefined) return replaceAt(mapping, ruleIndex, { ...rule, field: name });
  return [
    ...mapping,
    { field: name, source: { kind: 'columns', columns: [column], join: null }, cleaning: cleaningFor(type) },
  ];
}

/** Spaces around a value are never intended; every other cleaning is a person's choice. */
function cleaningFor(type: CampaignField['type']): FieldRule['cleaning'] {
  return type === 'email' ? [{ kind: 'trim' }, { kind: 'email' }] : [{ kind: 'trim' }];
}

export function removeRule(mapping: Mapping, index: number): Mapping {
  return mapping.filter((_, place) => place !== index);
}

/** Removes every field whose first column this is. Fields that join it as a further column keep it. */
export function clearColumn(mapping: Mapping, column: number): Mapping {
  return mapping.filter((rule) => columnsOf(rule)[0] !== column);
}

export function addColumn(mapping: Mapping, index: number, column: number): Mapping {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns' || rule.source.columns.includes(column)) return mapping;
  const columns = [...rule.source.columns, column];
  // The first column joined puts a space between the values, as names and streets need it.
  const join = rule.source.columns.length === 1 && rule.source.join === null ? ' ' : rule.source.join;
  return replaceAt(mapping, index, { ...rule, source: { kind: 'columns', columns, join } });
}

export function takeColumn(mapping: Mapping, index: number, column: number): Mapping {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns') return mapping;
  const columns = rule.source.columns.filter((other) => other !== column);
  if (columns.length === 0) return removeRule(mapping, index);
  return replaceAt(mapping, index, { ...rule, source: { ...rule.source, columns } });
}

/** Moves a column of a rule to the place of another of its columns. */
export function moveColumn(mapping: Mapping, index: number, column: number, place: number): Mapping {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns' || !rule.source.columns.includes(column)) return mapping;
  if (place < 0 || place >= rule.source.columns.length) return mapping;
  const columns = rule.source.columns.filter((other) => other !== column);
  columns.splice(place, 0, column);
  return replaceAt(mapping, index, { ...rule, source: { ...rule.source, columns } });
}

/** Null: the first value that is not empty. */
export function setJoin(mapping: Mapping, index: number, join: string | null): Mapping {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns') return mapping;
  return replaceAt(mapping, index, { ...rule, source: { ...rule.source, join } });
}

export function addConstant(mapping: Mapping, field: string, value: string): Mapping {
  const name = field.trim();
  if (name === '') return mapping;
  return [...mapping, { field: name, source: { kind: 'constant', value }, cleaning: [] }];
}

export function setCleaning(mapping: Mapping, index: number, cleaning: FieldRule['cleaning']): Mapping {
  const rule = mapping[index];
  return rule === undefined ? mapping : replaceAt(mapping, index, { ...rule, cleaning });
}

/** How much of the file has a value in this column. */
export function fillWords(column: ColumnProfile, rows: number): string {
  const empty = Math.max(0, rows - column.filled);
  if (rows === 0 || column.filled === 0) return 'all empty';
  return empty === 0 ? 'all filled' : `${format.number(empty)} empty`;
}

/** Five bars for a confidence between 0 and 1. */
export function confidenceBars(confidence: number): number {
  return Math.max(1, Math.min(5, Math.ceil(confidence * 5)));
}

/** Sentences as one: "Same name as the field, 100 % look like phone numbers". */
export function oneLine(reasons: readonly string[]): string {
  return reasons
    .map((reason) => reason.replace(/\.$/, ''))
    .map((reason, index) => (index === 0 ? reason : startLower(reason)))
    .join(', ');
}

/** The same for a line of its own, where column and field stand above: "Header, 100 % phone numbers". */
export function shortReasons(reasons: readonly string[]): string {
  return oneLine(
    reasons.map((reason) =>
      reason.replace(/^".*" means [^"]*$/su, 'Header').replace(/^(\d+ %) (?:look like|are) /u, '$1 '),
    ),
  );
}

function startLower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What the line of a column without a field says. `confidence`: null where nothing was guessed. */
export function guessWords({ field, confidence, reasons, runnerUp }: FieldSuggestion): {
  readonly words: string;
  readonly confidence: number | null;
} {
  if (field !== null) return { words: `best guess ${field}`, confidence };
  if (runnerUp === null)
    return {
      words: reasons.includes(OF_RESULT_FILE) ? oneLine([OF_RESULT_FILE]) : 'No matching field found',
      confidence: null,
    };
  if (runnerUp.confidence === 0) return { words: `Create a field called ${runnerUp.field}?`, confidence: null };
  const guess = `best guess ${runnerUp.field}`;
  return {
    words:
      runnerUp.confidence < suggestionThreshold
        ? `${guess}, below ${percent(suggestionThreshold)}: not chosen`
        : `${guess}, but ${startLower(oneLine(reasons))}`,
    confidence: runnerUp.confidence,
  };
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** Most of its values are phones, addresses or dates: one of another shape is more than a rare name. */
function isShaped({ kinds, sampled }: ColumnProfile): boolean {
  return Math.max(kinds.phone, kinds.email, kinds.date) * 2 > sampled;
}

export type SpecialRow = 'first' | 'longest' | 'emptiest' | 'oddest';

/** The number (from 1) of the row of this kind among `rows`; null when there are none. */
export function specialRow(
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
  kind: SpecialRow,
  columns: readonly ColumnProfile[],
): number | null {
  const first = rows[0];
  if (first === undefined) return null;
  const oddest = new Map(columns.map((column) => [column.index, column]));
  const oddness = (cell: string, index: number): number => {
    const column = oddest.get(index);
    return column === undefined || cell.trim() === '' || cell !== column.oddest ? 0 : isShaped(column) ? 3 : 1;
  };
  const weigh = (cells: readonly string[]): number => {
    switch (kind) {
      case 'first':
        return 0;
      case 'longest':
        return cells.reduce((sum, cell) => sum + cell.length, 0);
      case 'emptiest':
        return cells.filter((cell) => cell.trim() === '').length;
      case 'oddest':
        return cells.reduce((sum, cell, index) => sum + oddness(cell, index), 0);
    }
  };
  let best = first;
  let bestWeight = weigh(first.cells);
  for (const row of rows) {
    const weight = weigh(row.cells);
    if (weight > bestWeight) {
      best = row;
      bestWeight = weight;
    }
  }
  return best.row;
}
