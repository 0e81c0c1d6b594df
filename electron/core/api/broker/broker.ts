// Why: decisions 0021, 0215.
import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock, Timer } from '../../foundation/ports.ts';
import type { Admission, AdmissionRequest, Ticket } from './admission.ts';
import { type Budget, Budgets } from './ledger/budgets.ts';
import { createMemoryLedger } from './ledger/ledger-store.ts';
import { LaneQueue, lowestFirst, type Waiting } from './lane-queue.ts';
import type { ServiceState } from './service-state.ts';
import { SleepWatch } from './sleep-watch.ts';

export interface BrokerOptions {
  readonly clock: Clock;
  /** Which endpoints share a counter; each has its own when left out. */
  readonly budgets?: Budgets;
  readonly stateFor: (budget: Budget) => ServiceState;
  readonly onChange: () => void;
  /** The computer slept, or its clock was set. */
  readonly onWake: () => void;
}

/** Milliseconds between two looks at the clocks while there is work: a sleep is noticed within this time. */
const HEARTBEAT = 1_000;

/** Lanes that nobody waits for: they go on when the service can be reached again. */
const GOES_ON_BY_ITSELF: ReadonlySet<Lane> = new Set(['refresh', 'import']);

/**
 * Decides which request may leave now. Pull-based: one timer, one question, no saved credit, so that neither a stall nor
 * a night's sleep ends in a burst. Every budget has its own state; a person's request never waits for the pace.
 */
