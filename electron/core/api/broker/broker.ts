import { LANES, type Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock, Timer } from '../../foundation/ports.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceState } from './service-state.ts';

/** How a request that was let go came back. */
export type Settlement =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: RateHeaders | null;
      readonly retryAfter: number | null;
      readonly receivedAt: number;
    }
  /** It certainly never left. */
  | { readonly kind: 'notSent' }
  /** It left, and no headers came back. */
  | { readonly kind: 'lost' };

/** Permission for one request. `settle` must be called exactly once. */
export interface Ticket {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly units: number;
  readonly fairUse: boolean;
  /** Monotonic milliseconds. */
  readonly sentAt: number;
  settle(settlement: Settlement): void;
}

export type Admission =
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  /** The day's units are used up or kept for people. Unix milliseconds. */
  | { readonly kind: 'daily'; readonly retryAt: number | null; readonly reserved: boolean }
  /** The caller's own step before the send failed; nothing was debited. */
  | { readonly kind: 'stepFailed'; readonly error: unknown };

export interface AdmissionRequest {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly fairUse: boolean;
  readonly signal?: AbortSignal;
  /** Runs inside the transaction of the debit. */
  readonly beforeSend?: () => void;
}

export interface Waiting extends AdmissionRequest {
  readonly since: number;
  readonly order: number;
  answer(admission: Admission): void;
}

export interface BrokerOptions {
  readonly clock: Clock;
  readonly stateFor: (service: ServiceId) => ServiceState;
  readonly onChange: () => void;
  /** The wall clock and the monotonic one went apart, or nobody looked for long: the computer slept. */
  readonly onWake: () => void;
}

const HEARTBEAT = 1_000;
/** Clocks further apart than this since the last look mean a sleep or a changed clock. */
const JUMP = 2_000;
const STALL = 8_000;

/**
 * Decides which request may leave now. Pull-based: one timer, one question, no saved credit, so that neither a stall nor
 * a night's sleep ends in a burst. Every service has its own state; a person's request never waits for the pace.
 */
export class RequestBroker {
  private readonly options: BrokerOptions;
  private readonly states = new Map<ServiceId, ServiceState>();
  private readonly queues = new Map<ServiceId, Waiting[]>();
  private timer: Timer | null = null;
  private heartbeat: Timer | null = null;
  private lastLook: { wall: number; monotonic: number } | null = null;
  private order = 0;
  private isSuspended = false;
  private isHeld = false;
  private isClosed = false;
  private isPumping = false;
  private isAskedAgain = false;

  constructor(options: BrokerOptions) {
    this.options = options;
  }

  /** Resolves when the request may leave; the debit and `beforeSend` are done by then, in the same turn. */
  admit(request: AdmissionRequest, launch: (admission: Admission) => void): void {
    if (this.isClosed) return launch({ kind: 'closed' });
    if (request.signal?.aborted === true) return launch({ kind: 'cancelled' });
    const queue = this.queueOf(request.service);
    const onAbort = () => {
      const index = queue.indexOf(waiting);
      if (index >= 0) queue.splice(index, 1);
      waiting.answer({ kind: 'cancelled' });
      this.options.onChange();
    };
    let isAnswered = false;
    const waiting: Waiting = {
      ...request,
      since: this.options.clock.monotonicNow(),
      order: this.order++,
      answer: (admission) => {
        if (isAnswered) return;
        isAnswered = true;
        request.signal?.removeEventListener('abort', onAbort);
        launch(admission);
      },
    };
    request.signal?.addEventListener('abort', onAbort, { once: true });
    queue.push(waiting);
    this.pump();
  }

  state(service: ServiceId): ServiceState {
    let state = this.states.get(service);
    if (state === undefined) {
      state = this.options.stateFor(service);
      this.states.set(service, state);
    }
    return state;
  }

  /** States of the services that were used or read about. */
  known(): ServiceState[] {
    return [...this.states.values()];
  }

  waiting(service: ServiceId, lane: Lane): number {
    let count = 0;
    for (const entry of this.queues.get(service) ?? []) if (entry.lane === lane) count++;
    return count;
  }

  private get hasWork(): boolean {
    for (const queue of this.queues.values()) if (queue.length > 0) return true;
    for (const state of this.states.values()) if (state.inFlight > 0) return true;
    return false;
  }

  suspend(): void {
    this.isSuspended = true;
  }

  resume(): void {
    this.isSuspended = false;
    this.forget();
    this.pump();
  }

