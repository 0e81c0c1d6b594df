import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { Random } from '../../foundation/ports.ts';
import type { Ticket } from '../broker/admission.ts';
import { RequestBroker } from '../broker/broker.ts';
import { createMemoryLedger } from '../broker/ledger/ledger-store.ts';
import { ServiceState } from '../broker/service-state.ts';
import { latency, type QuotaServer } from './quota-server.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SimulatedRequest {
  readonly lane: Lane;
  readonly onDone?: (status: number) => void;
  readonly onSent?: (waited: number) => void;
}

/** The product's own broker before a simulated network and service. */
export class SimulatedClient {
  readonly name: string;
  readonly broker: RequestBroker;
  /** Nothing arrives or comes back before this (monotonic milliseconds): a stall of the network. */
  stalledUntil = 0;
  readonly #clock: VirtualClock;
  readonly #server: QuotaServer;
  readonly #random: Random;

  constructor(name: string, clock: VirtualClock, server: QuotaServer, random: Random) {
    this.name = name;
    this.#clock = clock;
    this.#server = server;
    this.#random = random;
    const ledger = createMemoryLedger();
    this.broker = new RequestBroker({
      clock,
      stateFor: ({ key }) =>
        new ServiceState({ service: key, clock, random, ledger, price: () => 1, onUnsaved: () => undefined }),
      onChange: () => undefined,
      onWake: () => undefined,
    });
  }

  send(request: SimulatedRequest): void {
    const since = this.#clock.monotonicNow();
    this.broker.admit({ service: 'POST leads', lane: request.lane, fairUse: true }, (admission) => {
      if (admission.kind !== 'ticket') return;
      request.onSent?.(this.#clock.monotonicNow() - since);
      this.#travel(request, admission.ticket);
    });
  }

  #travel(request: SimulatedRequest, ticket: Ticket): void {
    const there = this.#delay();
    this.#clock.after(there, () => {
      const { status, headers } = this.#server.arrive(this.#clock.monotonicNow(), this.name);
      this.#clock.after(this.#delay(), () => {
        const receivedAt = this.#clock.monotonicNow();
        ticket.settle({ kind: 'answered', status, headers, retryAfter: null, receivedAt });
        request.onDone?.(status);
      });
    });
  }

  #delay(): number {
    return latency(this.#random) + Math.max(0, this.stalledUntil - this.#clock.monotonicNow());
  }
}

/** Keeps `depth` requests of a lane waiting at all times, as an import does. A refused one is put back. */
export function saturate(
  client: SimulatedClient,
  lane: Lane,
  isWanted: () => boolean = () => true,
): { accepted: number; refused: number } {
  const counts = { accepted: 0, refused: 0 };
  const next = () => {
    if (!isWanted()) return;
    client.send({
      lane,
      onDone: (status) => {
        if (status === 200) counts.accepted++;
        else counts.refused++;
        next();
      },
    });
  };
  for (let index = 0; index < 13; index++) next();
  return counts;
}
