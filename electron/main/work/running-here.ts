import type { CoreEvent } from '../../core/link/host-messages.ts';

/**
 * Exports and refreshes, or changes of segments, that this program works on: they stop with it. Those of another program in
 * the data folder go on.
 */
export class RunningHere {
  readonly #event: 'export:working' | 'segment:working';
  /** By account. */
  readonly #running = new Map<string, number>();
  readonly #onCount: (count: number) => void;

  /**
   * @param event with which the core says how many there are
   * @param onCount is called with how many there are now
   */
  constructor(event: 'export:working' | 'segment:working', onCount: (count: number) => void = () => undefined) {
    this.#event = event;
    this.#onCount = onCount;
  }

  get count(): number {
    return [...this.#running.values()].reduce((sum, running) => sum + running, 0);
  }

  /** Takes every event of the core. */
  see(event: CoreEvent): void {
    if (event.name !== this.#event) return;
    this.#running.set(event.payload.accountId, event.payload.running);
    this.#onCount(this.count);
  }

  /** The core ended, and its work with it. */
  forget(): void {
    this.#running.clear();
    this.#onCount(0);
  }
}
