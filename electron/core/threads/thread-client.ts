import { Worker } from 'node:worker_threads';
import { cancelled, Failure } from '../failure.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number, rowsTotal: number) => void) | undefined;
}

export interface ThreadClientOptions {
  /** The thread's program, see `programBeside`. */
  readonly program: URL;
  /** Old generation of its heap in MiB; left out: what Node gives. */
  readonly memory?: number;
  /** Sentences for people: what happened, what it means, what to do. */
  readonly says: { readonly diskFull: string; readonly outOfMemory?: string };
}

/** A thread of the core, started when it is first asked, and again when it has ended by itself. */
export interface ThreadClient<Request, Answer> {
  /** Errors: `cancelled`; `file` with the reason of the trouble (disk full, damaged, too large for the memory). */
  ask(request: Request, options?: AskOptions): Promise<Answer>;
  /** Starts it before it is needed: loading its program takes a moment. */
  prepare(): void;
  /** Whether it may hold files. */
  readonly isStarted: boolean;
  /** Stops what runs; resolves when every file is closed. */
  close(): Promise<void>;
}

interface Waiting<Answer> {
  resolve(value: Answer): void;
  reject(error: unknown): void;
  readonly onProgress: AskOptions['onProgress'];
}

/**
 * The program of a thread that lies beside its caller, from source and from the build.
 *
 * @param place the caller's `import.meta.url`
 * @param name the file's name without its extension
 */
export function programBeside(place: string, name: string): URL {
  return new URL(`./${name}.${place.endsWith('.ts') ? 'ts' : 'js'}`, place);
}

export function createThreadClient<Request, Answer>(options: ThreadClientOptions): ThreadClient<Request, Answer> {
  const { program, memory, says } = options;
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(
      program,
      memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } },
    );
    started.on('message', (message: FromThread<Answer>) => receive(message));
    started.on('error', (error) => fail(outOfMemory(error) ?? error));
    started.on('exit', () => {
      if (worker === started) worker = null;
      fail(new Error(`The thread ${program.pathname.split('/').at(-1)} ended before it answered.`));
    });
    // A finished command line must not be kept alive by an idle thread.
    started.unref();
    return started;
  }

  function receive(message: FromThread<Answer>): void {
    const request = waiting.get(message.id);
    if (!request) return;
    if (message.type === 'progress') {
      request.onProgress?.(message.rows, message.rowsTotal);
      return;
    }
    waiting.delete(message.id);
    if (message.type === 'answer') request.resolve(message.value);
    else request.reject(failureFrom(message));
  }

  function fail(error: unknown): void {
    const asked = [...waiting.values()];
    waiting.clear();
    for (const request of asked) request.reject(error);
  }

  function failureFrom(message: Extract<FromThread<Answer>, { type: 'failure' }>): Error {
    if (message.name === 'AbortError') return cancelled();
    if (message.name === 'FileTrouble')
      return new Failure({ code: 'file', reason: message.reason, message: message.message });
    if (/database or disk is full|ENOSPC/.test(message.message))
      return new Failure({ code: 'file', reason: 'diskFull', message: says.diskFull });
    return new Error(message.message);
  }

  function outOfMemory(error: unknown): Failure | null {
    const isMemory =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory && says.outOfMemory !== undefined
      ? new Failure({ code: 'file', reason: 'tooLarge', message: says.outOfMemory })
      : null;
  }

  return {
    prepare() {
      worker ??= start();
    },
    get isStarted() {
      return worker !== null;
    },
    ask(request, { signal, onProgress } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(cancelled());
          return;
        }
        worker ??= start();
        const thread = worker;
        lastId += 1;
        const id = lastId;
        const post = (message: ToThread<Request>) => thread.postMessage(message);
        const onAbort = () => post({ type: 'cancel', id });
        signal?.addEventListener('abort', onAbort, { once: true });
        // Kept alive while it works, so that a command line waits for its answer.
        thread.ref();
        const end = () => {
          signal?.removeEventListener('abort', onAbort);
          if (waiting.size === 0) thread.unref();
        };
        waiting.set(id, {
          resolve(value) {
            end();
            resolve(value);
          },
          reject(error) {
            end();
            reject(error instanceof Error ? error : new Error(String(error)));
          },
          onProgress,
        });
        post({ type: 'request', id, request });
      });
    },
    async close() {
      const ending = worker;
      worker = null;
      if (ending === null) return;
      // Ended from outside in the middle of a statement, SQLite could take the whole program down.
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.ref();
      ending.postMessage({ type: 'end' } satisfies ToThread<Request>);
      await ended;
    },
  };
}
