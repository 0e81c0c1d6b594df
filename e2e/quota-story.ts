import type { Page } from '@playwright/test';
import type { ChannelResult } from '../shared/contract/channels.ts';
import { exampleBudget, exampleQuota } from '../renderer/src/testing/examples.ts';
import type { QuotaSnapshot, ServiceQuota } from '../shared/contract/quota/quota.ts';
import type { Outlook } from '../shared/contract/quota/quota-forecast.ts';
import { DAY, HOUR, MINUTE } from '../shared/domain/time/time.ts';

/**
 * A day of quota, told to the page in place of the core: the states that a running service reaches only after hours.
 * For pictures, for axe on these states, and for the bench; what the core says is proven in its own specs.
 */

/** Tuesday, 13:47 in Copenhagen. */
export const STORY_NOW = Date.UTC(2026, 10, 17, 12, 47);

type BurnDown = ChannelResult<'quota:burnDown'>;

export interface QuotaStory {
  readonly snapshot: QuotaSnapshot;
  readonly burnDown: (service: string) => BurnDown;
  readonly minutes: (range: { from: number; to: number }) => ChannelResult<'quota:minutes'>;
  readonly hours: () => ChannelResult<'quota:hours'>;
  readonly refusals: () => ChannelResult<'quota:refusals'>;
  readonly latency: (range: { from: number; to: number }) => ChannelResult<'quota:latency'>;
}

const NO_TIME = { low: null, middle: null, high: null };

function outlook(changed: Partial<Outlook>): Outlook {
  return {
    state: 'lasts',
    runsOutAt: NO_TIME,
    reserveAt: NO_TIME,
    leftAtReset: null,
    basis: 'Forecast from the last 60 minutes and 2 jobs.',
    ...changed,
  };
}

/** What a day has, with what differs from a day of which little is used. */
function day(now: number, changed: Partial<ServiceQuota['daily']> = {}): ServiceQuota['daily'] {
  const { limit, used, own } = { limit: 10_000, used: 129, own: 129, ...changed };
  return {
    limit,
    used,
    own,
    others: used - own,
    told: null,
    remaining: (limit ?? 0) - used,
    startedAt: now - 6 * HOUR,
    resetsAt: now + 18 * HOUR,
    source: 'counted',
    confirmedAt: now - 3 * MINUTE,
    ...changed,
  };
}

/** A piece of an import that is planned, one unit a row. */
const planned = (jobId: string, name: string, from: number, to: number, rows: number): BurnDown['planned'][number] => ({
  jobId,
  name,
  from,
  to,
  rows,
  units: rows,
  spillsOver: false,
});

function budget(now: number, changed: Partial<ServiceQuota> & Pick<ServiceQuota, 'service' | 'title'>): ServiceQuota {
  const said = { source: 'counts', at: now - 3 * MINUTE } as const;
  return exampleBudget({
    name: changed.title,
    endpoints: [{ service: changed.service, title: changed.title, isLikely: false }],
    grouping: 'limits',
    minute: null,
    daily: day(now),
    origins: { limit: { source: 'limits', at: now - 3 * MINUTE }, used: said, minute: null, resetsAt: said },
    ratePerMinute: null,
    outlook: outlook({}),
    reserve: { units: 1000, isOwn: false },
    ...changed,
  });
}

