import { type Clock, sleep } from '../core/foundation/ports.ts';

/** Wrong tokens that are answered at once: a person opens an old address, or a page is loaded again. */
const FREE = 10;
/** Milliseconds between the answers to two later ones, however many come at the same time. */
const PAUSE = 1000;

/** Makes guessing slow: wrong tokens are answered one after the other. */
export class Guesses {
  readonly #clock: Clock;
  #count = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the next wrong token may be answered. */
  wait(): Promise<void> {
    this.#count += 1;
    if (this.#count > FREE) this.#last = this.#last.then(() => sleep(this.#clock, PAUSE));
    return this.#last;
  }
}
