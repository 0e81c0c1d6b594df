import { accountSummarySchema, type AccountSummary } from '../../../shared/contract/account/account.ts';
import { exportSummarySchema, type ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ColumnProfile } from '../../../shared/contract/exports/views.ts';
import {
  quotaSnapshotSchema,
  type QuotaSnapshot,
  type RequestLogEntry,
  type ServiceQuota,
} from '../../../shared/contract/quota/quota.ts';
import { DEFAULT_ALERTS } from '../../../shared/domain/quota/alert-defaults.ts';
import { segmentChangeSchema, type SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import type { JobDetail, JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { Segment } from '../../../shared/contract/segments/segments.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';

/** Sunday 22 November 2026, 12:00 UTC, in Unix milliseconds: when the examples began. */
const START = Date.UTC(2026, 10, 22, 12);

/** A practice account that is signed in, with every default of the dialect. */
export function exampleAccount(changed: Partial<AccountSummary> = {}): AccountSummary {
  return accountSummarySchema.parse({
    id: 'practice',
    name: 'Practice',
    kind: 'practice',
    address: 'http://127.0.0.1:4810/api',
    username: 'practice',
    signedIn: true,
    protection: 'session',
    dialect: {},
    ...changed,
  });
}

/** A job of 100 rows, half of them created. */
export function exampleJob(changed: Partial<JobSummary> = {}): JobSummary {
  return jobSummary({
    accountId: 'practice',
    name: 'Nordlys customers',
    fileName: 'nordlys.csv',
    campaignCode: 'DK-NORDLYS',
    counts: { rows: 100, created: 50, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 50 },
    createdAt: START,
    ratePerMinute: 236,
    rateReason: 'Fair use allows 240 requests a minute.',
    finishAt: START + 60_000,
    ...changed,
  });
}

/** Detail of a job without refusals. */
export function exampleJobDetail(summary: JobSummary, changed: Partial<JobDetail> = {}): JobDetail {
  return {
    summary,
    columns: ['Firma', 'Telefon'],
    fields: ['Firma', 'Telefon1'],
    refusals: [],
    sentElsewhere: 0,
    perMinute: [],
    filled: [
      { column: 0, fields: ['Firma'] },
      { column: 1, fields: ['Telefon1'] },
    ],
    lastChange: null,
    countNotes: [],
    nextChange: null,
    ...changed,
  };
}

/** An export that has all its leads: two columns. */
export function exampleExport(changed: Partial<ExportSummary> = {}): ExportSummary {
  return exportSummarySchema.parse({
    id: 'export-1',
    accountId: 'practice',
    name: 'All projects',
    query: { source: 'simple', projects: [], modifiedFrom: null, statuses: [], closures: [], extra: [] },
    relativeSince: null,
    askedAt: '2026-11-20T10:00:00',
    request: 'GET /api/simpleleads',
    state: 'complete',
    reason: '',
    rows: 3,
    requests: 1,
    answered: { filters: [], asked: 3, keeps: null },
    windows: null,
    sameDay: null,
    mayBeSplit: false,
    isUnstored: false,
    pointReached: null,
    refresh: null,
    refreshedAt: null,
    cannotRefresh: '',
    shortened: [],
    repeated: 0,
    hasBrokenText: false,
    bytes: 1200,
    rowsPerSecond: 0,
    columns: [
      { index: 0, path: 'uniqueId', filled: 3 },
      { index: 1, path: 'data.Firma', filled: 3 },
    ],
    startedAt: START,
    endedAt: START + 2000,
    storedBytes: 4096,
    sequence: 1,
    ...changed,
  });
}

/** A column with another text in each of its leads. */
export function exampleProfile(rows: number, changed: Partial<ColumnProfile> = {}): ColumnProfile {
  return {
    isEstimate: false,
    rows,
    rowsTotal: rows,
    filled: rows,
    distinct: rows,
    guess: { kind: 'text', fits: rows },
    smallest: null,
    largest: null,
    sum: null,
    lengths: null,
    shapes: [],
    histogram: [],
    ...changed,
  };
}

/** The budget that imports use, of which nothing is used yet. */
export function exampleBudget(changed: Partial<ServiceQuota> = {}): ServiceQuota {
  return {
    service: 'POST leads',
    title: 'Create leads',
    name: null,
    endpoints: [{ service: 'POST leads', title: 'Create leads', isLikely: false }],
    grouping: 'assumed',
    minute: { limit: 240, remaining: 240, resetsAt: START },
    daily: {
      limit: 100_000,
      used: 0,
      own: 0,
      others: 0,
      told: null,
      remaining: 100_000,
      startedAt: null,
      resetsAt: null,
      source: 'counted',
      confirmedAt: null,
    },
    origins: { limit: null, used: null, minute: null, resetsAt: null },
    lastMinute: { person: 0, refresh: 0, import: 0, reconcile: 0, others: 0 },
    ratePerMinute: 236.4,
    refusedLastDay: 0,
    otherUse: 0,
    shares: { minute: { percent: 100, isOwn: false }, day: { percent: 100, isOwn: false } },
    outlook: {
      state: 'tooEarly',
      runsOutAt: { low: null, middle: null, high: null },
      reserveAt: { low: null, middle: null, high: null },
      leftAtReset: null,
      basis: '',
    },
    price: 1,
    blockedUntil: null,
    blockedPeriod: null,
    blockedReason: '',
    sentLastMinute: 0,
    reserve: { units: 0, isOwn: false },
    lastHeaders: null,
    ...changed,
  };
}

/** The quota before the service has answered anything: no figure is known. */
export function exampleQuota(changed: Partial<QuotaSnapshot> = {}): QuotaSnapshot {
  return quotaSnapshotSchema.parse({
    accountId: 'practice',
    fairUse: true,
    timeZone: 'Europe/Copenhagen',
    services: [],
    unmatched: [],
    alerts: [],
    alertSettings: DEFAULT_ALERTS,
    alertDelivery: { webhook: null, file: null, failure: null },
    lastProbe: null,
    productionZone: { zone: 'Europe/Copenhagen', isOwn: false },
    rawLimits: null,
    rawCounts: null,
    readAt: null,
    offline: '',
    clockOffset: null,
    nightPrice: { units: 4, source: 'assumed', at: null },
    sequence: 1,
    ...changed,
  });
}

/** The charts of a budget of which nothing is known yet. */
export const emptyCharts = {
  'quota:minutes': () => ({ step: 60_000, limit: 240, points: [] }),
  'quota:hours': () => ({ zone: 'UTC', days: 0, cells: [] }),
  'quota:refusals': () => ({ total: 0, refusals: [] }),
  'quota:latency': () => ({ step: 300_000, points: [] }),
};

/** A line of the request log: a lead that was created. */
export function exampleRequest(changed: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    id: 1,
    at: Date.UTC(2026, 10, 17, 12, 47, 8),
    ...{ method: 'POST', path: '/leads', service: 'POST leads', lane: 'import' },
    ...{ status: 200, outcome: 'done', units: 1, milliseconds: 84, remaining: 12 },
    ...changed,
  };
}

/** A segment without a window that lacks four leads. */
export function exampleSegment(changed: Partial<Segment> = {}): Segment {
  return {
    ...{ uniqueId: 'SEG-1', name: 'Callback list', isActive: true, activeFrom: null, activeTill: null },
    ...{ goalTargetValue: 44, goalCurrentValue: 40 },
    ...changed,
  };
}

/** Two batches of three leads into a segment: one was answered, the answer to the other did not come. */
export function exampleSegmentChange(changed: Partial<SegmentChange> = {}): SegmentChange {
  const nothing = { waiting: 0, moved: 0, missing: 0, refused: 0, unknown: 0 };
  const batch = {
    sentAt: START,
    answeredAt: START + 1000,
    leads: 3,
    reason: '',
    saysMissing: true,
    isRepaired: false,
    isAccepted: false,
  };
  return segmentChangeSchema.parse({
    id: 'change-1',
    accountId: 'practice',
    segmentId: 'SEG-1',
    segmentName: 'Callback list',
    kind: 'add',
    source: 'pasted list',
    state: 'ended',
    reason: '',
    heldUntil: null,
    createdAt: START,
    startedAt: START,
    endedAt: START + 2000,
    listed: 7,
    repeated: 1,
    unusable: 0,
    earlier: 0,
    leads: 6,
    batchSize: 3,
    requests: 2,
    counts: { ...nothing, moved: 2, missing: 1, unknown: 3 },
    batchCount: 2,
    batches: [
      { ...batch, number: 1, state: 'done', counts: { ...nothing, moved: 2, missing: 1 } },
      {
        ...batch,
        number: 2,
        state: 'unknown',
        saysMissing: false,
        counts: { ...nothing, unknown: 3 },
        reason: 'The connection broke before the answer came.',
      },
    ],
    before: { count: 40, readAt: START },
    after: { count: 42, readAt: START + 3000 },
    undoes: null,
    undoneBy: null,
    sequence: 1,
    ...changed,
  });
}