/** The four budgets of a usual day. */
function budgets(now: number): ServiceQuota[] {
  const start = now - 6 * HOUR - 5 * MINUTE;
  return [
    budget(now, {
      service: 'POST leads',
      title: 'Leads',
      endpoints: [
        { service: 'POST leads', title: 'Create leads', isLikely: false },
        { service: 'GET leads', title: 'Saved searches', isLikely: false },
      ],
      minute: { limit: 240, remaining: 26, resetsAt: now + 20_000 },
      daily: day(now, { limit: 100_000, used: 38_412, own: 37_800, startedAt: start, resetsAt: start + DAY }),
      lastMinute: { person: 5, refresh: 3, import: 216, reconcile: 1, others: 11 },
      ratePerMinute: 236.4,
      reserve: { units: 10_000, isOwn: false },
      refusedLastDay: 2,
      outlook: outlook({ leftAtReset: { low: 9_700, middle: 12_900, high: 15_200 } }),
    }),
    budget(now, {
      service: 'GET simpleleads',
      title: 'SimpleLeads',
      endpoints: [
        { service: 'GET simpleleads', title: 'Lead search', isLikely: false },
        { service: 'GET rawleads', title: 'Raw leads', isLikely: true },
      ],
      minute: { limit: 240, remaining: 194, resetsAt: now + 20_000 },
      daily: day(now, {
        limit: 20_000,
        used: 17_882,
        own: 4_200,
        startedAt: start,
        resetsAt: start + DAY + 19 * MINUTE,
        source: 'confirmed',
      }),
      outlook: outlook({
        state: 'runsOut',
        runsOutAt: { low: now + 31 * MINUTE, middle: now + 43 * MINUTE, high: now + 70 * MINUTE },
      }),
    }),
    budget(now, { service: 'POST leadsegments', title: 'LeadSegments' }),
    budget(now, {
      service: 'GET myaccount',
      title: 'Account',
      endpoints: [
        { service: 'GET users', title: 'Users', isLikely: true },
        { service: 'GET orgunits', title: 'Org units', isLikely: true },
        { service: 'GET myaccount', title: 'Account, limits and counts', isLikely: false },
      ],
    }),
  ];
}

/** A job ran in the morning, one runs now, one is planned for the night. */
export function story(now: number, accountId: string, changed: Partial<QuotaSnapshot> = {}): QuotaStory {
  const services = budgets(now);
  const refused = { service: 'POST leads', period: 'minute' } as const;
  return {
    snapshot: exampleQuota({ accountId, services, readAt: now - 3 * MINUTE, clockOffset: 0, ...changed }),
    burnDown: (service) =>
      burnDownOf(services.find((entry) => entry.service === service) ?? budget(now, { service, title: service }), now),
    minutes: (range) => minutesOf(range, now),
    hours: hoursOf,
    refusals: () => ({
      total: 2,
      refusals: [
        { ...refused, at: now - 28 * MINUTE, endpoint: 'POST leads', lane: 'import', pause: 21_400 },
        { ...refused, at: now - 5 * HOUR, endpoint: 'GET leads', lane: 'person', pause: 48_000 },
      ],
    }),
    latency: ({ from, to }) => ({
      step: MINUTE,
      points: steps(from, Math.min(to, now)).map((at, index) => ({
        at,
        answers: 230,
        p50: 42 + 9 * Math.sin(index / 5),
        p95: 110 + 40 * Math.sin(index / 4) + (index === 31 ? 900 : 0),
        failures: index === 31 ? 3 : 0,
      })),
    }),
  };
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / MINUTE)) }, (_, index) => from + index * MINUTE);
}

/** Units used at a share of the past, 0 to 1: a job, a pause, a job. */
function usedAt(share: number): number {
  if (share < 0.12) return 0.01 * share;
  if (share < 0.42) return 0.68 * ((share - 0.12) / 0.3);
  if (share < 0.87) return 0.68;
  return 0.68 + 0.32 * ((share - 0.87) / 0.13);
}

function burnDownOf(service: ServiceQuota, now: number): BurnDown {
  const { limit, used, startedAt, resetsAt } = service.daily;
  const start = startedAt ?? now;
  const end = resetsAt ?? now;
  const isLeads = service.service === 'POST leads';
  const whole = limit ?? 0;
  const left = whole - used;
  const forecast = Array.from({ length: 200 }, (_, index) => {
    const at = now + ((end - now) * (index + 1)) / 200;
    const middle = isLeads
      ? leadsLeft(at, now, left)
      : Math.max(0, left - (at - now) * (service.outlook.state === 'runsOut' ? 0.0008 : 0.00001));
    const spread = isLeads ? Math.min(2600, (at - now) * 0.00012 + 200) : left * 0.05;
    return { at, low: Math.max(0, middle - spread), middle, high: middle + spread };
  });
  return {
    service: service.service,
    limit,
    reserve: service.reserve.units,
    now,
    startedAt,
    resetsAt,
    points: Array.from({ length: 120 }, (_, index) => {
      const at = start + ((now - start) * index) / 119;
      return { at, left: Math.round(whole - used * usedAt(index / 119)), isConfirmed: index % 40 === 39 };
    }),
    earlier: [
      { daysAgo: 1, used: Math.round(0.9 * used) },
      { daysAgo: 7, used: Math.round(1.1 * used) },
    ],
    forecast,
    outlook: service.outlook,
    planned: isLeads
      ? [
          planned('job-1', 'Nordlys', now - 50 * MINUTE, now + 48 * MINUTE, 11_377),
          planned('job-2', 'DK Forsikring uge 47', now + 7.7 * HOUR, now + 10.2 * HOUR, 34_700),
          planned('job-3', 'Berlin schools', now + 10.2 * HOUR, now + 10.25 * HOUR, 803),
        ]
      : [],
    productionHours: [{ from: Date.UTC(2026, 10, 17, 7), to: Date.UTC(2026, 10, 17, 20) }],
  };
}

