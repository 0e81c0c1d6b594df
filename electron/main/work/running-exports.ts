import type { CoreEvent } from '../../core/link/host-messages.ts';

/** Exports and refreshes of this program that run: they end with it. Those of another program in the data folder go on. */
export class RunningExports {
  /** By account. */
  readonly #running = new Map<string, number>();

  get count(): number {
    return [...this.#running.values()].reduce((sum, running) => sum + running, 0);
  }

  /** Takes every event of the core. */
  see(event: CoreEvent): void {
    if (event.name === 'export:working') this.#running.set(event.payload.accountId, event.payload.running);
  }

  /** The core ended, and its exports with it. */
  forget(): void {
    this.#running.clear();
  }
}