export class RequestBroker {
  readonly budgets: Budgets;
  readonly #options: BrokerOptions;
  /** By key of the budget, as are the queues. */
  readonly #states = new Map<ServiceId, ServiceState>();
  readonly #queues = new Map<ServiceId, LaneQueue>();
  readonly #underWay = new Set<Ticket>();
  readonly #sleepWatch: SleepWatch;
  #timer: Timer | null = null;
  #heartbeat: Timer | null = null;
  #order = 0;
  /** The service's clock minus this computer's, milliseconds; null: not heard since this one was set, or at all. */
  #clockOffset: number | null = null;
  #isSuspended = false;
  #isHeld = false;
  #isClosed = false;
  #isPumping = false;
  #isAskedAgain = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.budgets = options.budgets ?? new Budgets(createMemoryLedger());
    this.#sleepWatch = new SleepWatch(options.clock);
  }

  /** Calls `launch` when the request may leave; the debit is done by then, in the same turn. */
  admit(request: AdmissionRequest, launch: (admission: Admission) => void): void {
    if (this.#isClosed) return launch({ kind: 'closed' });
    if (request.signal?.aborted === true) return launch({ kind: 'cancelled' });
    const onAbort = () => {
      this.#queueOf(request.service).remove(waiting);
      waiting.answer({ kind: 'cancelled' });
      this.#options.onChange();
    };
    let isAnswered = false;
    const waiting: Waiting = {
      ...request,
      order: this.#order++,
      answer: (admission) => {
        if (isAnswered) {
          // It was cancelled in the very turn of its admission: its units and its place go back.
          if (admission.kind === 'ticket') admission.ticket.settle({ kind: 'notSent' });
          return;
        }
        isAnswered = true;
        request.signal?.removeEventListener('abort', onAbort);
        launch(admission);
      },
    };
    request.signal?.addEventListener('abort', onAbort);
    this.#queueOf(request.service).add(waiting);
    this.pump();
  }

  /** The state of the budget on which the endpoint draws. */
  state(service: ServiceId): ServiceState {
    const budget = this.budgets.of(service);
    let state = this.#states.get(budget.key);
    if (state === undefined) {
      state = this.#options.stateFor(budget);
      this.#states.set(budget.key, state);
      if (this.#clockOffset !== null) state.day.heardClock(this.#clockOffset);
    }
    return state;
  }

  /** The budgets have changed: ledgers are put together or taken apart, and what waits and is under way follows. */
  regroup(): void {
    const before = [...this.#states.values()];
    const waiting = [...this.#queues.values()].flatMap((queue) => queue.removeAll());
    for (const state of before) state.close();
    this.#states.clear();
    this.#queues.clear();
    for (const budget of this.budgets.all()) {
      const parts = before.filter(({ endpoints }) => endpoints.some((id) => budget.endpoints.includes(id)));
      if (parts.length > 0) this.state(budget.key).takeOver(parts);
    }
    for (const ticket of this.#underWay) this.state(ticket.service).adopt(ticket);
    for (const entry of waiting.sort((one, other) => one.order - other.order)) this.#queueOf(entry.service).add(entry);
    this.#options.onChange();
    this.pump();
  }

  /** States of the budgets that were used or read about, in the order of our list of endpoints. */
  known(): ServiceState[] {
    return this.budgets.all().flatMap(({ key }) => this.#states.get(key) ?? []);
  }

  waiting(service: ServiceId, lane: Lane): number {
    return this.#queues.get(this.budgets.of(service).key)?.count(lane) ?? 0;
  }

  /** Call it with the first answer after a start and after a set clock: until when the days last follows the service's clock. */
  heardClock(offset: number): void {
    this.#clockOffset = offset;
    const moved = this.known().filter(({ day }) => day.heardClock(offset));
    if (moved.length === 0) return;
    this.#options.onChange();
    this.pump();
  }

  suspend(): void {
    this.#isSuspended = true;
  }

  resume(): void {
    this.#isSuspended = false;
    this.#forget();
    this.pump();
  }

  /** While held, what goes on by itself waits: the service cannot be reached. What somebody asked for leaves. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.pump();
  }

  /** Answers everything that waits with `closed`. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#heartbeat?.cancel();
    for (const queue of this.#queues.values()) for (const entry of queue.removeAll()) entry.answer({ kind: 'closed' });
  }

  /** The last chance to write what the journal could not take; call it when every ticket is settled. */
  saveLedgers(): void {
    for (const state of this.#states.values()) state.close();
  }

  /** Asks every service which request may leave, and sets the one timer to the next time that the answer can change. */
  pump(): void {
    if (this.#isClosed) return;
    this.#isAskedAgain = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      // An admitted request may bring a new one at once; it is asked for in the same turn.
      while (this.#isAskedAgain) this.#askAll();
    } finally {
      this.#isPumping = false;
    }
  }

  #askAll(): void {
    this.#isAskedAgain = false;
    this.#lookAtClocks();
    this.#timer?.cancel();
    let next = Number.POSITIVE_INFINITY;
    for (const [service, queue] of this.#queues) next = Math.min(next, this.#pumpService(this.state(service), queue));
    if (next !== Number.POSITIVE_INFINITY) {
      const delay = Math.max(0, next - this.#options.clock.monotonicNow());
      this.#timer = this.#options.clock.after(Math.ceil(delay), () => this.pump());
    }
    this.#beat();
  }

  /** Lets go what may leave now. Returns when to ask again (monotonic milliseconds); infinity: after an answer. */
  #pumpService(state: ServiceState, queue: LaneQueue): number {
    while (!queue.isEmpty) {
      this.#turnAway(state, queue);
      if (queue.isEmpty || this.#isSuspended) break;
      const choice = this.#choose(state, queue);
      if (typeof choice === 'number') return choice;
      queue.remove(choice);
      choice.answer(this.#grant(state, choice, queue.hasBelow(choice.lane)));
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Answers the requests for which the day has no units. */
  #turnAway(state: ServiceState, queue: LaneQueue): void {
    for (const entry of queue.list()) {
      const stop = state.stopFor(entry);
      if (stop === null) continue;
      queue.remove(entry);
      entry.answer({ kind: 'daily', ...stop });
    }
  }

  /** The request that may leave now, or when one may. */
  #choose(state: ServiceState, queue: LaneQueue): Waiting | number {
    const now = this.#options.clock.monotonicNow();
    // Who asked gets an answer at once, even if it is that the service cannot be reached.
    const heads = queue.heads().filter((entry) => !this.#isHeld || !GOES_ON_BY_ITSELF.has(entry.lane));
    const { owesFloor } = state;
    let next = Number.POSITIVE_INFINITY;
    for (const candidate of owesFloor ? lowestFirst(heads) : heads) {
      const at = state.mayLeaveAt(candidate, now, owesFloor && candidate !== heads[0]);
      if (at <= now) return candidate;
      next = Math.min(next, at);
    }
    return next;
  }

  #grant(state: ServiceState, request: Waiting, passesLower: boolean): Admission {
    const started = state.start(request, passesLower);
    if (started.kind === 'stepFailed') return started;
    const { units, sentAt, debitedAt } = started;
    let isSettled = false;
    const ticket: Ticket = {
      service: request.service,
      lane: request.lane,
      units,
      fairUse: request.fairUse,
      sentAt,
      debitedAt,
      settle: (settlement) => {
        if (isSettled) return;
        isSettled = true;
        if (this.state(ticket.service).isOfAnother(ticket, settlement)) {
          this.budgets.part(ticket.service);
          this.regroup();
        }
        this.#underWay.delete(ticket);
        this.state(ticket.service).settle(ticket, settlement);
        this.#options.onChange();
        this.pump();
      },
    };
    this.#underWay.add(ticket);
    this.#options.onChange();
    return { kind: 'ticket', ticket };
  }

  #lookAtClocks(): void {
    if (!this.#sleepWatch.hasSlept(this.#heartbeat !== null)) return;
    this.#forget();
    this.#options.onWake();
  }

  #forget(): void {
    this.#clockOffset = null;
    for (const state of this.#states.values()) state.forget();
  }

  #beat(): void {
    if (this.#heartbeat !== null || !this.#hasWork) return;
    this.#heartbeat = this.#options.clock.after(HEARTBEAT, () => {
      this.#lookAtClocks();
      this.#heartbeat = null;
      this.pump();
    });
  }

  get #hasWork(): boolean {
    for (const queue of this.#queues.values()) if (!queue.isEmpty) return true;
    for (const state of this.#states.values()) if (state.inFlight > 0) return true;
    return false;
  }

  #queueOf(service: ServiceId): LaneQueue {
    const { key } = this.budgets.of(service);
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = new LaneQueue();
      this.#queues.set(key, queue);
    }
    return queue;
  }
}
