import { Worker } from 'node:worker_threads';
import { cancelled, Failure } from '../foundation/failure.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number, rowsTotal: number) => void) | undefined;
  /** Memory in the request that goes over to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
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

interface Running<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Answer>>;
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
  let running: Running<Answer> | null = null;
  /** Resolves when the thread that is closing has let go of its files; null when none is. */
  let closing: Promise<void> | null = null;
  let lastId = 0;

  function start(): Running<Answer> {
    const worker = new Worker(
      program,
      memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } },
    );
    const started: Running<Answer> = { worker, waiting: new Map() };
    worker.on('message', (message: FromThread<Answer>) => receive(started, message));
    worker.on('error', (error) => fail(started, outOfMemory(error) ?? error));
    worker.on('exit', () => {
      if (running === started) running = null;
      fail(started, new Error(`The thread ${program.pathname.split('/').at(-1)} ended before it answered.`));
    });
    // A finished command line must not be kept alive by an idle thread.
    worker.unref();
    return started;
  }

  function receive({ waiting }: Running<Answer>, message: FromThread<Answer>): void {
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

  function fail({ waiting }: Running<Answer>, error: unknown): void {
    const asked = [...waiting.values()];
    waiting.clear();
    for (const request of asked) request.reject(error);
  }

  function failureFrom(message: Extract<FromThread<Answer>, { type: 'failure' }>): Error {
    if (message.name === 'AbortError') return cancelled();
    if (message.name === 'FileTrouble' && message.reason === 'cancelled') return cancelled(message.message);
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

  async function end({ worker }: Running<Answer>): Promise<void> {
    // Ended from outside in the middle of a statement, SQLite could take the whole program down.
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ type: 'end' } satisfies ToThread<Request>);
    await ended;
  }

  return {
    prepare() {
      running ??= start();
    },
    get isStarted() {
      return running !== null || closing !== null;
    },
    async ask(request, { signal, onProgress, transfer = [] } = {}) {
      // Two threads must not hold the same files.
      while (closing !== null) await closing;
      if (signal?.aborted) throw cancelled();
      running ??= start();
      const { worker, waiting } = running;
      lastId += 1;
      const id = lastId;
      const post = (message: ToThread<Request>, list: readonly ArrayBuffer[] = []) => worker.postMessage(message, list);
      const onAbort = () => post({ type: 'cancel', id });
      signal?.addEventListener('abort', onAbort, { once: true });
      // Kept alive while it works, so that a command line waits for its answer.
      worker.ref();
      try {
        return await new Promise<Answer>((resolve, reject) => {
          waiting.set(id, { resolve, reject, onProgress });
          post({ type: 'request', id, request }, transfer);
        });
      } finally {
        signal?.removeEventListener('abort', onAbort);
        if (waiting.size === 0) worker.unref();
      }
    },
    async close() {
      const ending = running;
      running = null;
      if (ending !== null) {
        const ended = end(ending).finally(() => {
          if (closing === ended) closing = null;
        });
        closing = ended;
      }
      await closing;
    },
  };
}
