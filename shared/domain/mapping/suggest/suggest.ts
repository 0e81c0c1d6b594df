// Why: decision 0034.
import type { FieldSuggestion } from '../../../contract/imports/imports.ts';
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { assignBest } from '../evidence/assignment.ts';
import { joinsFound, usesByHeader, type EarlierMapping, type EarlierUse, type FoundJoin } from '../evidence/earlier.ts';
import { conceptNamed, headerConcepts } from '../words/header-concepts.ts';
import { headerKey, headerOrdinal } from '../words/header-tokens.ts';
import { headerMeanings } from '../words/header-meanings.ts';
import { nameEvidence, type Target } from '../evidence/name-evidence.ts';
import type { NamedColumn } from '../evidence/named-column.ts';
import { namedColumns } from '../evidence/named-columns.ts';
import { namelessEvidence } from '../evidence/nameless-evidence.ts';
import { columnsBeside } from '../evidence/table-beside.ts';
import { noEvidence, shapeEvidence } from '../evidence/value-evidence.ts';
import { suggestionThreshold } from './suggestion-threshold.ts';
import { whyNone } from '../evidence/why-none.ts';

/** A field that a column may fill. `label`: what people call it, when that differs from its import name. */
export interface OfferedField {
  name: string;
  label?: string | undefined;
}

interface Candidate {
  confidence: number;
  reasons: string[];
  /** The field is for another phone than the header names; it is filled only when no better column does. */
  isSubstitute: boolean;
}

/**
 * Suggests a field for each column from its header, its values and earlier imports: every field at most once, and none below
 * `suggestionThreshold`. A join that was made before is suggested whole. Without known fields the usual fields of a lead are
 * suggested, with the header itself as runner-up.
 */
export function suggestMapping(input: {
  columns: readonly ColumnProfile[];
  fields: readonly OfferedField[];
  earlier: readonly EarlierMapping[];
}): FieldSuggestion[] {
  const targets = targetsOf(input.fields, input.earlier);
  const named = namedColumns(input.columns);
  const known = input.fields.length > 0;
  const joins = joinsFound(
    named.map(({ header }) => header),
    input.earlier,
  );
  const reserved = new Map(joins.flatMap((join) => join.reserved.map((column) => [column, join] as const)));
  const joined = new Map(joins.map((join) => [join.field.toLowerCase(), join]));
  const uses = usesByHeader(input.earlier);
  const beside = columnsBeside(input.columns);
  const candidates = named.map((column, place) => {
    if (beside.has(place)) return targets.map(() => noCandidate);
    const mapped = uses.get(column.key) ?? [];
    return targets.map((target) => judge(column, target, mapped, known));
  });
  leaveToFilled(named, candidates, targets, (column) => uses.has(named[column]?.key ?? ''));
  const assigned = assignInTurn(
    candidates.map((row, column) =>
      row.map((candidate, target) =>
        reserved.has(column) || joined.has(targets[target]?.field.toLowerCase() ?? '') ? noCandidate : candidate,
      ),
    ),
  );
  const takenBy = (target: number) => {
    const home = joined.get(targets[target]?.field.toLowerCase() ?? '')?.columns[0];
    return named[home ?? assigned.indexOf(target)]?.header ?? '';
  };
  return named.map((column, index) => {
    if (beside.has(index)) return ofOtherTable(column);
    const join = reserved.get(index);
    return join === undefined
      ? suggestionFor(column, targets, candidates[index] ?? [], assigned[index] ?? -1, takenBy, known)
      : joinSuggestion(join, index, named);
  });
}

/** Confidence, as of a column that was mapped before. */
const JOINED_BEFORE = 0.96;

function joinSuggestion(found: FoundJoin, index: number, named: readonly NamedColumn[]): FieldSuggestion {
  const numbers = found.columns.map((place) => named[place]?.profile.index ?? place);
  const column = named[index]?.profile.index ?? index;
  const [home] = found.columns;
  if (home !== index) {
    const reason = `Part of ${found.field}, with "${named[home ?? -1]?.header ?? ''}".`;
    return { column, field: null, confidence: 0, reasons: [reason], runnerUp: null };
  }
  const { field, join, reason } = found;
  const joined = { columns: numbers, join };
  return { column, field, confidence: JOINED_BEFORE, reasons: [reason], runnerUp: null, joined };
}

