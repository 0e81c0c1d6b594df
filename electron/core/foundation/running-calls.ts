import { invalid } from './failure.ts';

/** The calls that run and can be cancelled by their ids: the only way to cancel from outside. */
export class RunningCalls {
  readonly #controllers = new Map<string, AbortController>();

  /**
   * Runs `work` with a signal that `cancel` aborts. Without an id the call cannot be cancelled.
   *
   * @throws Failure `validation` when a call with this id is still running
   */
  async run<Value>(callId: string | undefined, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const controller = new AbortController();
    if (callId === undefined) return work(controller.signal);
    if (this.#controllers.has(callId)) throw invalid('A call with this id is still running.');
    this.#controllers.set(callId, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#controllers.delete(callId);
    }
  }

  /** False when no call with this id is running. */
  cancel(callId: string): boolean {
    const controller = this.#controllers.get(callId);
    controller?.abort();
    return controller !== undefined;
  }

  cancelAll(): void {
    for (const controller of this.#controllers.values()) controller.abort();
  }
}
