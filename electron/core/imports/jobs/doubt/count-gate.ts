// Why: decision 0310.
import type { Lane } from '../../../../../shared/domain/pacing/pacing.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import type { Clock, Log } from '../../../foundation/ports.ts';
import type { CountAnswer, Counted } from './service-count.ts';

/** Milliseconds. The rows say why they wait when the service takes longer than this. */
const PATIENCE = 1_500;
/**
 * Milliseconds after the second count until the third: a service that answers an older count shows only then that another
 * computer sends. Doubled when it cannot be read.
 */
const THIRD_AFTER = 30_000;

/** Milliseconds before each new try when a count lacks the row just created. The last try's count is accepted. */
const LATE_COUNTS = [1_000, 2_000, 4_000, 8_000] as const;

export const LATE_SECONDS = LATE_COUNTS.reduce((sum, pause) => sum + pause / 1000, 0);

/** Whether a row may leave. */
export type Pass =
  /** `ended` must be called once, with the outcome of the row. */
  | { readonly kind: 'goes'; readonly ended: (outcome: CreateLeadOutcome['outcome']) => void }
  /** The service counted more: a person has to say that the rows may go. */
  | { readonly kind: 'held'; readonly reason: string }
  /** `retryAt`: Unix milliseconds; null: nobody knows when the service can say it. */
  | { readonly kind: 'waits'; readonly message: string; readonly retryAt: number | null }
  | { readonly kind: 'trouble'; readonly error: AppError };

/** What the first answer did not show, although the rows go. */
export type Unshown =
  | { readonly kind: 'notOffered'; readonly answer: CountAnswer & { readonly kind: 'notOffered' } }
  | { readonly kind: 'behind'; readonly counted: Counted }
  /** It lacks a row of this computer that the service created seconds before. */
  | { readonly kind: 'late' };

export interface CountGateOptions {
  readonly ask: (lane: Lane) => Promise<CountAnswer>;
  /** The service counted more. Answers why the rows wait. */
  readonly onMore: (counted: Counted) => string;
  readonly clock: Clock;
  readonly log: Log;
}

type Stage =
  /** Nobody has asked yet, or the service could not say it. */
  | 'first'
  /** The first count agreed, or lists no leads yet: one row goes alone. */
  | 'one'
  | 'oneIsOnItsWay'
  /**
   * That row has arrived: a copy of this folder that began at the same moment has sent it, too. Only a count that has the
   * row shows whether another one has.
   */
  | 'second'
  | 'open'
  | 'notOffered';

/**
 * Lets rows go that a copy of this data folder may have sent: the service's count is read before the first one, again after
 * it has gone alone, and once more half a minute later. All jobs of the account go through one gate.
 */
export class CountGate {
  readonly #options: CountGateOptions;
  #stage: Stage = 'first';
  #reading: Promise<CountAnswer> | null = null;
  /** Resolves when the row that goes alone is answered. */
  #alone: Promise<void> | null = null;
  #more: Counted | null = null;
  /** Null: no row has come since the service counted more. */
  #heldReason: string | null = null;
  #firstCount = 0;
  /** The first count listed no leads. */
  #isUnlisted = false;
  #isOneCreated = false;
  #lateCounts = 0;
  /** Monotonic milliseconds: before then a count that was late is not asked for again. */
  #againAt = 0;
  #thirdAt = Number.POSITIVE_INFINITY;
  #pause = THIRD_AFTER;
  #unshown: Unshown | null = null;
  #isWaiting = false;

  constructor(options: CountGateOptions) {
    this.#options = options;
  }

  /** Null while the count shows what it can. */
  get unshown(): Unshown | null {
    return this.#unshown;
  }

  /** Rows wait because the service could not say what it counted. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The service counted what is known here, at least once. */
  get hasAgreed(): boolean {
    return this.#stage !== 'first' && this.#stage !== 'notOffered';
  }

