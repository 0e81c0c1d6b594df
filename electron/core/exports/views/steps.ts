import { letOtherWorkRun } from '../../threads/thread-server.ts';

/** Units of work, each some twenty nanoseconds, after which others get their turn: some milliseconds. */
const TURN = 200_000;

/**
 * Cuts long work into turns, so that the thread answers other questions meanwhile, and ends it when its caller has
 * cancelled. Work is counted, not timed: a row looked at is a unit, a comparison of two texts is ten.
 */
export class Steps {
  readonly #signal: AbortSignal;
  #units = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Counts work. When true, the caller must await `rest`: a promise for every row would take longer than the row. */
  isDue(units: number): boolean {
    this.#units += units;
    return this.#units >= TURN;
  }

  /** @throws the signal's reason (AbortError) */
  async rest(): Promise<void> {
    this.#units = 0;
    await letOtherWorkRun();
    this.#signal.throwIfAborted();
  }
}
