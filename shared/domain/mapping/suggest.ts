import type { ColumnProfile } from '../../contract/reading.ts';
import { assignBest } from './assignment.ts';
import { conceptNamed, headerConcepts, type HeaderConcept } from './header-concepts.ts';
import { headerKey, headerMeanings, headerOrdinal, type HeaderMeaning } from './header-words.ts';
import { noEvidence, shapeEvidence } from './value-evidence.ts';

/** A field of the campaign's leads. `label`: how people call it, when it differs from its import name. */
export interface CampaignField {
  name: string;
  label?: string | undefined;
}

/** What was mapped before: in an earlier import of this campaign, or under a name that a person gave it. */
export interface EarlierMapping {
  /** Why its word counts, in words; left out: "Mapped so before." */
  reason?: string;
  /** Header of a column as it stood in that file → import name. */
  fields: readonly { header: string; field: string }[];
}

export interface MappingSuggestion {
  column: number;
  /** Import name, or null when nothing reached the threshold. */
  field: string | null;
  /** 0 to 1; of the best candidate also when it was not enough. */
  confidence: number;
  /** In words, strongest first. */
  reasons: string[];
  runnerUp: { field: string; confidence: number } | null;
}

export const suggestionThreshold = 0.6;

interface Target {
  field: string;
  label: string;
  concept: HeaderConcept | undefined;
}

interface Candidate {
  confidence: number;
  reasons: string[];
}

/**
 * Suggests a field for each column from its header, its values and earlier imports; every field at most once, nothing
 * below 0.6. Without known fields the usual fields of a lead are offered, and a header as it stands as runner-up.
 */
export function suggestMapping(input: {
  columns: readonly ColumnProfile[];
  fields: readonly CampaignField[];
  earlier: readonly EarlierMapping[];
}): MappingSuggestion[] {
  const targets = targetsOf(input.fields, input.earlier);
  const named = input.columns.map(namedColumn);
  const known = input.fields.length > 0;
  const candidates = named.map((column, index) =>
    targets.map((target) => judge(column, target, [named[index - 1], named[index + 1]], input.earlier, known)),
  );
  const weights = candidates.map((row) =>
    row.map((candidate) => (candidate.confidence >= suggestionThreshold ? candidate.confidence ** 2 : 0)),
  );
  const assigned = assignBest(weights);
  return input.columns.map((column, index) =>
    suggestionFor(column, targets, candidates[index] ?? [], assigned[index] ?? -1),
  );
}

function suggestionFor(
  column: ColumnProfile,
  targets: readonly Target[],
  row: readonly Candidate[],
  chosen: number,
): MappingSuggestion {
  const order = row
    .map((candidate, target) => ({ candidate, target }))
    .sort((left, right) => right.candidate.confidence - left.candidate.confidence);
  const best = chosen >= 0 ? row[chosen] : order[0]?.candidate;
  const next = order.find((entry) => entry.target !== chosen && entry.candidate.confidence >= 0.25);
  const header = column.header.trim();
  const own =
    header !== '' && !targets.some((target) => target.field.toLowerCase() === header.toLowerCase())
      ? { field: header, confidence: 0.5 }
      : null;
  const other =
    next === undefined
      ? null
      : { field: targets[next.target]?.field ?? '', confidence: rounded(next.candidate.confidence) };
  return {
    column: column.index,
    field: chosen >= 0 ? (targets[chosen]?.field ?? null) : null,
    confidence: rounded(best?.confidence ?? 0),
    reasons: chosen >= 0 ? (best?.reasons ?? []) : [whyNone(column, best, targets[order[0]?.target ?? -1]?.field)],
    runnerUp: other !== null && (own === null || other.confidence >= own.confidence) ? other : (own ?? other),
  };
}

function whyNone(column: ColumnProfile, best: Candidate | undefined, field: string | undefined): string {
  if (best !== undefined && best.confidence >= suggestionThreshold) return `Another column fits ${field} better.`;
  if (column.filled === 0) return 'The column is empty and its name is not known.';
  return 'Neither its name nor its values say clearly which field it is.';
}

function targetsOf(fields: readonly CampaignField[], earlier: readonly EarlierMapping[]): Target[] {
  const targets = new Map<string, Target>();
  const add = (field: string, label: string) => {
    if (!targets.has(field.toLowerCase()))
      targets.set(field.toLowerCase(), { field, label, concept: conceptOf(field, label) });
  };
  for (const field of fields) add(field.name, field.label ?? field.name);
  if (fields.length === 0)
    for (const concept of headerConcepts)
      targets.set(concept.name.toLowerCase(), { field: concept.name, label: concept.name, concept });
  for (const mapping of earlier) for (const entry of mapping.fields) add(entry.field, entry.field);
  return [...targets.values()];
}

