// Why: decision 0086.
import { cancelled } from '../foundation/failure.ts';
import { type AskOptions, StartedThread, type ThreadOptions } from './started-thread.ts';

/** A worker thread of the core. The first question starts it; a later question starts it again if it has ended. */
export class ThreadClient<Request, Answer> {
  readonly #options: ThreadOptions;
  #running: StartedThread<Request, Answer> | null = null;
  /** Resolves when the thread that is closing has closed its files; null when none is closing. */
  #closing: Promise<void> | null = null;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Starts the thread before it is needed: loading its program takes a moment. */
  prepare(): void {
    this.#running ??= this.#start();
  }

  /** Whether the thread may hold files. */
  get isStarted(): boolean {
    return this.#running !== null || this.#closing !== null;
  }

  /**
   * Errors: `cancelled`; `file` with the reason of the trouble (disk full, damaged, too large for the memory); any other
   * error of the thread as an `Error`.
   */
  async ask(request: Request, options: AskOptions = {}): Promise<Answer> {
    // Two threads must not hold the same files.
    while (this.#closing !== null) await this.#closing;
    if (options.signal?.aborted) throw cancelled();
    this.#running ??= this.#start();
    return this.#running.ask(request, options);
  }

  /** Stops what runs. Resolves when every file is closed. */
  async close(): Promise<void> {
    const ending = this.#running;
    this.#running = null;
    if (ending !== null) {
      const ended = ending.end().finally(() => {
        if (this.#closing === ended) this.#closing = null;
      });
      this.#closing = ended;
    }
    await this.#closing;
  }

  /** Ends the thread if no question waits: it holds memory that others can use. The next question starts it again. */
  async rest(): Promise<void> {
    if (this.#running?.isIdle === true) await this.close();
  }

  #start(): StartedThread<Request, Answer> {
    const started = new StartedThread<Request, Answer>(this.#options, () => {
      if (this.#running === started) this.#running = null;
    });
    return started;
  }
}