function ofOtherTable({ profile, header }: NamedColumn): FieldSuggestion {
  const reason = `"${header}" comes again behind an empty column, as in a second table beside the first. Import that table from a file of its own.`;
  return { column: profile.index, field: null, confidence: 0, reasons: [reason], runnerUp: null };
}

/** The field of each column, or -1: first the fields that the headers name, then the free ones for substitutes. */
function assignInTurn(candidates: readonly (readonly Candidate[])[]): number[] {
  const tie = 1e-5 / Math.max(1, candidates.length);
  const weights = candidates.map((row, column) =>
    row.map(({ confidence }, target) =>
      // The power keeps one sure field from being traded for two likely ones. Between equals the first column gets the
      // field, and several columns fill several fields in their order.
      confidence >= suggestionThreshold ? confidence ** 4 - tie * column + (tie / 1e4) * column * target : 0,
    ),
  );
  const isSubstitute = (column: number, target: number) => candidates[column]?.[target]?.isSubstitute === true;
  const named = assignBest(
    weights.map((row, column) => row.map((weight, target) => (isSubstitute(column, target) ? 0 : weight))),
  );
  const taken = new Set(named);
  const free = (column: number, target: number) => named[column] === -1 && !taken.has(target);
  const rest = assignBest(
    weights.map((row, column) => row.map((weight, target) => (free(column, target) ? weight : 0))),
  );
  return named.map((target, column) => (target === -1 ? (rest[column] ?? -1) : target));
}

function suggestionFor(
  column: NamedColumn,
  targets: readonly Target[],
  row: readonly Candidate[],
  chosen: number,
  takenBy: (target: number) => string,
  known: boolean,
): FieldSuggestion {
  const order = row
    .map((candidate, target) => ({ candidate, target }))
    .sort((left, right) => right.candidate.confidence - left.candidate.confidence);
  const [leader] = order;
  const best = chosen >= 0 ? row[chosen] : leader?.candidate;
  const next = order.find((entry) => entry.target !== chosen && entry.candidate.confidence >= 0.25);
  const { header } = column;
  const isFree = header !== '' && !targets.some((target) => target.field.toLowerCase() === header.toLowerCase());
  const own = isFree && !known ? { field: header, confidence: 0 } : null;
  const other =
    next === undefined
      ? null
      : { field: targets[next.target]?.field ?? '', confidence: rounded(next.candidate.confidence) };
  const concepts = new Set(targets.flatMap((target) => (target.concept === undefined ? [] : [target.concept.name])));
  const lost =
    leader !== undefined && leader.candidate.confidence >= suggestionThreshold
      ? { field: targets[leader.target]?.field ?? '', to: takenBy(leader.target) }
      : null;
  return {
    column: column.profile.index,
    field: chosen >= 0 ? (targets[chosen]?.field ?? null) : null,
    confidence: rounded(best?.confidence ?? 0),
    reasons: chosen >= 0 ? (best?.reasons ?? []) : [whyNone(column, lost, concepts)],
    runnerUp: other !== null && (own === null || other.confidence >= HALF_SURE) ? other : (own ?? other),
  };
}

/** Confidence. Below it the column's own name is the better runner-up. */
const HALF_SURE = 0.5;

function targetsOf(fields: readonly OfferedField[], earlier: readonly EarlierMapping[]): Target[] {
  const targets = new Map<string, Target>();
  const add = (field: string, label: string) => {
    if (!targets.has(field.toLowerCase()))
      targets.set(field.toLowerCase(), { ...named(field, label), ...meaningOf(field, label) });
  };
  for (const field of fields) add(field.name, field.label ?? field.name);
  if (fields.length === 0)
    for (const concept of headerConcepts)
      targets.set(concept.name.toLowerCase(), { ...named(concept.name, concept.name), concept, place: undefined });
  for (const mapping of earlier) for (const entry of mapping.fields) add(entry.field, entry.field);
  return [...targets.values()];
}

