import type { RepairParameters } from '../../../../shared/contract/check/check-acts.ts';
import type { CheckKind, CheckReason, CheckRepair, CheckSummary } from '../../../../shared/contract/check/check.ts';
import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  reasonIdOf,
  sentValue,
  sourceText,
  takesPart,
  type CheckedField,
} from '../../../../shared/domain/check/check-plan.ts';
import { numberingOf } from '../../../../shared/domain/phones/numbering.ts';
import { isSure, repairOf, repairValue } from '../../../../shared/domain/check/repairs.ts';
import {
  repairLabel,
  sentenceOf,
  severityOf,
  titleOf,
  type ReasonFacts,
} from '../../../../shared/domain/check/reason-words.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import type { CheckedDraft } from './check-draft.ts';
import type { ReasonEntry } from './check-index.ts';
import { campaignFound } from './campaign/campaign-pages.ts';
import { sentByTeamOf } from './team/sent-by-team.ts';

const EXAMPLES = 3;
const ROWS_FOR_EXAMPLE = 50;
/** Repaired values remembered for one page or one repair, to bound the memory. */
const REMEMBERED = 20_000;
const SEVERITIES = { problem: 0, warning: 1, note: 2 } as const;

/** What the rows of a group of duplicates share, unless it is a field that a person chose. */
const COMPARED: ReadonlyMap<CheckKind, { readonly by: 'phone' | 'email' | 'name'; readonly label: string }> = new Map([
  ['duplicatePhone', { by: 'phone', label: 'phone' }],
  ['duplicateEmail', { by: 'email', label: 'e-mail' }],
  ['duplicateName', { by: 'name', label: 'name' }],
]);

/** What the repair of a reason makes of a value; null when the result would still have the reason. */
export function repairFor(draft: CheckedDraft, reason: number, readPhone: PhoneReader, parameters?: RepairParameters) {
  const repair = repairOf(kindOfNumber(reason));
  const kind = draft.index.markKindOf(reason);
  const field = fieldOfNumber(draft.plan, reason);
  if (repair === null || field === null || field.join !== null || takesPart(field)) return null;
  const city = draft.index.places.city();
  const areaCode = parameters?.areaCode ?? city?.areaCode ?? (isOnlyZeroLost(draft, reason) ? '0' : '');
  // Post codes confirm only the area code of their own city.
  const isOfCity = repair === 'areaCode' && city !== null && withoutZero(areaCode) === withoutZero(city.areaCode);
  const isElsewhere = (row: number | null) => isOfCity && row !== null && draft.index.places.isElsewhere(row, city);
  const longest = field.type === 'text' ? field.longest : null;
  const context = { country: field.country, parameters: { areaCode }, readPhone, longest };
  const here = isOfCity ? ('confirmed' as const) : ('unknown' as const);
  const known = { here: new Map<string, string | null>(), elsewhere: new Map<string, string | null>() };
  return {
    repair,
    field,
    areaCode,
    isElsewhere,
    /** @param row whose value it is, because its post code counts; null for any row in the usual place */
    apply(value: string, row: number | null): string | null {
      const isOut = isElsewhere(row);
      const memory = isOut ? known.elsewhere : known.here;
      const before = memory.get(value);
      if (before !== undefined) return before;
      const repaired = repairValue(repair, value, { ...context, place: isOut ? 'elsewhere' : here });
      const isRight = repaired !== null && !draft.judge.judge(field, repaired).kinds.includes(kind);
      const result = isRight ? repaired : null;
      if (memory.size < REMEMBERED) memory.set(value, result);
      return result;
    },
  };
}

/** Rows of a reason that are looked at for what was lost of their numbers, and how many of them must show it. */
const LOOKED_AT = 200;
const FEWEST_SHOWN = 10;
const NEARLY_ALL = 0.9;

/**
 * Whether the numbers without a leading 0 begin with the area code of their own post code, in more than one city. Only the
 * first ones are looked at, so it is a guess.
 */
function isOnlyZeroLost({ index }: CheckedDraft, reason: number): boolean {
  const entry = kindOfNumber(reason) === 'areaCodeMissing' ? index.find(reason) : null;
  if (entry?.values == null) return false;
  const rows = [...entry.rows.page(0, LOOKED_AT)];
  const known = rows.flatMap((row) => {
    const areaCode = index.places.areaCodeOf(row);
    return areaCode === null ? [] : [{ areaCode, digits: (entry.values?.valueOf(row) ?? '').replace(/\D/g, '') }];
  });
  return (
    known.length >= Math.max(FEWEST_SHOWN, rows.length * NEARLY_ALL) &&
    known.every(({ areaCode, digits }) => digits.startsWith(withoutZero(areaCode)))
  );
}

