import type { JobCounts, JobDetail, JobRow, JobSummary, RowRepair } from '../../../../../shared/contract/jobs/jobs.ts';
import { countsOf } from '../../../../../shared/domain/jobs/job-row.ts';
import { type Hold, standingOf, type JobFacts, type JobStanding } from '../../../../../shared/domain/jobs/job-state.ts';
import { timeWords } from '../../../../../shared/domain/service/service-time.ts';
import { FASTEST, type JobDemand, rowCourse } from '../../../../../shared/domain/schedule/row-course.ts';
import { trialRoom } from '../../../../../shared/domain/schedule/trial-rows.ts';
import { format } from '../../../../../shared/domain/words/format.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { ENDPOINT } from '../../../../../shared/domain/service/services.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { ServiceQuotaDetail } from '../../../api/broker/service-quota.ts';
import { restWords } from '../../../api/outcomes/create-lead.ts';
import { settledRate } from './job-demand.ts';
import type { JobRunner } from '../run/job-runner.ts';
import { DAMAGED_JOB, type JobRecord, type StoredRow } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { leadOf } from '../journal/records/lead-payload.ts';

/** Minutes in the chart of rows a minute: four hours. */
const MINUTES_SHOWN = 240;
/** Milliseconds. A run younger than this shows no rate. */
const FIRST_RATE = 3000;

export interface ReportFacts {
  readonly accountId: string;
  readonly job: JobRecord;
  readonly store: JobStore;
  readonly api: ApiClient;
  readonly runner: JobRunner | null;
  /** Why the end of the last run is not in the journal; null when it is. */
  readonly leftHold: Hold | null;
  /** Missing: the job keeps none. */
  readonly resultFile?: JobSummary['resultFile'];
  readonly worker: JobFacts['worker'];
  /** The jobs of the account that go on without a person, this one among them or not. */
  readonly demands: readonly JobDemand[];
  /** In which terms name hours. */
  readonly zone: string;
  /** Units a minute that everything but jobs is taken to use. */
  readonly otherUse: number;
  /** What the service's own count of leads could not show of the job. */
  readonly countNotes: readonly string[];
  /** Unix milliseconds. */
  readonly now: number;
  readonly sequence: number;
}

export function summaryOf(facts: ReportFacts): JobSummary {
  const { job, store, runner, worker } = facts;
  const tally = store.rows.tally(job.id);
  const counts = countsOf(job.rows, tally);
  // Of a job that nobody runs, such rows become unknown before it goes on.
  const onTheirWay = worker === 'nobody' || job.wish === 'run' ? 0 : tally.intent;
  const quota = facts.api.quota();
  const hold =
    runner === null
      ? (facts.leftHold ?? job.hold)
      : (runner.hold ??
        (quota.offline === '' ? null : { kind: 'offline' as const, reason: quota.offline, resumeAt: null }));
  const standing = standingOf({ counts, wish: job.wish, hold, worker, onTheirWay });
  const service = quota.services.find((candidate) => candidate.service === ENDPOINT.createLeads) ?? null;
  const isRunning = standing.state === 'running';
  const origin = store.originOf(job.id);
  const rate = runner === null ? rateElsewhere(facts) : runner.ratePerMinute;
  return {
    id: job.id,
    accountId: facts.accountId,
    name: job.name,
    fileName: job.fileName,
    campaignCode: job.campaignCode,
    poolName: job.poolName,
    ...standing,
    // An ended one has no reason of its own.
    reason: standing.reason === '' && job.isDamaged ? DAMAGED_JOB : standing.reason,
    ...(job.isDamaged && { isDamaged: true }),
    ...(onTheirWay > 0 && { onTheirWay }),
    ...(worker === 'elsewhere' && { isElsewhere: true }),
    ...(runner !== null && runner.unwrittenAnswers > 0 && { unwritten: runner.unwrittenAnswers }),
    counts,
    by: origin.by,
    ...(origin.source !== null && { source: origin.source }),
    terms: job.terms,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    ratePerMinute: isRunning ? shownRate(runner, rate, service?.ratePerMinute ?? null) : rate,
    rateReason: isRunning ? rateReason(facts, service, settledRate(runner, rate)) : '',
    finishAt: goesOn(standing, counts, job.terms)
      ? finishOf(facts, service, counts.waiting, isRunning ? settledRate(runner, rate) : null)
      : null,
    ...(facts.resultFile && { resultFile: facts.resultFile }),
    sequence: facts.sequence,
  };
}

/** Whether its last row goes without a person, at a time that can be worked out. */
function goesOn({ state, holdKind }: JobStanding, counts: JobCounts, { trial }: JobRecord['terms']): boolean {
  const sends = state === 'running' || (state === 'waiting' && holdKind !== 'offline' && holdKind !== 'count');
  return sends && trialRoom(trial, counts) >= counts.waiting;
}

