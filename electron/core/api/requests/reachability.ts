import type { Clock, Log, Random, Timer } from '../../foundation/ports.ts';

/** Requests in a row that never left: the service cannot be reached. One alone may be a hiccup of the network. */
const FAILURES_TO_OPEN = 3;
/** Milliseconds before the first bare connection, doubled up to `MOST_DELAY`; a random part of it is waited. */
const FIRST_DELAY = 1_000;
const MOST_DELAY = 60_000;

export interface ReachabilityOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** True when a connection can be opened; sends nothing. */
  readonly reach: () => Promise<boolean>;
  readonly onChange: (isReachable: boolean) => void;
}

/**
 * Finds out that the service cannot be reached, and holds requests back. Tries a bare connection, which costs no unit,
 * after 1, 2, 4 … 60 s with full jitter until it opens (decision 0024).
 */
export class Reachability {
  readonly #options: ReachabilityOptions;
  #failures = 0;
  #delay = FIRST_DELAY;
  #timer: Timer | null = null;
  #isClosed = false;
  /** Why nothing can be sent, for a person; empty while the service can be reached. */
  trouble = '';

  constructor(options: ReachabilityOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.trouble !== '';
  }

  failed(message: string): void {
    this.#failures++;
    if (this.isOpen || this.#failures < FAILURES_TO_OPEN) return;
    this.trouble = message;
    this.#options.onChange(false);
    this.#schedule();
  }

  reached(): void {
    this.#failures = 0;
    if (!this.isOpen) return;
    this.trouble = '';
    this.#delay = FIRST_DELAY;
    this.#timer?.cancel();
    this.#timer = null;
    this.#options.onChange(true);
  }

  /** Tries at once: the network came back, or the computer woke. */
  tryNow(): void {
    if (!this.isOpen) return;
    this.#delay = FIRST_DELAY;
    this.#timer?.cancel();
    this.#startProbe();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const delay = this.#options.random() * this.#delay;
    this.#delay = Math.min(this.#delay * 2, MOST_DELAY);
    // Two may have been tried at once.
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(delay, () => this.#startProbe());
  }

  #startProbe(): void {
    this.#probe().catch((error: unknown) => this.#options.log.bug('try to reach the service', error));
  }

  async #probe(): Promise<void> {
    const isReached = await this.#options.reach().catch(() => false);
    if (this.#isClosed || !this.isOpen) return;
    if (!isReached) return this.#schedule();
    // A sign-in page of a network accepts connections too: one failed request holds the rest back again, for longer.
    const kept = this.#delay;
    this.reached();
    this.#delay = kept;
    this.#failures = FAILURES_TO_OPEN - 1;
  }
}
