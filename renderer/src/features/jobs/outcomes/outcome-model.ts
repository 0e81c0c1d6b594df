import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { OutcomeGroup, Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { daysLater } from '../../../../../shared/domain/service/queries/export-windows.ts';
import { campaignKey } from '../../../../../shared/domain/service/campaign-code.ts';
import { instantOf, parseServiceTime } from '../../../../../shared/domain/service/service-time.ts';
import {
  CALLED,
  CLOSED_BY_AGENT,
  type Outcome,
  OUTCOME_NOTES,
  OUTCOME_WORDS,
  type OutcomeCounts,
  OUTCOMES,
} from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { importsIn } from '../../../../../shared/domain/jobs/imports-in.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';

/** The item of the jobs page that stands for the outcomes of several imports. */
export const OUTCOMES_PLACE = 'outcomes';
/** The part of a job, or of several, that is a page to print. */
export const OUTCOMES_PRINT = 'print-outcomes';

/** Which imports: into a campaign, and begun from and to a day (`yyyy-MM-dd`, on the account's clock). Empty: all. */
export interface OutcomeScope {
  readonly campaign: string;
  readonly from: string;
  readonly to: string;
}

const SCOPE_PARTS = ['campaign', 'from', 'to'] as const;

/** @param part of the address: it survives a reload */
export function scopeOf(part: string | null): OutcomeScope & { readonly isPrint: boolean } {
  const given = new URLSearchParams(part ?? '');
  const [campaign, from, to] = SCOPE_PARTS.map((name) => given.get(name) ?? '');
  return { campaign: campaign ?? '', from: from ?? '', to: to ?? '', isPrint: given.has('print') };
}

export function scopePart(scope: OutcomeScope, isPrint = false): string {
  const given = SCOPE_PARTS.flatMap((name) => (scope[name] === '' ? [] : [[name, scope[name]]]));
  return new URLSearchParams([...given, ...(isPrint ? [['print', '1']] : [])]).toString();
}

export function scopeHref(scope: OutcomeScope, isPrint = false): string {
  const part = scopePart(scope, isPrint);
  return placeHref('jobs', OUTCOMES_PLACE, part === '' ? null : part);
}

export function importsOf(jobs: readonly JobSummary[], { campaign, from, to }: OutcomeScope): JobSummary[] {
  const midnight = (day: string) => {
    const time = parseServiceTime(day);
    return time === null ? null : instantOf(time.clock, format.zone());
  };
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(to);
  return importsIn(jobs, {
    campaign: campaign === '' ? null : campaign,
    from: midnight(from),
    until: isDay ? midnight(daysLater(to, 1)) : null,
  });
}

/** The codes of their campaigns in order. Two spellings name one campaign, which one request reads: the first is taken. */
export function campaignsOf(jobs: readonly Pick<JobSummary, 'campaignCode'>[]): string[] {
  const codes = jobs.map(({ campaignCode }) => campaignCode).toSorted();
  return [...Map.groupBy(codes, campaignKey).values()].flatMap((spellings) => spellings.slice(0, 1));
}

/** "All imports into DK-ENERGI-26, Nov 1 to Nov 30" */
export function scopeWords({ campaign, from, to }: OutcomeScope): string {
  const where = campaign === '' ? 'All imports' : `All imports into ${campaign}`;
  if (from === '' && to === '') return where;
  if (to === '') return `${where} since ${from}`;
  return from === '' ? `${where} until ${to}` : `${where}, ${from} to ${to}`;
}

/** "07:05" → 425, minutes of a day; null for any other text. */
export function minuteOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** 425 → "07:05" */
export function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export interface OutcomeLine {
  readonly outcome: Outcome;
  readonly words: string;
  /** What the outcome means; empty when its name says it. */
  readonly note: string;
  readonly rows: number;
}

/** Outcomes that leads have, in the order in which a person asks for them. */
export function outcomeLines({ counts }: Pick<Outcomes, 'counts'>): OutcomeLine[] {
  return OUTCOMES.flatMap((outcome) => {
    const rows = counts[outcome] ?? 0;
    return rows === 0 ? [] : [{ outcome, words: OUTCOME_WORDS[outcome], note: OUTCOME_NOTES[outcome] ?? '', rows }];
  });
}

const sum = (counts: OutcomeCounts, names: readonly Outcome[]): number =>
  names.reduce((all, name) => all + (counts[name] ?? 0), 0);

/** Figures that are compared with those of others: rows. */
export function groupFigures({ counts }: Pick<OutcomeGroup, 'counts'>) {
  return {
    closed: sum(counts, CLOSED_BY_AGENT),
    success: counts.success ?? 0,
    invalid: sum(counts, ['invalid', 'failed']),
    open: sum(counts, ['new', 'redial', 'unresolved']),
    unknown: sum(counts, ['other', 'moved', 'repeated', 'unseen', 'unmatched']),
  };
}

export interface FunnelStep {
  readonly words: string;
  readonly rows: number;
}

/** From all created leads to those that ended with success; each step is a part of the one before. */
export function funnelOf({ counts, created }: Pick<Outcomes, 'counts' | 'created'>): readonly FunnelStep[] {
  return [
    { words: 'Created', rows: created },
    { words: 'Called', rows: sum(counts, CALLED) },
    { words: 'Closed by an agent', rows: sum(counts, CLOSED_BY_AGENT) },
    { words: 'Success', rows: counts.success ?? 0 },
  ];
}

/** Sentences about the leads in none of the steps, and the share of closed leads that are a success. */
export function funnelWords({ counts, created }: Pick<Outcomes, 'counts' | 'created'>): string {
  const closed = sum(counts, CLOSED_BY_AGENT);
  const fresh = counts.new ?? 0;
  const untold = created - sum(counts, CALLED) - fresh;
  return [
    ...(fresh > 0 ? [`${format.count(fresh, { one: '# lead is', other: '# leads are' })} new.`] : []),
    ...(untold > 0 ? [`For ${format.number(untold)} it is not known whether they were called.`] : []),
    ...(closed > 0 ? [`${format.percent(counts.success ?? 0, closed)} of those closed are a success.`] : []),
  ].join(' ');
}

export function groupName({ kind, value }: Pick<OutcomeGroup, 'kind' | 'value'>, joined: number): string {
  if (kind === 'rare') return format.count(joined, { one: '# rarer value', other: '# rarer values' });
  if (kind === 'noColumn') return 'imports without this column';
  return value === '' ? 'empty' : value;
}

/** "3 to 7 days" */
export function ageWords({ day, until }: Pick<Outcomes['course'][number], 'day' | 'until'>): string {
  return until === null ? `${day} days or more` : `${day} to ${until} days`;
}

/** Leads of an age of which nothing is known, and why; empty when all are known. */
export function missingWords({ younger, notRead }: Pick<Outcomes['course'][number], 'younger' | 'notRead'>): string {
  return [
    ...(younger > 0 ? [`${format.number(younger)} younger`] : []),
    ...(notRead > 0 ? [`${format.number(notRead)} not read then`] : []),
  ].join(', ');
}

/** What a person has to know about a reading before they trust its figures; empty: nothing. */
export function readingNotes(outcomes: Outcomes, moment: (at: number) => string): string[] {
  const { byTag, byValues, elsewhere, notRead, wholeAt, imports } = outcomes;
  const found = [
    ...(byTag > 0 ? [`${format.number(byTag)} by the tag that was sent`] : []),
    ...(byValues > 0 ? [`${format.number(byValues)} by their values alone, which is likely but not certain`] : []),
  ];
  return [
    found.length > 0 && `The service gave no lead id for some rows: found ${found.join(', ')}.`,
    elsewhere > 0 &&
      `${format.count(elsewhere, leadForms)} of other campaigns came too: the service did not keep to the filter. They are not counted.`,
    notRead > 0 &&
      `${format.count(notRead, { one: '# created row', other: '# created rows' })} in no reading yet${imports > 1 ? ', of imports that were not read or' : ':'} created since.`,
    wholeAt !== null &&
      `All leads were read ${moment(wholeAt)}, since then only what changed. A lead that left the list since then still counts as it was: Read again asks for all.`,
  ].filter((note) => note !== false);
}

/** "312 leads changed since the reading before: 200 from New to Not interested, …" */
export function movesWords(moves: Outcomes['moves']): string {
  const MOST = 4;
  const all = moves.reduce((count, { rows }) => count + rows, 0);
  if (all === 0) return '';
  const parts = moves
    .slice(0, MOST)
    .map(({ from, to, rows }) => `${format.number(rows)} from ${OUTCOME_WORDS[from]} to ${OUTCOME_WORDS[to]}`);
  const rest = moves.slice(MOST).reduce((count, { rows }) => count + rows, 0);
  const more = rest > 0 ? `, ${format.number(rest)} in other ways` : '';
  return `${format.count(all, leadForms)} changed since the reading of an earlier day: ${parts.join(', ')}${more}. When, between the two, is not known.`;
}
