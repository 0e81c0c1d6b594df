import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { Admission, Ticket } from '../broker/admission.ts';
import { RequestBroker } from '../broker/broker.ts';
import { createMemoryLedger, type LedgerStore } from '../broker/ledger/ledger-store.ts';
import { ServiceState } from '../broker/service-state.ts';
import { VirtualClock } from './virtual-clock.ts';

const SERVICE = 'POST leads';

/** A broker on a virtual clock, what it was asked for, and what it granted. */
export function brokerWorld(options: { ledger?: LedgerStore; clock?: VirtualClock } = {}) {
  const clock = options.clock ?? new VirtualClock();
  const ledger = options.ledger ?? createMemoryLedger();
  let wakes = 0;
  let changes = 0;
  const broker = new RequestBroker({
    clock,
    stateFor: ({ key }) =>
      new ServiceState({ service: key, clock, random: () => 0.5, ledger, price: () => 1, onUnsaved: () => undefined }),
    onChange: () => void changes++,
    onWake: () => void wakes++,
  });
  const granted: { lane: Lane; at: number }[] = [];
  const turnedAway: Admission[] = [];
  const open: Ticket[] = [];
  const ask = (lane: Lane, onGranted?: (ticket: Ticket) => void, signal?: AbortSignal) =>
    broker.admit(
      { service: SERVICE, lane, fairUse: true, ...(signal === undefined ? {} : { signal }) },
      (admission) => {
        if (admission.kind !== 'ticket') return void turnedAway.push(admission);
        granted.push({ lane, at: clock.monotonicNow() });
        open.push(admission.ticket);
        onGranted?.(admission.ticket);
      },
    );
  const reply = (ticket: Ticket, headers: RateHeaders | null, status = 200) =>
    ticket.settle({ kind: 'answered', status, headers, retryAfter: null, receivedAt: clock.monotonicNow() });
  /** Asks, and answers 50 ms later with `headers`. */
  const exchange = (lane: Lane, headers: () => RateHeaders | null, status = 200) =>
    ask(lane, (ticket) => void clock.after(50, () => reply(ticket, headers(), status)));
  return {
    clock,
    ledger,
    broker,
    granted,
    turnedAway,
    open,
    ask,
    reply,
    exchange,
    state: () => broker.state(SERVICE),
    wakes: () => wakes,
    /** How often a change was told. */
    changes: () => changes,
  };
}

/** Headers of a minute of 240 requests. */
export const minute = (remaining: number, secondsLeft = 60): RateHeaders => ({ limit: 240, remaining, secondsLeft });