  /** Nothing leaves while the service is out of reach. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    if (!isHeld) this.pump();
  }

  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.heartbeat?.cancel();
    for (const queue of this.queues.values()) for (const entry of queue.splice(0)) entry.answer({ kind: 'closed' });
  }

  /** Asks the question for every service and sets the one timer to the next time it is worth asking. */
  pump(): void {
    if (this.isClosed) return;
    this.isAskedAgain = true;
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      // What is let go may bring a new request at once; it is asked for in the same turn.
      while (this.isAskedAgain) this.askAll();
    } finally {
      this.isPumping = false;
    }
  }

  private askAll(): void {
    this.isAskedAgain = false;
    this.look();
    this.timer?.cancel();
    this.timer = null;
    let next = Number.POSITIVE_INFINITY;
    for (const [service, queue] of this.queues) {
      if (queue.length > 0) next = Math.min(next, this.pumpService(this.state(service), queue));
    }
    if (next !== Number.POSITIVE_INFINITY) {
      const delay = Math.max(0, next - this.options.clock.monotonicNow());
      this.timer = this.options.clock.after(Math.ceil(delay), () => this.pump());
    }
    this.beat();
  }

  private pumpService(state: ServiceState, queue: Waiting[]): number {
    while (queue.length > 0) {
      const now = this.options.clock.monotonicNow();
      const parked = queue.filter((entry) => state.day.verdict(entry) !== null);
      for (const entry of parked) {
        queue.splice(queue.indexOf(entry), 1);
        const verdict = state.day.verdict(entry);
        if (verdict !== null) entry.answer({ kind: 'daily', ...verdict });
      }
      if (queue.length === 0) break;
      if (this.isSuspended) return Number.POSITIVE_INFINITY;
      let next = Number.POSITIVE_INFINITY;
      let chosen: Waiting | null = null;
      // A person gets the answer of the moment, even if it is that the service is out of reach.
      const heads = headsOf(queue).filter((entry) => !this.isHeld || entry.lane === 'person');
      const floor = state.owesFloor && heads.length > 1;
      for (const candidate of floor ? floorFirst(heads) : heads) {
        const at = state.mayLeaveAt(candidate, now, floor && candidate !== heads[0]);
        if (at <= now) {
          chosen = candidate;
          break;
        }
        next = Math.min(next, at);
      }
      if (chosen === null) return next;
      queue.splice(queue.indexOf(chosen), 1);
      const hasLower = queue.some((entry) => LANES.indexOf(entry.lane) > LANES.indexOf(chosen.lane));
      chosen.answer(this.grant(state, chosen, hasLower));
    }
    return Number.POSITIVE_INFINITY;
  }

  private grant(state: ServiceState, request: Waiting, hasLower: boolean): Admission {
    const started = state.start(request, hasLower);
    if (started.kind === 'stepFailed') return started;
    const { units, sentAt } = started;
    let isSettled = false;
    const ticket: Ticket = {
      service: request.service,
      lane: request.lane,
      units,
      fairUse: request.fairUse,
      sentAt,
      settle: (settlement) => {
        if (isSettled) return;
        isSettled = true;
        state.settle(ticket, settlement);
        this.options.onChange();
        this.pump();
      },
    };
    this.options.onChange();
    return { kind: 'ticket', ticket };
  }

  /** Compares the two clocks with the last look. */
  private look(): void {
    const { clock } = this.options;
    const now = { wall: clock.wallNow(), monotonic: clock.monotonicNow() };
    const last = this.lastLook;
    this.lastLook = now;
    if (last === null) return;
    const apart = Math.abs(now.wall - last.wall - (now.monotonic - last.monotonic));
    const isStalled = this.heartbeat !== null && now.monotonic - last.monotonic > STALL;
    if (apart > JUMP || isStalled) {
      this.forget();
      this.options.onWake();
    }
  }

  private forget(): void {
    for (const state of this.states.values()) state.forget();
  }

  /** Looks once a second while there is work, so that a sleep is noticed where no event tells of it. */
  private beat(): void {
    if (this.heartbeat !== null || !this.hasWork) return;
    this.heartbeat = this.options.clock.after(HEARTBEAT, () => {
      this.look();
      this.heartbeat = null;
      this.pump();
    });
  }

  private queueOf(service: ServiceId): Waiting[] {
    let queue = this.queues.get(service);
    if (queue === undefined) {
      queue = [];
      this.queues.set(service, queue);
    }
    return queue;
  }
}

/** First of each lane, highest lane first. */
function headsOf(queue: readonly Waiting[]): Waiting[] {
  return LANES.flatMap((lane) => queue.find((entry) => entry.lane === lane) ?? []);
}

/** The oldest of the lower lanes before the highest one. */
function floorFirst(heads: readonly Waiting[]): Waiting[] {
  const [top, ...lower] = heads;
  lower.sort((one, other) => one.order - other.order);
  return top === undefined ? lower : [...lower, top];
}
