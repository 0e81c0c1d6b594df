import type { Random } from './ports.ts';

/** Milliseconds before the first new try: a service that restarts is back within seconds. */
const FIRST = 1_000;
/** Milliseconds. The wait doubles up to this, so that work continues within a minute of the service's return. */
const LONGEST = 60_000;

/** How long to wait for a service that is out of reach: twice as long after each try. */
export class OfflineWait {
  readonly #random: Random;
  #next = FIRST;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Milliseconds until the next try: between half of the wait and all of it, so that many clients do not return at once. */
  take(): number {
    const wait = this.#next;
    this.#next = Math.min(wait * 2, LONGEST);
    return wait / 2 + (this.#random() * wait) / 2;
  }

  /** The service answered: the next wait is the first again. */
  reset(): void {
    this.#next = FIRST;
  }
}
