import { expect } from 'vitest';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { DailyLedger } from '../../../../shared/domain/quota/quota.ts';
import type { Ticket } from './admission.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger, type LedgerStore, type MinuteStatistic } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';
import { ServiceState } from './service-state.ts';

/* For specs: what the broker keeps of one service, on a virtual clock and a ledger in memory. */

export const SERVICE = 'POST leads';
export const rows = { service: SERVICE, lane: 'import', fairUse: true } as const;
export const person = { ...rows, lane: 'person' } as const;

export function dayWorld(price = 1, over: Partial<ReturnType<typeof createMemoryLedger>> = {}, share?: number) {
  const clock = new VirtualClock();
  const saved: DailyLedger[] = [];
  const minutes: MinuteStatistic[] = [];
  const ledger = {
    ...createMemoryLedger(),
    write: (_service: string, written: DailyLedger) => void saved.push(written),
    addMinute: (statistic: MinuteStatistic) => void minutes.push(statistic),
    ...over,
  };
  const onUnsaved = (error: unknown) => expect.unreachable(String(error));
  const shared = share === undefined ? {} : { share: () => share };
  const day = new ServiceDay({ service: SERVICE, clock, ledger, price: () => price, onUnsaved, ...shared });
  return { clock, day, saved, minutes, wall: () => clock.wallNow() };
}

export function stateWorld(over: { ledger?: LedgerStore; random?: number } = {}) {
  const unsaved: unknown[] = [];
  const clock = new VirtualClock();
  const ledger = over.ledger ?? createMemoryLedger();
  const state = new ServiceState({
    service: SERVICE,
    clock,
    random: () => over.random ?? 0.5,
    ledger,
    price: () => 1,
    onUnsaved: (error) => void unsaved.push(error),
  });
  const send = (request: typeof person | typeof rows = person): Ticket => {
    const started = state.start(request, false);
    if (started.kind !== 'started') throw new Error('the debit failed');
    return { ...request, ...started, settle: () => undefined };
  };
  const answer = (ticket: Ticket, headers: RateHeaders | null, status = 200, retryAfter: number | null = null) =>
    state.settle(ticket, { kind: 'answered', status, headers, retryAfter, receivedAt: clock.monotonicNow() });
  const now = () => clock.monotonicNow();
  return { clock, state, send, answer, now, unsaved };
}

export const minute = (remaining: number, secondsLeft = 60): RateHeaders => ({ limit: 240, remaining, secondsLeft });
export const day = (remaining: number, secondsLeft = 7_200): RateHeaders => ({
  limit: 100_000,
  remaining,
  secondsLeft,
});
