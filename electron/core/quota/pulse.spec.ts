import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { ApiClient } from '../api/client.ts';
import { RequestBroker } from '../api/broker/broker.ts';
import { createLedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { serviceQuota } from '../api/broker/service-quota.ts';
import { ServiceState } from '../api/broker/service-state.ts';
import { VirtualClock } from '../api/simulation/virtual-clock.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { FORECAST_FOR } from './account-quota.ts';
import { openQuota } from './quota-feature.ts';

interface Meanwhile {
  /** The minute in which the disk reads nothing of the journal. */
  readonly unreadable?: number | null;
  readonly path?: string;
  /** Runs before the last minute. */
  readonly meanwhile?: () => void;
  readonly nightPrice?: () => QuotaSnapshot['nightPrice'];
}

const ASSUMED: QuotaSnapshot['nightPrice'] = { units: 4, source: 'assumed', at: null };

/** The feature over the real broker and ledger, four requests a second for the first `sending` minutes. */
async function openFor(
  minutes: number,
  sending = minutes,
  { unreadable = null, path = ':memory:', meanwhile = () => undefined, nightPrice = () => ASSUMED }: Meanwhile = {},
) {
  const clock = new VirtualClock();
  using journal = new DatabaseSync(path);
  const ledger = createLedgerStore(journal);
  const listeners = new Set<() => void>();
  const broker = new RequestBroker({
    clock,
    stateFor: ({ key, endpoints }) =>
      new ServiceState({
        service: key,
        endpoints,
        clock,
        random: () => 0.5,
        ledger,
        price: () => 1,
        onUnsaved: () => undefined,
      }),
    onChange: () => listeners.forEach((listener) => listener()),
    onWake: () => undefined,
  });
  const quota = () => ({
    services: broker.known().map((state) => serviceQuota(state, broker, clock, 1)),
    unmatched: [],
    productionZone: { zone: 'Europe/Copenhagen', isOwn: false },
    nightPrice: nightPrice(),
  });
  const api = {
    quota,
    requestLog: () => [],
    onQuotaChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ApiClient;
  const perSecond = new Map<number, number>();
  /** When the series were to be read again, milliseconds. */
  const series: number[] = [];
  /** What the pulses said. */
  const left: { readonly at: number; readonly remaining: number | null | undefined }[] = [];
  const alerts: string[] = [];
  let answeredAt = 0;
  const bugs = new Set<string>();
  const services = {
    clock,
    nextSequence: () => 1,
    log: { bug: (_where: string, error: unknown) => bugs.add(String(error)) },
    emit: (name: string, payload: QuotaSnapshot) => {
      if (name === 'quota:alert') alerts.push(JSON.stringify(payload));
      if (name === 'quota:series') series.push(clock.monotonicNow());
      if (name !== 'quota:pulse') return;
      left.push({ at: clock.monotonicNow(), remaining: payload.services[0]?.daily.remaining });
      const second = Math.floor(clock.monotonicNow() / 1000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    },
  } as unknown as FeatureServices;
  const account = { id: 'one', name: 'One', dialect: { timeZone: 'Europe/Copenhagen' } };
  const session = { account, api, journal } as unknown as AccountSession;
  const opened = openQuota(
    services,
    session,
    { demands: () => [], unknownRows: () => [], isInTeam: () => false, countWith: () => undefined },
    async () => 204,
  );
  const send = () => {
    broker.admit({ service: 'POST leads', lane: 'import', fairUse: true }, (admission) => {
      if (admission.kind !== 'ticket') return;
      const headers = { limit: 240, remaining: 200, secondsLeft: 30 };
      clock.after(50, () => {
        const receivedAt = clock.monotonicNow();
        answeredAt = receivedAt;
        admission.ticket.settle({ kind: 'answered', status: 200, headers, retryAfter: null, receivedAt });
      });
    });
    if (clock.monotonicNow() < sending * MINUTE) clock.after(250, send);
  };
  send();
  if (unreadable !== null) {
    clock.run(unreadable * MINUTE);
    using _all = vi.spyOn(StatementSync.prototype, 'all').mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    });
    clock.run((unreadable + 1) * MINUTE);
  }
  clock.run((minutes - 1) * MINUTE);
  meanwhile();
  clock.run(minutes * MINUTE);
  await opened[Symbol.asyncDispose]();
  broker.close();
  return { perSecond, series, left, alerts, answeredAt, bugs: [...bugs] };
}

it('sends at most two snapshots a second, and never stops, under four requests a second', async () => {
  const { perSecond, bugs } = await openFor(3);
  expect(Math.max(...perSecond.values())).toBe(2);
  expect(perSecond.size).toBeGreaterThan(170);
  expect(bugs).toEqual([]);
});

it('ends nothing when the journal cannot be read, and tells on when it can', async () => {
  const { perSecond, bugs } = await openFor(3, 3, { unreadable: 1 });
  const between = (from: number, to: number) => [...perSecond.keys()].filter((second) => second >= from && second < to);
  expect([between(0, 60).length, between(61, 120).length, between(121, 180).length]).toEqual([60, 0, 59]);
  expect(bugs).toEqual(['Error: disk I/O error']);
});

it('has the series read once more when the last request is followed by nothing: the job that sent it may have ended', async () => {
  const { series, answeredAt } = await openFor(2, 1);
  expect(answeredAt).toBeGreaterThan(0.9 * MINUTE);
  expect((series.at(-1) ?? 0) - answeredAt).toBeGreaterThan(FORECAST_FOR);
});

it('tells within half a minute what another program on the data folder has counted, and nothing while all rests', async () => {
  const path = join(specFolder('pulse'), 'journal.sqlite');
  const batch = () => {
    using journal = new DatabaseSync(path);
    const ledger = createLedgerStore(journal);
    ledger.write('POST leads', { ...ledger.read('POST leads'), limit: 1000, used: 350 });
  };
  const { left } = await openFor(3, 0.05, { path, meanwhile: batch });
  expect(left.filter(({ at }) => at > MINUTE)).toEqual([{ at: 2.5 * MINUTE, remaining: 650 }]);
});

it('a price that is found out has not changed: it was only assumed before', async () => {
  let price = ASSUMED;
  const meanwhile = () => void (price = { units: 1, source: 'probed', at: 0 });
  const { alerts, bugs } = await openFor(3, 0.05, { meanwhile, nightPrice: () => price });
  expect([alerts, bugs]).toEqual([[], []]);
});
