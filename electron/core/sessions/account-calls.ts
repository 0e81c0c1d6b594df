import { cancelled } from '../foundation/failure.ts';

/** The calls that an account answers: they end with it, and before its files are closed. */
export class AccountCalls {
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #isClosing = false;

  /** @throws Failure `cancelled` when the account closes */
  async run<Value>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    if (this.#isClosing) throw cancelled();
    const controller = new AbortController();
    const done = work(AbortSignal.any([signal, controller.signal]));
    this.#running.set(controller, done);
    try {
      return await done;
    } finally {
      this.#running.delete(controller);
    }
  }

  /** The account closes: nothing is begun any more, and what runs ends soon. */
  close(): void {
    this.#isClosing = true;
    for (const controller of this.#running.keys()) controller.abort();
  }

  /** Resolves when every call has its answer. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
