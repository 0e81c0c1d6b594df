import { Worker } from 'node:worker_threads';
import { cancelled, Failure } from '../failure.ts';
import type {
  CheckAnswers,
  CheckKindOfQuestion,
  CheckQuestions,
  CheckRequest,
  CheckTarget,
  FromCheckWorker,
} from './check-messages.ts';

export interface CheckAskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number, rowsTotal: number) => void) | undefined;
}

/** The thread of the checks, started when it is first asked. */
export interface CheckThread {
  /** Errors: `cancelled`; `file` (disk full, staging file gone, too many rows for this computer's memory). */
  ask<Kind extends CheckKindOfQuestion>(
    kind: Kind,
    target: CheckTarget,
    question: CheckQuestions[Kind],
    options?: CheckAskOptions,
  ): Promise<CheckAnswers[Kind]>;
  /** Starts it before it is needed: loading its rules takes a moment. */
  prepare(): void;
  /** Whether it holds files of any draft. */
  readonly isStarted: boolean;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: CheckAnswers[CheckKindOfQuestion]): void;
  reject(error: unknown): void;
  readonly onProgress: CheckAskOptions['onProgress'];
}

/** Memory of the thread in MiB: five million rows with two phones each fit. */
const THREAD_MEMORY = 2_048;

export function createCheckThread(): CheckThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const started = new Worker(new URL(`./check-worker.${extension}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY },
    });
    started.on('message', (message: FromCheckWorker) => receive(message));
    started.on('error', (error) => fail(outOfMemory(error) ?? error));
    started.on('exit', () => {
      if (worker === started) worker = null;
      fail(new Error('The thread that checks rows ended.'));
    });
    // A finished command line must not be kept alive by an idle thread.
    started.unref();
    return started;
  }

  function receive(message: FromCheckWorker): void {
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

  return {
    prepare() {
      worker ??= start();
    },
    get isStarted() {
      return worker !== null;
    },
    ask(kind, target, question, options = {}) {
      return new Promise((resolve, reject) => {
        if (options.signal?.aborted) {
          reject(cancelled());
          return;
        }
        worker ??= start();
        const thread = worker;
        lastId += 1;
        const id = lastId;
        const onAbort = () => thread.postMessage({ type: 'cancel', id });
        options.signal?.addEventListener('abort', onAbort, { once: true });
        // Kept alive while it works, so that a command line waits for its answer.
        thread.ref();
        const end = () => {
          options.signal?.removeEventListener('abort', onAbort);
          if (waiting.size === 0) thread.unref();
        };
        waiting.set(id, {
          // The worker answers each kind with its own shape; the map of requests cannot carry that type.
          resolve: (value) => {
            end();
            resolve(value as CheckAnswers[typeof kind]);
          },
          reject: (error) => {
            end();
            reject(error);
          },
          onProgress: options.onProgress,
        });
        const request = { kind, target, question } as CheckRequest;
        thread.postMessage({ type: 'request', id, request });
      });
    },
    async close() {
      const ending = worker;
      worker = null;
      if (ending === null) return;
      // Ended from outside in the middle of a statement, SQLite could take the whole program down.
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.ref();
      ending.postMessage({ type: 'end' });
      await ended;
    },
  };
}

function outOfMemory(error: unknown): Failure | null {
  const isMemory =
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? new Failure({
        code: 'file',
        reason: 'tooLarge',
        message:
          'The file has more rows than can be checked in the memory of this program. Nothing was changed. Split the file, or go on without the check.',
      })
    : null;
}

function failureFrom(message: Extract<FromCheckWorker, { type: 'failure' }>): Error {
  if (message.name === 'AbortError') return cancelled();
  if (message.name === 'FileTrouble')
    return new Failure({ code: 'file', reason: message.reason, message: message.message });
  if (/database or disk is full|ENOSPC/.test(message.message))
    return new Failure({
      code: 'file',
      reason: 'diskFull',
      message:
        'The disk is full, so the change could not be kept. What was changed before is there. Free some space and try again.',
    });
  return new Error(message.message);
}
