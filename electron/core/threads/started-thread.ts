import { Worker } from 'node:worker_threads';
import { cancelled, type Failure, storageFailure, unusable } from '../foundation/failure.ts';
import type { Log } from '../foundation/ports.ts';
import { systemClock } from '../system/system-clock.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number, rowsTotal: number) => void) | undefined;
  /** Memory in the request that goes over to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

export interface ThreadOptions {
  /** The thread's program, see `programBeside`. */
  readonly program: URL;
  /** MiB. Bounds the old generation of the thread's heap; when left out, Node's own limit holds. */
  readonly memory?: number;
  /** MiB for what lives shortly; 12 when left out. More of it where rows by the thousand are looked at and let go. */
  readonly young?: number;
  /** Milliseconds that its end may take; `LONGEST_END` when left out. */
  readonly longestEnd?: number;
  /** Sentences for people: what happened, what it means, what to do. */
  readonly says: { readonly diskFull: string; readonly outOfMemory?: string };
  /** Gets the errors of the thread that no question waits for. */
  readonly log: Pick<Log, 'bug'>;
}

interface Waiting<Answer> {
  resolve(value: Answer): void;
  reject(error: unknown): void;
  readonly onProgress: AskOptions['onProgress'];
}

/** For what lives shortly, as rows do. Without a bound V8 takes up to 100 MiB for it, and is no faster. */
const YOUNG_MEBIBYTES = 12;

/** Milliseconds. The longest statement, on a slow disk, takes less; a thread that has not ended by then hangs. */
const LONGEST_END = 180_000;

/** One worker thread, from its start to its exit, and the questions that wait for its answers. */
export class StartedThread<Request, Answer> {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #lastId = 0;
  #hasFailed = false;

  /** @param onExit called once, when the thread holds no file any more */
  constructor(options: ThreadOptions, onExit: () => void) {
    const { program, memory, young = YOUNG_MEBIBYTES } = options;
    this.#options = options;
    this.#worker = new Worker(program, {
      resourceLimits: {
        maxYoungGenerationSizeMb: young,
        ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }),
      },
    });
    this.#worker.on('message', (message: FromThread<Answer>) => this.#receive(message));
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error) => this.#fail(this.#outOfMemory(error) ?? error));
    this.#worker.on('exit', (code) => {
      onExit();
      const error = new Error(`The thread ${this.#name} ended with code ${code}.`);
      if (this.#waiting.size > 0 || (code !== 0 && !this.#hasFailed)) this.#fail(error);
    });
    // An idle thread must not keep a finished command line alive.
    this.#worker.unref();
  }

  /** Errors: those of `ThreadClient.ask`. */
  async ask(request: Request, { signal, onProgress, transfer = [] }: AskOptions): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const onAbort = () => this.#post({ type: 'cancel', id });
    signal?.addEventListener('abort', onAbort, { once: true });
    // A thread that works keeps a command line alive, so that it gets its answer.
    this.#worker.ref();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, onProgress });
        this.#post({ type: 'request', id, request }, transfer);
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
    }
  }

  /** Whether no question waits for its answer. */
  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Stops its work. Resolves when the thread has closed its files and ended. */
  async end(): Promise<void> {
    // The thread ends itself: if it were terminated in the middle of a statement, SQLite could crash the whole program.
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    this.#post({ type: 'end' });
    const hangs = systemClock.after(this.#options.longestEnd ?? LONGEST_END, () => void this.#worker.terminate());
    await ended;
    hangs.cancel();
  }

  get #name(): string {
    return (this.#options.program.pathname.split('/').at(-1) ?? '').replace(/\.[jt]s$/, '');
  }

  #post(message: ToThread<Request>, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromThread<Answer>): void {
    const question = this.#waiting.get(message.id);
    if (!question) return;
    if (message.type === 'progress') {
      question.onProgress?.(message.rows, message.rowsTotal);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.type === 'answer') question.resolve(message.value);
    else question.reject(this.#failureOf(message));
  }

  /** The questions that wait get the error; when none waits, the log does. */
  #fail(error: unknown): void {
    this.#hasFailed = true;
    const questions = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const question of questions) question.reject(error);
    if (questions.length === 0) this.#options.log.bug(`thread ${this.#name}`, error);
  }

  #failureOf({ name, reason, message }: Extract<FromThread<Answer>, { type: 'failure' }>): Error {
    if (name === 'AbortError') return cancelled();
    if (name === 'FileTrouble' && reason === 'cancelled') return cancelled(message);
    if (name === 'FileTrouble') return unusable(message, reason);
    if (/database or disk is full|ENOSPC/.test(message)) return unusable(this.#options.says.diskFull, 'diskFull');
    // The words of SQLite and of the operating system are all that comes over from a thread.
    if (/readonly database|\bEROFS\b/.test(message)) return storageFailure('readOnly');
    if (/disk I\/O error|\bEIO\b/.test(message)) return storageFailure('broken');
    if (/database is locked/.test(message)) return storageFailure('busy');
    if (/unable to open database file|\bE(?:NOENT|MFILE)\b/.test(message)) return storageFailure('unopened');
    return new Error(message);
  }

  #outOfMemory(error: unknown): Failure | null {
    const { outOfMemory } = this.#options.says;
    const isMemory =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory && outOfMemory !== undefined ? unusable(outOfMemory, 'tooLarge') : null;
  }
}