/** When its last row is answered, by the one schedule of all jobs; null when that is not known or too far away. */
function finishOf(
  { job, api, runner, demands, zone, otherUse, now }: ReportFacts,
  service: ServiceQuotaDetail | null,
  rows: number,
  ratePerMinute: number | null,
): number | null {
  if (service === null && ratePerMinute === null) return null;
  const isRunning = runner === null || runner.hold === null;
  const own: JobDemand = { id: job.id, name: job.name, rows, terms: job.terms, isRunning, ratePerMinute };
  const others = demands.filter(({ id }) => id !== job.id);
  const { productionZone, nightPrice, fairUse, clockOffset } = api.quota();
  const rules = { zone, productionZone: productionZone.zone, nightPrice: nightPrice.units, fairUse, clockOffset };
  return rowCourse(service ?? undefined, [own, ...others], rules, { now, otherUse }).jobs[0]?.to ?? null;
}

export function detailOf(facts: ReportFacts): JobDetail {
  const { job, store } = facts;
  const fixed = store.repairs.fixedByReason(job.id);
  const { changes } = store.repairs;
  return {
    summary: summaryOf(facts),
    columns: [...job.columns],
    fields: job.mapping.map((rule) => rule.field),
    refusals: store.lists.refusals(job.id).map((refusal) => ({ ...refusal, fixed: fixed.get(refusal.reason) ?? 0 })),
    sentElsewhere: store.sentElsewhere.heldBack(job.id).length,
    perMinute: store.lists.perMinute(job.id, MINUTES_SHOWN),
    filled: filledColumns(job),
    countNotes: [...facts.countNotes],
    lastChange: changes.last(job.id),
    nextChange: changes.next(job.id),
  };
}

/** Columns that fill fields, in the file's order. */
function filledColumns({ mapping }: JobRecord): JobDetail['filled'] {
  const fields = new Map<number, string[]>();
  for (const { field, source } of mapping)
    if (source.kind === 'columns')
      for (const column of source.columns) fields.set(column, [...(fields.get(column) ?? []), field]);
  return [...fields].sort(([one], [other]) => one - other).map(([column, names]) => ({ column, fields: names }));
}

export function jobRowOf(job: JobRecord, { payload, ...row }: StoredRow, repair?: RowRepair): JobRow {
  return {
    ...row,
    ...(repair && { repair }),
    cells: job.columns.map((_, index) => row.cells[index] ?? ''),
    data: leadOf(job, { n: row.row, cells: row.cells, payload }),
  };
}

/**
 * Rows of the last minute. A younger run shows its pace so far, but no more than it is allowed, as a few seconds may have
 * more than their share; in its first seconds, 0.
 */
function shownRate(runner: JobRunner | null, rate: number, allowed: number | null): number {
  if (runner === null) return rate;
  if (runner.watchedFor < FIRST_RATE) return 0;
  return Math.round(runner.watchedFor < MINUTE ? Math.min(rate, allowed ?? rate) : rate);
}

/** Rows in the last whole minute of the journal, for a job that another program runs. */
function rateElsewhere({ job, store, worker, now }: ReportFacts): number {
  if (worker !== 'elsewhere') return 0;
  const before = Math.floor(now / 60_000) * 60_000 - 60_000;
  return store.lists.perMinute(job.id, 3).find((entry) => entry.minute === before)?.rows ?? 0;
}

/** Only the counts prove that somebody else was there; the headers of a minute may count what a restart forgot. */
function crowdedMinute({ foreignLastMinute, daily }: ServiceQuotaDetail): string {
  const requests = format.count(foreignLastMinute, 'request');
  return daily.others > 0
    ? `Other clients of this account use ${requests} a minute; this job uses the rest.`
    : `The service counts ${format.count(foreignLastMinute, 'more request')} in this minute than Lead Console knows of; this job uses the rest.`;
}

function rateReason(
  { job, zone, now }: Pick<ReportFacts, 'job' | 'zone' | 'now'>,
  service: ServiceQuotaDetail | null,
  rate: number | null,
): string {
  const { share } = job.terms;
  if (service === null) return '';
  if (service.blockedReason !== '') return service.blockedReason;
  // Only the job whose row met it is held; the others wait with it.
  if (service.rowsRestUntil !== null) return restWords(timeWords(service.rowsRestUntil, now, zone));
  if (service.foreignLastMinute > 0) return crowdedMinute(service);
  const allowed = service.ratePerMinute;
  if (share < 100) {
    const pace = Math.floor(((allowed ?? FASTEST) * share) / 100);
    return `You gave it ${share} % of the pace: ${format.count(pace, 'row')} a minute.`;
  }
  if (allowed === null) return 'This service has no minute limit; Lead Console sends at a moderate pace.';
  if (rate !== null && rate < allowed * 0.8)
    return `The pace would allow ${format.count(Math.floor(allowed), 'row')} a minute, but the service answers slowly.`;
  const limit = service.minute?.limit;
  return limit === undefined
    ? `The fair use pace is ${format.count(Math.floor(allowed), 'row')} a minute.`
    : `The service allows ${format.count(limit, 'request')} a minute; the pace stays just below that.`;
}