function leadsLeft(at: number, now: number, left: number): number {
  const hours = (at - now) / HOUR;
  if (hours < 0.8) return left - 11_377 * (hours / 0.8);
  if (hours < 7.7) return left - 11_377 - 60 * hours;
  if (hours < 10.2) return left - 11_377 - 460 - 35_500 * ((hours - 7.7) / 2.5);
  return left - 11_377 - 460 - 35_500;
}

function minutesOf({ from, to }: { from: number; to: number }, now: number): ChannelResult<'quota:minutes'> {
  return {
    step: MINUTE,
    limit: 240,
    points: steps(from, Math.min(to, now)).map((at, index) => {
      const others = 8 + ((index * 7) % 6);
      const person = index > 34 && index < 40 ? 22 + ((index * 3) % 9) : index % 9 === 0 ? 4 : 0;
      const refresh = index % 4 === 0 ? 5 : 1;
      const reconcile = index % 15 === 0 ? 3 : 0;
      const free = 236 - others - person - refresh - reconcile;
      const isPaused = index < 10 || index === 31;
      return {
        at,
        others,
        person,
        refresh,
        reconcile,
        import: index < 10 ? 0 : isPaused ? 140 : free,
        units: 236,
        refused: index === 31 ? 1 : 0,
      };
    }),
  };
}

function hoursOf(): ChannelResult<'quota:hours'> {
  const cells = Array.from({ length: 7 * 24 }, (_, at) => {
    const weekday = Math.floor(at / 24) + 1;
    const hour = at % 24;
    const isWork = hour >= 7 && hour < 17 && weekday < 6;
    const units = isWork
      ? 1200 + ((weekday * 37 + hour * 91) % 11) * 900
      : hour >= 20 && weekday < 6
        ? 900 + weekday * 200
        : 0;
    return { weekday, hour, units, others: Math.round(units / 20), days: 2 };
  }).filter(({ units }) => units > 0);
  return { zone: 'Europe/Copenhagen', days: 10, cells };
}

interface Asked {
  readonly service: string;
  readonly from: number;
  readonly to: number;
}

const answers: Readonly<Record<string, (told: QuotaStory, asked: Asked) => unknown>> = {
  'quota:snapshot': ({ snapshot }) => snapshot,
  'quota:burnDown': ({ burnDown }, { service }) => burnDown(service),
  'quota:minutes': ({ minutes }, range) => minutes(range),
  'quota:hours': ({ hours }) => hours(),
  'quota:refusals': ({ refusals }) => refusals(),
  'quota:latency': ({ latency }, range) => latency(range),
};

/** From now on the page gets these answers instead of the core's. */
export function tell(page: Page, told: QuotaStory): Promise<void> {
  return tellNow(page, () => told);
}

/** As `tell`, for a day that goes on: each question gets the answers of its moment. */
export async function tellNow(page: Page, current: () => QuotaStory): Promise<void> {
  await page.route('**/call/quota:*', async (route) => {
    const channel = new URL(route.request().url()).pathname.replace('/call/', '');
    const args = (route.request().postDataJSON() ?? {}) as Asked;
    const answer = answers[decodeURIComponent(channel)]?.(current(), args);
    await (answer === undefined ? route.fallback() : route.fulfill({ json: { ok: true, value: answer } }));
  });
}