  /** Whether the next row may leave. Null: its signal was aborted. */
  async enter(signal: AbortSignal | undefined): Promise<Pass | null> {
    for (;;) {
      if (signal?.aborted === true) return null;
      if (this.#more !== null) return { kind: 'held', reason: this.#whyHeld(this.#more) };
      switch (this.#stage) {
        case 'notOffered':
          return { kind: 'goes', ended: () => undefined };
        case 'open':
          this.#lookAThirdTime();
          return { kind: 'goes', ended: () => undefined };
        case 'one':
          return { kind: 'goes', ended: this.#sendAlone() };
        case 'oneIsOnItsWay':
          await Promise.race([this.#alone, aborted(signal)]);
          break;
        case 'first':
        case 'second': {
          const stopped = this.#waitsForLateCount() ?? (await Promise.race([this.#readSoon(), aborted(signal)]));
          if (stopped !== null) return stopped;
        }
      }
    }
  }

  /** Reads the count a last time, when no row is left. Null: it did not count more, or could not say it. */
  async atEnd(): Promise<Counted | null> {
    if (!this.hasAgreed) return null;
    // A third count may have been asked for before the last row left; the second one is asked for after its row.
    if (this.#stage === 'open' && this.#reading !== null) await this.#reading.catch(() => null);
    const answer = await this.#read('refresh');
    return answer.kind === 'counted' && isMore(answer.counted) ? answer.counted : null;
  }

  /** Holds jobs only when a row is there to be held: at the end of the last one there is nothing to decide. */
  #whyHeld(more: Counted): string {
    this.#heldReason ??= this.#options.onMore(more);
    return this.#heldReason;
  }

  #sendAlone(): (outcome: CreateLeadOutcome['outcome']) => void {
    const { promise: gone, resolve: free } = Promise.withResolvers<void>();
    this.#alone = gone;
    this.#stage = 'oneIsOnItsWay';
    return (outcome) => {
      const hasLeft = outcome !== 'notSent' && outcome !== 'notNow';
      if (this.#stage === 'oneIsOnItsWay') this.#stage = hasLeft ? 'second' : 'one';
      this.#isOneCreated = outcome === 'created';
      this.#alone = null;
      free();
      if (hasLeft) this.#inBackground(this.#read('person'));
    };
  }

  #lookAThirdTime(): void {
    const now = this.#options.clock.monotonicNow();
    if (now < this.#thirdAt) return;
    this.#thirdAt = Number.POSITIVE_INFINITY;
    this.#inBackground(this.#read('refresh'));
  }

  #inBackground(reading: Promise<unknown>): void {
    reading.catch((error: unknown) => void this.#options.log.bug('read the count of leads', error));
  }

  #waitsForLateCount(): Pass | null {
    const { clock } = this.#options;
    const wait = this.#againAt - clock.monotonicNow();
    if (this.#stage !== 'second' || wait <= 0) return null;
    this.#isWaiting = true;
    const message = 'Its count lacks the row that it created just now.';
    // Whole milliseconds: whoever comes back within the last one is sent away again and again.
    return { kind: 'waits', message, retryAt: clock.wallNow() + Math.ceil(wait) };
  }

  /** Null when the stage has changed. */
  async #readSoon(): Promise<Pass | null> {
    const { clock } = this.#options;
    const answer = await within(clock, PATIENCE, this.#read('person'));
    this.#isWaiting = answer === null || answer.kind === 'notYet';
    if (answer === null)
      return { kind: 'waits', message: 'It has not answered yet.', retryAt: clock.wallNow() + PATIENCE };
    switch (answer.kind) {
      case 'notYet':
        return { kind: 'waits', message: answer.message, retryAt: answer.retryAt };
      case 'trouble':
        return answer;
      case 'counted':
      case 'notOffered':
        return null;
    }
  }

  /** One question at a time: whoever asks meanwhile gets the same answer. */
  #read(lane: Lane): Promise<CountAnswer> {
    this.#reading ??= this.#options
      .ask(lane)
      .then((answer) => {
        this.#settle(answer);
        return answer;
      })
      .finally(() => (this.#reading = null));
    return this.#reading;
  }

  #settle(answer: CountAnswer): void {
    const { clock } = this.#options;
    if (answer.kind === 'counted' && isMore(answer.counted)) {
      this.#more ??= answer.counted;
      this.#isWaiting = false;
      return;
    }
    switch (this.#stage) {
      case 'first':
        return this.#settleFirst(answer);
      case 'second':
        if (answer.kind === 'notOffered') return this.#settleUncounted(answer);
        if (answer.kind !== 'counted' || this.#isLate(answer.counted.counted)) return;
        this.#isWaiting = false;
        this.#stage = 'open';
        this.#thirdAt = clock.monotonicNow() + THIRD_AFTER;
        return;
      case 'open':
        if (answer.kind === 'counted' || answer.kind === 'notOffered') return;
        this.#pause *= 2;
        this.#thirdAt = clock.monotonicNow() + this.#pause;
        return;
      case 'one':
      case 'oneIsOnItsWay':
      case 'notOffered':
    }
  }

  /** A service that listed no leads before the row that went alone may list them a little later than it creates them. */
  #settleUncounted(answer: CountAnswer & { readonly kind: 'notOffered' }): void {
    const listsNone = answer.why === 'unlisted' || answer.why === 'missing';
    if (this.#isUnlisted && listsNone && this.#isLate(0)) return;
    this.#isWaiting = false;
    this.#takeAsNotOffered(answer);
  }

  #isLate(counted: number): boolean {
    if (!this.#isOneCreated || counted > this.#firstCount) return false;
    const pause = LATE_COUNTS[this.#lateCounts];
    if (pause === undefined) {
      this.#unshown ??= { kind: 'late' };
      return false;
    }
    this.#lateCounts += 1;
    this.#againAt = this.#options.clock.monotonicNow() + pause;
    return true;
  }

  #settleFirst(answer: CountAnswer): void {
    if (answer.kind === 'notOffered') {
      // Where none was created in its day yet, the row that goes alone shows whether the service counts them.
      this.#isUnlisted = answer.why === 'unlisted';
      if (this.#isUnlisted) this.#stage = 'one';
      else this.#takeAsNotOffered(answer);
    }
    if (answer.kind !== 'counted') return;
    const { counted } = answer;
    if (counted.counted < counted.least) this.#unshown = { kind: 'behind', counted };
    this.#firstCount = counted.counted;
    this.#stage = 'one';
  }

  #takeAsNotOffered(answer: CountAnswer & { readonly kind: 'notOffered' }): void {
    this.#unshown = { kind: 'notOffered', answer };
    this.#stage = 'notOffered';
  }
}

function isMore({ counted, remembered }: Counted): boolean {
  return counted > remembered;
}

/** Null when it takes longer. */
function within<Value>(clock: Clock, milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(milliseconds, () => resolve(null));
    work.then(resolve, reject).finally(() => timer.cancel());
  });
}

function aborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
}