function withoutZero(areaCode: string): string {
  return areaCode.replace(/\D/g, '').replace(/^0+/, '');
}

export type Repairing = NonNullable<ReturnType<typeof repairFor>>;

/** Everything the page shows beside the rows, from the index; no row is judged again. */
export function summaryOf(
  draft: CheckedDraft,
  readPhone: PhoneReader,
  facts: { readonly revision: number; readonly milliseconds: number },
): CheckSummary {
  const { index, layer, target } = draft;
  const problems = index.rowsWith(['problem']);
  const { rows: decisions, history } = layer;
  return {
    draftId: target.draftId,
    revision: facts.revision,
    rows: index.rows,
    standing: standingOf(draft),
    rowsWithProblem: problems.size,
    rowsWithWarning: index.rowsWith(['warning']).size,
    reasons: index
      .reasons()
      .map((entry) => reasonOf(draft, entry, readPhone))
      .sort(
        (one, other) =>
          SEVERITIES[one.severity] - SEVERITIES[other.severity] ||
          other.count - one.count ||
          (one.id < other.id ? -1 : 1),
      ),
    duplicates: duplicatesOf(draft),
    sentBefore: sentBeforeOf(draft),
    inQueue: inQueueOf(draft),
    team: sentByTeamOf(draft),
    campaign: campaignFound(draft),
    editedRows: layer.editedRows(),
    editedCells: layer.editedCells(),
    leftOut: decisions.leftOutBy(),
    undo: shownStep(history.last()),
    redo: shownStep(history.next()),
    country: draft.country,
    unprefixedPhones: index.unprefixed,
    cleanedPhones: index.cleaned,
    settings: draft.settings,
    milliseconds: facts.milliseconds,
  };
}

function shownStep(step: { readonly title: string; readonly steps: number } | null): CheckSummary['undo'] {
  return step === null ? null : { title: step.title, steps: step.steps };
}

/** Counts each row under the first that applies: left out, problem, repeated, sent before, ready. */
function standingOf({ index }: CheckedDraft) {
  const counted = index.rowsWith(['problem']);
  const problem = counted.size;
  for (const groups of [index.phones, index.emails, index.names, ...index.keys.values()])
    counted.addAll(groups.extraRows());
  const repeated = counted.size - problem;
  counted.addAll(index.sentInSpiteOf('sentBefore'));
  const sentBefore = counted.size - problem - repeated;
  const leftOut = index.leftOut.size;
  return { leftOut, problem, repeated, sentBefore, ready: index.rows - leftOut - counted.size };
}

function duplicatesOf(draft: CheckedDraft): CheckSummary['duplicates'] {
  return draft.index.reasons().flatMap(({ reason }) => {
    const groups = draft.index.groupsOf(reason);
    if (groups === null) return [];
    const kind = kindOfNumber(reason);
    const known = COMPARED.get(kind);
    const by = known?.by ?? 'key';
    const label = known?.label ?? fieldOfNumber(draft.plan, reason)?.field ?? '';
    const reasonId = reasonIdOf(draft.plan, reason);
    const extra = { first: groups.extraRows('first').size, last: groups.extraRows('last').size };
    return [{ reasonId, by, label, groups: groups.groups, rows: groups.rows.size, extra } as const];
  });
}

function sentBeforeOf({ index }: CheckedDraft): CheckSummary['sentBefore'] {
  if (index.sent === null) return null;
  const { jobs, count, campaignCode } = index.sent;
  const found = [...index.sentByJob].flatMap(([number, rows]) => {
    const job = jobs[number];
    return job === undefined || rows === 0 ? [] : [{ ...job, rows }];
  });
  return {
    campaignCode,
    compared: count,
    rows: index.sentRows.size,
    leftOut: index.sentRows.size - index.sentInSpiteOf('sentBefore').size,
    jobs: found.sort((one, other) => other.at - one.at).slice(0, 50),
  };
}

function inQueueOf({ index }: CheckedDraft): CheckSummary['inQueue'] {
  if (index.queued === null) return null;
  const files = index.queued.files.map((name, number) => ({ name, rows: index.queuedByFile.get(number) ?? 0 }));
  return {
    rows: index.queuedRows.size,
    leftOut: index.queuedRows.size - index.sentInSpiteOf('inQueue').size,
    files: files.filter(({ rows }) => rows > 0),
  };
}

