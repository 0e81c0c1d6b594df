import type { CheckFilter, RepairParameters } from '../../../../../../shared/contract/check/check-acts.ts';
import type {
  CheckKind,
  CheckReason,
  CheckSeverity,
  CheckSummary,
} from '../../../../../../shared/contract/check/check.ts';
import type { CampaignField, Draft } from '../../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import { checkedTypeOf, type CheckedType, isNameField } from '../../../../../../shared/domain/check/field-type.ts';
import { RESULT_REASON, RESULT_STATE, resultColumnsIn } from '../../../../../../shared/domain/jobs/result-columns.ts';
import { countryName } from '../../../../../../shared/domain/country/country-name.ts';
import { format } from '../../../../lib/format.ts';

export interface ReasonGroup {
  readonly severity: CheckSeverity;
  readonly title: string;
  /** Rows with such a reason; null where that is not counted. */
  readonly rows: number | null;
  readonly reasons: readonly CheckReason[];
}

/** The status in whose colour a reason is shown. */
export const SEVERITY_STATUS = { problem: 'error', warning: 'warning', note: 'info' } as const;

const GROUPS: readonly { readonly severity: CheckSeverity; readonly title: string }[] = [
  { severity: 'problem', title: 'Likely to be refused' },
  { severity: 'warning', title: 'Worth a look' },
  { severity: 'note', title: 'Fine to send' },
];

/** Reasons by how much they matter, in the order of the list; groups without a reason are left out. Rows that another import has stand above. */
export function reasonGroups(summary: CheckSummary): ReasonGroup[] {
  const rows = { problem: summary.rowsWithProblem, warning: summary.rowsWithWarning, note: null };
  return GROUPS.map(({ severity, title }) => ({
    severity,
    title,
    rows: rows[severity],
    reasons: summary.reasons.filter((reason) => reason.severity === severity && !isKnownElsewhere(reason.kind)),
  })).filter((group) => group.reasons.length > 0);
}

/** Rows that another import has stand above the others. */
function isKnownElsewhere(kind: CheckKind): boolean {
  return kind === 'sentBefore' || kind === 'inQueue' || kind === 'sentByTeam' || kind === 'teamContact';
}

/** Groups of rows that share a value; null: not what the reason is about. */
export function groupsOf({ duplicates }: CheckSummary, { id }: CheckReason): number | null {
  return duplicates.find(({ reasonId }) => reasonId === id)?.groups ?? null;
}

/** What becomes of the rows of a reason when they are sent as they are now. Rows that are left out are not among them. */
export function fateWords({ kind, severity, count }: CheckReason, groups: number | null): string {
  const [is, each] = count === 1 ? ['It is', 'It'] : ['They are', 'They'];
  if (kind === 'extensionLeftOut') return 'Only the number is sent.';
  if (groups !== null) return 'All are sent as they are.';
  if (severity === 'problem') return `${is} sent as ${count === 1 ? 'it is' : 'they are'}, and likely to be refused.`;
  return severity === 'warning' ? `${is} sent as ${count === 1 ? 'it is' : 'they are'}.` : `${each} can be sent.`;
}

/** The quiet second line of a reason in the list. */
export function reasonHint(reason: CheckReason, groups: number | null): string {
  const { count, distinct, repair, examples } = reason;
  const field = reason.field === null || reason.title.includes(reason.field) ? '' : `${reason.field}, `;
  if (groups !== null) return `${field}${format.count(groups, { one: '# group', other: '# groups' })}`;
  if (repair !== null && repair.rows === count && count > 1) return `${field}one repair fits all`;
  if (repair !== null && (repair.rows ?? 0) > 0 && count > 1)
    return `${field}one repair fits ${format.number(repair.rows ?? 0)}`;
  if (count <= examples.length && count <= 3) return `${field}${lineWords(examples.map((example) => example.line))}`;
  if (reason.field !== null && distinct !== null && distinct > 1)
    return `${field}${format.number(distinct)} different values`;
  const example = examples[0];
  return `${field}${example === undefined ? '' : `first in line ${format.number(example.line)}`}`;
}