function conceptOf(field: string, label: string): HeaderConcept | undefined {
  const meaning = [...headerMeanings(field), ...headerMeanings(label)]
    .filter((entry) => entry.strength >= 0.5)
    .sort((left, right) => right.strength - left.strength)[0];
  return meaning === undefined ? undefined : conceptNamed(meaning.concept);
}

/** A column with what its header can mean, worked out once. */
interface NamedColumn {
  profile: ColumnProfile;
  header: string;
  key: string;
  meanings: readonly HeaderMeaning[];
}

function namedColumn(profile: ColumnProfile): NamedColumn {
  const header = profile.header.trim();
  return { profile, header, key: headerKey(header), meanings: headerMeanings(header) };
}

function judge(
  column: NamedColumn,
  target: Target,
  beside: readonly (NamedColumn | undefined)[],
  earlier: readonly EarlierMapping[],
  known: boolean,
): Candidate {
  const { concept } = target;
  const name = nameEvidence(column, target, earlier, known);
  const values = concept === undefined ? noEvidence : shapeEvidence(column.profile, concept.shape, concept.name);
  if (name.strength === 0 && values.alone === 0) return { confidence: 0, reasons: [] };
  const neighbours = neighbourEvidence(beside, concept?.name ?? '');
  const reasons = [name.reason, values.reason, neighbours.reason].filter((reason) => reason !== '');
  if (name.strength === 0) {
    // Values speak for themselves only where the name does not say something else.
    const contradicted = column.meanings.some((meaning) => meaning.strength >= 0.75) ? 0.6 : 1;
    return { confidence: clamp(values.alone * contradicted), reasons };
  }
  // The very name of a campaign's field, or an earlier decision, is not overruled by odd values, only lowered.
  const floor = known && name.strength >= 0.95 ? 0.65 : 0;
  return { confidence: clamp(Math.max(floor, name.strength * 0.86 + values.support + neighbours.value)), reasons };
}

function nameEvidence(
  column: NamedColumn,
  target: Target,
  earlier: readonly EarlierMapping[],
  known: boolean,
): { strength: number; reason: string } {
  const { header, key } = column;
  if (header === '') return { strength: 0, reason: '' };
  const mapped = earlier
    .flatMap((mapping) => mapping.fields.map((entry) => ({ ...entry, reason: mapping.reason })))
    .filter((entry) => key !== '' && headerKey(entry.header) === key);
  const same = mapped.find((entry) => entry.field.toLowerCase() === target.field.toLowerCase());
  if (same !== undefined) return { strength: 1.12, reason: same.reason ?? 'Mapped so before.' };
  const elsewhere = mapped.length > 0 ? 0.8 : 1;
  const isName = key !== '' && (key === headerKey(target.field) || key === headerKey(target.label));
  if (isName && (known || target.concept !== undefined))
    return { strength: 1.08 * elsewhere, reason: 'Same name as the field.' };
  const meaning = column.meanings.find((entry) => entry.concept === target.concept?.name);
  if (meaning === undefined) return { strength: 0, reason: '' };
  // "Phone 2" is not the first phone; it may still be it when there is no other.
  const ordinal = headerOrdinal(header) === headerOrdinal(target.field) ? 1 : 0.78;
  return {
    strength: meaning.strength * ordinal * elsewhere,
    reason: `"${meaning.word}" means ${target.field}.`,
  };
}

const partners: Record<string, string> = {
  PhoneCountryCode: 'Phone',
  City: 'PostalCode',
  PostalCode: 'City',
  LastName: 'FirstName',
  FirstName: 'LastName',
};

/** A country code stands beside its phone number; a city beside its post code; a last name beside a first name. */
function neighbourEvidence(
  beside: readonly (NamedColumn | undefined)[],
  concept: string,
): { value: number; reason: string } {
  const partner = partners[concept];
  const found = beside.find((column) =>
    column?.meanings.some((meaning) => meaning.concept === partner && meaning.strength >= 0.75),
  );
  return found === undefined || partner === undefined
    ? { value: 0, reason: '' }
    : { value: 0.05, reason: `Stands beside "${found.header}".` };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(0.99, value));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
