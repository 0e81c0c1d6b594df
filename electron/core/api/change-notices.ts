import type { Clock, Timer } from '../foundation/ports.ts';

/** Milliseconds. Listeners are called at most ten times a second: a person cannot read faster. */
const INTERVAL = 100;

/** Tells listeners that something changed, many changes at once. */
export class ChangeNotices {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly changed = (): void => {
    if (this.#timer !== null || this.#isClosed || this.#listeners.size === 0) return;
    this.#timer = this.#clock.after(INTERVAL, () => {
      this.#timer = null;
      for (const listener of this.#listeners) listener();
    });
  };

  /** Returns a function that stops listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }
}
