import { Failure } from '../../foundation/failure.ts';
import type { Clock, Log, Timer } from '../../foundation/ports.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import type { ThreadClient } from '../../threads/thread-client.ts';

/** Milliseconds without a question after which a result is closed: its memory is free, and its log is in its file. */
export const IDLE_AFTER = 60_000;

interface Use {
  /** Questions without an answer. */
  questions: number;
  timer: Timer | null;
}

/** A thread of the results, which closes each result after a minute without a question. */
export class IdleResults<Request extends { readonly path: string }, Answer> {
  readonly #thread: Thread<Request, Answer>;
  readonly #restOf: (path: string) => Request;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'bug'>;
  readonly #uses = new Map<string, Use>();

  /** @param restOf what the thread is told */
  constructor(thread: Thread<Request, Answer>, restOf: (path: string) => Request, clock: Clock, log: Pick<Log, 'bug'>) {
    this.#thread = thread;
    this.#restOf = restOf;
    this.#clock = clock;
    this.#log = log;
  }

  /** Errors: those of `ThreadClient.ask`. */
  async ask(request: Request, options?: AskOptions): Promise<Answer> {
    using _use = this.#use(request.path);
    return await this.#thread.ask(request, options);
  }

  /** Resolves when every file is closed. */
  async close(): Promise<void> {
    for (const { timer } of this.#uses.values()) timer?.cancel();
    this.#uses.clear();
    await this.#thread.close();
  }

  #use(path: string): Disposable {
    const use = this.#uses.get(path) ?? { questions: 0, timer: null };
    this.#uses.set(path, use);
    use.timer?.cancel();
    use.questions += 1;
    return {
      [Symbol.dispose]: () => {
        use.questions -= 1;
        if (use.questions === 0 && this.#uses.get(path) === use)
          use.timer = this.#clock.after(IDLE_AFTER, () => this.#rest(path));
      },
    };
  }

  #rest(path: string): void {
    this.#uses.delete(path);
    if (!this.#thread.isStarted) return;
    this.#thread.ask(this.#restOf(path)).catch((error: unknown) => {
      if (!(error instanceof Failure)) this.#log.bug('close a result that nobody uses', error);
    });
  }
}

type Thread<Request, Answer> = Pick<ThreadClient<Request, Answer>, 'ask' | 'close' | 'isStarted'>;
