import { connect } from 'node:net';
import type { Clock, Random, Timer } from '../../foundation/ports.ts';

/** So many requests in a row that never left mean that the service is out of reach. */
const FAILURES_TO_OPEN = 3;
const FIRST_DELAY = 1_000;
const MOST_DELAY = 60_000;

export interface ReachabilityOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** True when a connection can be opened; sends nothing. */
  readonly reach: () => Promise<boolean>;
  readonly onChange: (isReachable: boolean) => void;
}

/**
 * Notices that the service cannot be reached and stops asking in vain. A bare connection, which costs no unit, is tried
 * after 1, 2, 4 … 60 s, each with full jitter, until it opens.
 */
export class Reachability {
  private readonly options: ReachabilityOptions;
  private failures = 0;
  private delay = FIRST_DELAY;
  private timer: Timer | null = null;
  private isClosed = false;
  /** What a person is told; empty while the service is within reach. */
  trouble = '';

  constructor(options: ReachabilityOptions) {
    this.options = options;
  }

  get isOpen(): boolean {
    return this.trouble !== '';
  }

  failed(message: string): void {
    this.failures++;
    if (this.isOpen || this.failures < FAILURES_TO_OPEN) return;
    this.trouble = message;
    this.options.onChange(false);
    this.schedule();
  }

  reached(): void {
    this.failures = 0;
    if (!this.isOpen) return;
    this.trouble = '';
    this.delay = FIRST_DELAY;
    this.timer?.cancel();
    this.timer = null;
    this.options.onChange(true);
  }

  /** Tries at once, for a network that came back or a computer that woke. */
  tryNow(): void {
    if (!this.isOpen) return;
    this.delay = FIRST_DELAY;
    this.timer?.cancel();
    void this.probe();
  }

  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
  }

  private schedule(): void {
    if (this.isClosed) return;
    const delay = this.options.random() * this.delay;
    this.delay = Math.min(this.delay * 2, MOST_DELAY);
    this.timer = this.options.clock.after(delay, () => void this.probe());
  }

  private async probe(): Promise<void> {
    const isReached = await this.options.reach().catch(() => false);
    if (this.isClosed || !this.isOpen) return;
    if (!isReached) return this.schedule();
    // One more failed request is enough to close the door again, with the longer delay kept.
    const kept = this.delay;
    this.reached();
    this.delay = kept;
    this.failures = FAILURES_TO_OPEN - 1;
  }
}

/** Opens and closes a connection. */
export function canConnect(host: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