function named(field: string, label: string): Omit<Target, 'concept' | 'place'> {
  const keys = [...new Set([headerKey(field), headerKey(label)])];
  return { field, label, keys, ordinal: headerOrdinal(field) };
}

function meaningOf(field: string, label: string): Pick<Target, 'concept' | 'place'> {
  const meaning = [...headerMeanings(field), ...headerMeanings(label)]
    .filter((entry) => entry.strength > 0.5 && entry.isMisspelt !== true)
    .sort((left, right) => right.strength - left.strength)[0];
  return { concept: meaning === undefined ? undefined : conceptNamed(meaning.concept), place: meaning?.place };
}

function judge(column: NamedColumn, target: Target, mapped: readonly EarlierUse[], known: boolean): Candidate {
  const { concept } = target;
  const name = nameEvidence(column, target, mapped, known);
  const values = concept === undefined ? noEvidence : shapeEvidence(column.profile, concept.shape, concept.name);
  const mustFit = column.meanings.some(
    (meaning) => (meaning.isMisspelt === true || meaning.isAsked === true) && meaning.concept === concept?.name,
  );
  if (mustFit && values.support <= 0) return noCandidate;
  const nameless = column.nameless === null ? undefined : namelessEvidence(column.nameless, concept?.name ?? '');
  if (name.strength === 0 && nameless !== undefined && nameless.alone > values.alone)
    return { confidence: nameless.alone, reasons: [nameless.reason], isSubstitute: false };
  if (name.strength === 0 && values.alone === 0) return noCandidate;
  const reasons = [name.reason, values.reason].filter((reason) => reason !== '');
  if (name.strength === 0) {
    // Values count alone only where the name does not mean, or may mean, something else.
    const contradicted = column.meanings.length > 0 || column.isTurned ? 0.6 : 1;
    return { confidence: clamp(values.alone * contradicted), reasons, isSubstitute: false };
  }
  const sparse = severalOfARow.has(concept?.shape ?? '') ? SPARSE * (1 - column.fill) : 0;
  // Odd values lower the confidence of a column with the name of a field, or mapped before, but do not overrule it.
  const isOwn = name.strength >= (values.isContradicted === true ? 1.05 : 0.95);
  const floor = known && isOwn ? 0.65 : 0;
  return {
    confidence: clamp(Math.max(floor, name.strength * 0.86 + values.support - sparse)),
    reasons,
    isSubstitute: name.isSubstitute,
  };
}

/** An empty column takes no field that a filled one could fill, and no second phone or e-mail address beside a filled one. */
function leaveToFilled(
  named: readonly NamedColumn[],
  candidates: Candidate[][],
  targets: readonly Target[],
  wasMapped: (column: number) => boolean,
): void {
  const isEmpty = (column: number) => named[column]?.profile.filled === 0 && !wasMapped(column);
  if (named.every(({ profile }) => profile.filled === 0)) return;
  const filled = new Set<number>();
  for (const [column, row] of candidates.entries())
    if (!isEmpty(column))
      for (const [target, { confidence }] of row.entries()) if (confidence >= suggestionThreshold) filled.add(target);
  const shapeOf = (target: number) => targets[target]?.concept?.shape ?? '';
  const shapes = new Set([...filled].map(shapeOf).filter((shape) => severalOfARow.has(shape)));
  for (const [column, row] of candidates.entries())
    if (isEmpty(column))
      candidates[column] = row.map((candidate, target) =>
        filled.has(target) || shapes.has(shapeOf(target)) ? noCandidate : candidate,
      );
}

const noCandidate: Candidate = { confidence: 0, reasons: [], isSubstitute: false };
const severalOfARow: ReadonlySet<string> = new Set(['phone', 'email']);
/** Taken off an empty column, so that of two phones the one that most rows have comes first. */
const SPARSE = 0.06;

function clamp(value: number): number {
  return Math.max(0, Math.min(0.99, value));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
