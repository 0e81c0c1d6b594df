import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { JobDemand } from '../../../shared/domain/schedule/row-course.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import type { QuotaState } from '../api/api-client.ts';
import { createLedgerStore } from '../api/broker/ledger/ledger-store.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';
import { forecastOf } from './budget-forecast.ts';
import { MeasuredUse } from './measured-use.ts';

const NOW = Date.UTC(2026, 10, 20, 11, 30);
const TERMS = { startAt: null, between: null, share: 100, fairUse: true };
const JOB: JobDemand = { id: 'a', name: 'messe.csv', rows: 1_000, terms: TERMS, isRunning: true, ratePerMinute: 200 };

const quota = {
  productionZone: { zone: 'Europe/Copenhagen', isOwn: false },
  nightPrice: { units: 4, source: 'assumed', at: null },
  fairUse: true,
  clockOffset: 0,
} as unknown as QuotaState;

function budget(daily: Partial<ServiceQuotaDetail['daily']> = {}, service = 'POST leads'): ServiceQuotaDetail {
  const day = { startedAt: NOW - HOUR, resetsAt: NOW + 9 * HOUR, confirmedAt: NOW, ...daily };
  return {
    service,
    endpoints: [{ service, title: service, isLikely: false }],
    daily: { limit: 20_000, used: 2_000, remaining: 18_000, own: 2_000, others: 0, source: 'confirmed', ...day },
    shares: { day: { percent: 100 }, minute: { percent: 100 } },
    reserve: { units: 1_000, isOwn: false },
    ratePerMinute: 236,
    blockedUntil: null,
    lastHeaders: null,
  } as unknown as ServiceQuotaDetail;
}

/** Nothing was measured before the last `measured` milliseconds. */
function forecastWith(of: ServiceQuotaDetail, jobs: readonly JobDemand[], measured = 5 * MINUTE) {
  const ledger = createLedgerStore(new DatabaseSync(':memory:'));
  const person = { service: of.service, lane: 'person', requests: 1, units: 1, refused: 0 } as const;
  ledger.addMinute({ minute: NOW - measured, ...person });
  const view = { demands: () => jobs, countWith: () => undefined, isInTeam: () => false, unknownRows: () => [] };
  return forecastOf(of, { quota, jobs: view, measured: new MeasuredUse(ledger), zone: 'Europe/Copenhagen', now: NOW });
}

describe('jobs that are known', () => {
  it('are listed and drawn before enough was measured for a forecast', () => {
    const { outlook, planned, line } = forecastWith(budget(), [JOB]);
    expect(outlook).toMatchObject({
      state: 'tooEarly',
      leftAtReset: null,
      basis: 'A forecast needs half an hour of figures. The dashed line has the known jobs, nothing else.',
    });
    expect(planned).toEqual([
      { jobId: 'a', name: 'messe.csv', from: NOW, to: NOW + 5 * MINUTE, rows: 1_000, units: 1_000, spillsOver: false },
    ]);
    expect(line[0]).toEqual({ at: NOW, low: 18_000, middle: 18_000, high: 18_000 });
    expect(line.at(-1)).toEqual({ at: NOW + 9 * HOUR, low: 17_000, middle: 17_000, high: 17_000 });
  });

  it.each<[string, Partial<ServiceQuotaDetail['daily']>]>([
    ['no figure came for ten minutes', { confirmedAt: NOW - 11 * MINUTE }],
    ['limit and reset are not known', { limit: null, remaining: null, resetsAt: null }],
    ['the day is over', { resetsAt: NOW - MINUTE }],
    ['nothing is left of the day', { used: 20_000, remaining: 0 }],
  ])('are listed while %s', (_, daily) => {
    const { outlook, planned } = forecastWith(budget(daily), [JOB], HOUR);
    expect(outlook.state).not.toBe('lasts');
    expect(planned.map(({ jobId }) => jobId)).toEqual(['a']);
  });

  it('are listed without a time when they can never send', () => {
    const { planned } = forecastWith({ ...budget(), reserve: { units: 20_000, isOwn: true } }, [JOB]);
    expect(planned).toMatchObject([{ jobId: 'a', from: null, to: null, rows: 0, spillsOver: true }]);
  });

  it('use no budget but that of rows, and without one nothing is drawn', () => {
    expect(forecastWith(budget({}, 'GET simpleleads'), [JOB])).toMatchObject({ planned: [], line: [] });
    expect(forecastWith(budget(), [])).toMatchObject({
      planned: [],
      line: [],
      outlook: { basis: 'A forecast needs half an hour of figures.' },
    });
  });

  it('are the same in the forecast', () => {
    const { outlook, planned } = forecastWith(budget(), [JOB], HOUR);
    expect(outlook.state).toBe('lasts');
    expect(planned).toMatchObject([{ jobId: 'a', from: NOW, spillsOver: false }]);
  });
});
