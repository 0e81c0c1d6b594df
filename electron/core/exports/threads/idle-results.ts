import { Failure } from '../../foundation/failure.ts';
import type { Clock, Log, Timer } from '../../foundation/ports.ts';
import { programBeside } from '../../threads/program-beside.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { ThreadClient } from '../../threads/thread-client.ts';

/** Milliseconds without a question after which a result is closed: its memory is free, and its log is in its file. */
export const IDLE_AFTER = 60_000;

interface Use {
  /** Questions without an answer. */
  questions: number;
  timer: Timer | null;
}

interface Question {
  readonly kind: string;
  readonly path: string;
}

/** A worker thread that has results open. The first question starts it. */
export interface ResultThread<Request extends Question, Answers> {
  /** Errors: those of `ThreadClient.ask`. */
  ask<Key extends keyof Answers & string>(
    request: Extract<Request, { readonly kind: Key }>,
    options?: AskOptions,
  ): Promise<Answers[Key]>;
  /** Starts the thread before the first question: loading its program takes a moment. */
  prepare(): void;
  /** Resolves when every file is closed. */
  close(): Promise<void>;
}

/** Closes each result after a minute without a question. */
export class IdleResults<Request extends Question, Answers> implements ResultThread<Request, Answers> {
  readonly #thread: ThreadClient<Question, Answers[keyof Answers]>;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'bug'>;
  readonly #uses = new Map<string, Use>();

  constructor(program: `${string}-worker`, diskFull: string, log: Pick<Log, 'bug'>, clock: Clock) {
    this.#thread = new ThreadClient({ program: programBeside(import.meta.url, program), log, says: { diskFull } });
    this.#clock = clock;
    this.#log = log;
  }

  async ask<Key extends keyof Answers & string>(
    request: Extract<Request, { readonly kind: Key }>,
    options?: AskOptions,
  ): Promise<Answers[Key]> {
    using _use = this.#use(request.path);
    // The thread answers each kind with its own shape; the map of requests cannot carry that type.
    return (await this.#thread.ask(request, options)) as Answers[Key];
  }

  prepare(): void {
    this.#thread.prepare();
  }

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
    this.#thread.ask({ kind: 'rest', path }).catch((error: unknown) => {
      if (!(error instanceof Failure)) this.#log.bug('close a result that nobody uses', error);
    });
  }
}