function lineWords(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${format.list(lines.map(format.number))}`;
}

/** The reason to look at after a change: the same while it has rows, else the next one that needs a person. */
export function reasonAfter(summary: CheckSummary, chosen: string | null): string | null {
  const isThere = (id: string | null) => summary.reasons.some((reason) => reason.id === id);
  if (chosen !== null && isThere(chosen)) return chosen;
  // Choosing an order of dates turns `dateAmbiguous` into `dateOrder`; taking it back does the reverse.
  const twin = chosen === null ? null : dateTwin(chosen);
  if (twin !== null && isThere(twin)) return twin;
  return summary.reasons.find((reason) => reason.severity !== 'note')?.id ?? null;
}

function dateTwin(reasonId: string): string | null {
  const [kind, field] = [reasonId.slice(0, reasonId.indexOf(':')), reasonId.slice(reasonId.indexOf(':') + 1)];
  return kind === 'dateAmbiguous' ? `dateOrder:${field}` : kind === 'dateOrder' ? `dateAmbiguous:${field}` : null;
}

export function needsNothing(summary: CheckSummary): boolean {
  return summary.reasons.every((reason) => reason.severity === 'note');
}

/** The parts of the filter, narrow to wide. */
export function offeredFilters(reason: CheckReason | null): readonly CheckFilter[] {
  const any: readonly CheckFilter[] = ['problem', 'repaired', 'leftOut', 'all'];
  return reason === null ? any : ['reason', ...any];
}

/** Rows behind a part of the filter; the same figures as in the list of reasons, the foot and the overview. */
export function filterCount(filter: CheckFilter, summary: CheckSummary, reason: CheckReason | null): number {
  switch (filter) {
    case 'reason':
      return reason?.count ?? 0;
    case 'problem':
      return summary.rowsWithProblem;
    case 'repaired':
      return summary.editedRows;
    case 'leftOut':
      return summary.standing.leftOut;
    case 'all':
      return summary.rows;
  }
}

interface Looked {
  readonly words: string;
  readonly kinds: readonly CheckKind[];
  /** Left out: for any field. */
  readonly type?: CheckedType;
  /** What the check does as long as the country of the phones is a guess; left out: it needs no country. */
  readonly onGuess?: string;
}

const LOOKED: readonly Looked[] = [
  { words: 'Rows without a phone', kinds: ['noPhone'], type: 'phone' },
  {
    words: 'Phones without area code or 0',
    kinds: ['areaCodeMissing', 'leadingZeroLost'],
    type: 'phone',
    onGuess: 'judged as numbers of',
  },
  {
    words: 'Invalid phones',
    kinds: ['phoneShort', 'phoneLong', 'phoneInvalid', 'phoneSeveral', 'phoneExtension'],
    type: 'phone',
    onGuess: 'judged as numbers of',
  },
  { words: 'Dates instead of phones', kinds: ['dateInPhone'], type: 'phone' },
  { words: 'Duplicate phones', kinds: ['duplicatePhone'], type: 'phone', onGuess: 'compared as numbers of' },
  { words: 'Invalid e-mail addresses', kinds: ['emailInvalid'], type: 'email' },
  { words: 'Duplicate e-mail addresses', kinds: ['duplicateEmail'], type: 'email' },
  {
    words: 'Post codes without their leading 0',
    kinds: ['postcodeZeroLost', 'postcodeInvalid'],
    type: 'postcode',
    onGuess: 'judged as post codes of',
  },
  { words: 'Invalid dates', kinds: ['dateInvalid'], type: 'date' },
  { words: 'Day and month in mixed order', kinds: ['dateAmbiguous', 'dateMixed'], type: 'date' },
  { words: 'Invalid web addresses', kinds: ['urlScheme', 'urlInvalid'], type: 'url' },
  { words: 'Shortened numbers, as in 4.5E+11', kinds: ['exponent', 'digitsLost', 'pointZero'] },
  { words: 'Formula errors', kinds: ['formulaError'] },
  { words: 'Signs for a missing value, such as NULL or n/a', kinds: ['placeholder', 'noValue'] },
];

/** What the check looked for and found nowhere. */
export interface CheckedFor {
  /** Looked for in these fields, on facts. */
  readonly sure: readonly string[];
  /** Looked for on a guess, or not looked for at all; `because` is a clause with what would settle it. */
  readonly unsure: readonly { readonly words: string; readonly because: string }[];
}

/** What the check looked for in these fields and found nowhere, apart by whether it knew enough to be sure. */
export function checkedFor(
  summary: CheckSummary,
  mapping: Mapping,
  { fields, campaignCode }: Pick<Draft, 'fields' | 'campaignCode'>,
  isTeamAway = false,
): CheckedFor {
  const found = new Set(summary.reasons.map((reason) => reason.kind));
  const types = new Set(
    mapping.filter((rule) => rule.source.kind === 'columns').map((rule) => checkedTypeOf(rule, fields)),
  );
  const looked = LOOKED.filter(
    ({ kinds, type }) => (type === undefined || types.has(type)) && !kinds.some((kind) => found.has(kind)),
  );
  const isGuess = (type: CheckedType | undefined) =>
    summary.country.source === 'guess' && (type === 'postcode' || summary.unprefixedPhones > 0);
  const { value: country } = summary.country;
  const becauseOf = (onGuess: string) =>
    country === null ? 'needs the country' : `${onGuess} ${countryName(country)}, a guess`;
  const sure: string[] = [];
  const unsure: { words: string; because: string }[] = [];
  for (const { words, type, onGuess } of looked)
    if (onGuess !== undefined && isGuess(type)) unsure.push({ words, because: becauseOf(onGuess) });
    else sure.push(words);
  const { sentBefore } = summary;
  const rowsSentBefore = 'Rows sent before';
  if (sentBefore === null)
    unsure.push({ words: rowsSentBefore, because: campaignCode === '' ? 'needs a campaign' : 'needs an account' });
  else if (sentBefore.compared > 0 && !found.has('sentBefore')) sure.push(rowsSentBefore);
  const { campaign } = summary;
  if (campaign !== null && campaign.groups.length === 0) {
    const rowsThere = 'Rows that the campaign holds';
    if (campaign.stopped !== null) unsure.push({ words: rowsThere, because: 'not all of its leads came' });
    else if (campaign.doubt !== null) unsure.push({ words: rowsThere, because: 'its leads could not be compared' });
    else if (campaign.isStale) unsure.push({ words: rowsThere, because: 'rows or columns were changed since' });
    else if (!campaign.isProven)
      unsure.push({ words: rowsThere, because: 'nothing proves that all of its leads came' });
    else sure.push(rowsThere);
  }
  const { team } = summary;
  const rowsOfTeam = 'Leads that colleagues have';
  if (team !== null && isTeamAway) unsure.push({ words: rowsOfTeam, because: 'the team cannot be asked now' });
  else if (team !== null && !found.has('sentByTeam')) {
    if (team.askedAt === null) unsure.push({ words: rowsOfTeam, because: 'the team was not asked yet' });
    else if (team.isStale) unsure.push({ words: rowsOfTeam, because: 'rows or columns were changed since' });
    else sure.push(rowsOfTeam);
  }
  return { sure, unsure };
}

/** Parameters as a person changed them; undefined while they are as proposed. */
export function changedParameters(reason: CheckReason | null, typed: string | null): RepairParameters | undefined {
  const proposal = reason?.repair?.parameters[0];
  if (proposal === undefined || typed === null) return undefined;
  const areaCode = typed.trim();
  if (areaCode === proposal.value) return undefined;
  // 30 and 030 are one area code: the check's answer for one is the answer for the other.
  if (proposal.value !== '' && `0${areaCode}` === proposal.value) return undefined;
  return { areaCode };
}

/** Fields that name a row for a person, the best first. */
const NAMES = [/firm|compan|unternehmen|virksomhed|organi/i, /name|navn|namn|nimi/i];

/** The column by whose values a person knows a row: a name, else the first column that is sent. */
export function namingColumn(mapping: Mapping, fields: readonly CampaignField[]): number {
  const filled = mapping.flatMap((rule) => {
    const column = rule.source.kind === 'columns' ? rule.source.columns[0] : undefined;
    return column === undefined || checkedTypeOf(rule, fields) !== 'text' ? [] : [{ field: rule.field, column }];
  });
  for (const name of NAMES) {
    const found = filled.find(({ field }) => name.test(field));
    if (found !== undefined) return found.column;
  }
  return filled[0]?.column ?? 0;
}

const WHOLE_ROW: Partial<Record<CheckKind, readonly CheckedType[]>> = {
  noPhone: ['phone'],
  duplicatePhone: ['phone'],
  duplicateEmail: ['email'],
  sentBefore: ['phone', 'email'],
  inQueue: ['phone', 'email'],
  sentByTeam: ['phone', 'email'],
  teamContact: ['phone', 'email'],
};

/** Columns to look at for a reason; one about whole rows is about its phones or its addresses. */
export function judgedColumns(
  reason: CheckReason | null,
  mapping: Mapping,
  fields: readonly CampaignField[],
): readonly number[] {
  if (reason === null) return [];
  if (reason.field !== null) return reason.columns;
  const types = WHOLE_ROW[reason.kind] ?? [];
  const isJudged = (rule: Mapping[number]) =>
    reason.kind === 'duplicateName' ? isNameField(rule.field) : types.includes(checkedTypeOf(rule, fields));
  const columns = mapping.flatMap((rule) =>
    rule.source.kind === 'columns' && isJudged(rule) ? rule.source.columns : [],
  );
  return [...new Set(columns)];
}

/**
 * Order of the grid's data columns: what names the row, then the judged ones, then what a result file tells of the row, then
 * the others that are sent, then the rest of the file.
 */
export function columnSequence(
  count: number,
  {
    naming,
    judged,
    mapped,
    told,
  }: Readonly<Record<'judged' | 'mapped' | 'told', readonly number[]>> & { readonly naming: number },
): number[] {
  const front = judged.length === 0 || judged.includes(naming) ? judged : [naming, ...judged];
  const all = Array.from({ length: count }, (_, index) => index);
  const sent = all.filter((index) => mapped.includes(index));
  return [...new Set([...front, ...told, ...sent, ...all])];
}

/**
 * Columns that are shown though they are not sent: of a result file, why a row was refused, and what became of it.
 */
export function toldColumns(headers: readonly string[]): number[] {
  const own = resultColumnsIn(headers);
  return own === null ? [] : [own + RESULT_REASON, own + RESULT_STATE];
}

/** Columns that are sent, in the order of the file. */
export function mappedColumns(mapping: Mapping): number[] {
  const used = mapping.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : []));
  return [...new Set(used)].sort((one, other) => one - other);
}