function reasonOf(draft: CheckedDraft, entry: ReasonEntry, readPhone: PhoneReader): CheckReason {
  const { plan } = draft;
  const { reason, rows, values } = entry;
  const kind = kindOfNumber(reason);
  const field = fieldOfNumber(plan, reason);
  const groups = draft.index.groupsOf(reason);
  const examples = rows.page(0, EXAMPLES).map((number) => {
    const { line, cells } = draft.row(number);
    const value = field === null ? '' : judgedValue(field, sourceText(field, cells).text);
    return { row: number, line, value: value.slice(0, 200) };
  });
  const facts = factsOf(draft, reason, { field, count: rows.size, example: examples[0]?.value ?? '' });
  const isAboutOrder = kind === 'dateAmbiguous' || kind === 'dateOrder' || kind === 'dateMixed';
  return {
    id: reasonIdOf(plan, reason),
    kind,
    severity: severityOf(kind, field?.type ?? null),
    field: field?.field ?? null,
    columns: field === null ? [] : [...field.columns],
    count: rows.size,
    distinct: groups !== null ? groups.groups : field === null ? rows.size : (values?.size ?? null),
    title: titleOf(kind, facts),
    sentence: sentenceOf(kind, facts),
    examples,
    repair: describeRepair(draft, entry, readPhone),
    hasOddest: groups !== null || (values?.hasOddest ?? false),
    dates: isAboutOrder ? facts.dates : null,
  };
}

function factsOf(
  draft: CheckedDraft,
  reason: number,
  { field, count, example }: { readonly field: CheckedField | null; readonly count: number; readonly example: string },
): ReasonFacts {
  const country = field?.country ?? draft.plan.country;
  return {
    isByPhone: draft.index.team?.isByPhone === true,
    isUnfilled: field?.columns.length === 0,
    field: field?.field ?? '',
    count,
    filled: field === null ? draft.index.rows : (draft.index.filled[field.index] as number),
    country,
    postcodeDigits: numberingOf(country)?.postcode?.digits ?? 0,
    city: draft.index.places.city(),
    isOnlyZeroLost: isOnlyZeroLost(draft, reason),
    longest: field?.longest ?? 0,
    allowed: [...(field?.allowed ?? [])],
    example,
    dates: field === null ? null : draft.index.datesOf(field),
  };
}

function describeRepair(draft: CheckedDraft, entry: ReasonEntry, readPhone: PhoneReader): CheckRepair | null {
  const repairing = repairFor(draft, entry.reason, readPhone);
  if (repairing === null) return null;
  const { repair, areaCode } = repairing;
  const rows = repairableRows(entry, repairing);
  // No repair is offered for texts without a number in them, or for a phone that is too long.
  if (rows === 0 && (repair === 'numberOnly' || repair === 'shorten')) return null;
  return {
    id: repair,
    label: repairLabel(repair),
    rows,
    example: rows === 0 ? null : exampleOf(draft, entry, repairing, readPhone),
    parameters: repair === 'areaCode' ? [{ id: 'areaCode', label: 'Area code', value: areaCode }] : [],
  };
}

/** Rows that the repair corrects; null: there are more different values than are tried. */
function repairableRows(entry: ReasonEntry, repairing: Repairing): number | null {
  const { repair, areaCode } = repairing;
  if (isSure(repair)) return entry.rows.size;
  if (repair === 'areaCode' && !/\d/.test(areaCode)) return 0;
  return entry.values === null || entry.values.size === null ? null : repairedRows(entry, repairing);
}

/** Counts the rows that the repair corrects. Tries every value once; after an edit only the edited value. */
function repairedRows(entry: ReasonEntry, repairing: Repairing): number {
  if (entry.repaired === null || entry.repaired.proposal !== repairing.areaCode) {
    const isRight = (value: string, row: number | null) => repairing.apply(value, row) !== null;
    let rows = 0;
    for (const [value, count] of entry.values?.entries() ?? []) if (isRight(value, null)) rows += count;
    for (const row of entry.rows) {
      if (!repairing.isElsewhere(row)) continue;
      const value = entry.values?.valueOf(row) ?? '';
      rows += Number(isRight(value, row)) - Number(isRight(value, null));
    }
    entry.repaired = { proposal: repairing.areaCode, isRight, rows };
  }
  return entry.repaired.rows;
}

/** The example is the first row of the list that the repair corrects. */
function exampleOf(
  draft: CheckedDraft,
  entry: ReasonEntry,
  { field, apply }: Repairing,
  readPhone: PhoneReader,
): CheckRepair['example'] {
  for (const row of entry.rows.page(0, ROWS_FOR_EXAMPLE)) {
    const before = judgedValue(field, sourceText(field, draft.row(row).cells).text);
    const after = apply(before, row);
    if (after !== null) return { before, after: sentValue(field, after, readPhone) };
  }
  return null;
}
