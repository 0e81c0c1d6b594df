import { Worker } from 'node:worker_threads';
import { cancelled, Failure } from '../failure.ts';
import type { FromWorker, ResultAnswers, ResultRequest } from './result-messages.ts';

type Kind = ResultRequest['kind'];
type RequestOf<Key extends Kind> = Extract<ResultRequest, { kind: Key }>;

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (rows: number, rowsTotal: number) => void;
}

/** The exports' worker thread, started when it is first asked. */
export interface Results {
  /** Errors: `cancelled`; `file` with the reason of the file trouble (disk full, damaged). */
  ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions): Promise<ResultAnswers[Key]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: ResultAnswers[Kind]): void;
  reject(error: unknown): void;
  readonly onProgress: AskOptions['onProgress'];
}

export function createResults(): Results {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const started = new Worker(new URL(`./result-worker.${extension}`, import.meta.url));
    started.on('message', (message: FromWorker) => receive(message));
    started.on('error', (error) => fail(error));
    started.on('exit', () => {
      if (worker === started) worker = null;
      fail(new Error('The thread that keeps results ended.'));
    });
    // A finished command line must not be kept alive by an idle thread.
    started.unref();
    return started;
  }

  function receive(message: FromWorker): void {
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

  function fail(error: Error): void {
    for (const request of waiting.values()) request.reject(error);
    waiting.clear();
  }

  return {
    ask<Key extends Kind>(request: RequestOf<Key>, options: AskOptions = {}) {
      return new Promise<ResultAnswers[Key]>((resolve, reject) => {
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
            resolve(value as ResultAnswers[Key]);
          },
          reject: (error) => {
            end();
            reject(error);
          },
          onProgress: options.onProgress,
        });
        thread.postMessage({ type: 'request', id, request });
      });
    },
    async close() {
      const ending = worker;
      worker = null;
      await ending?.terminate();
    },
  };
}

function failureFrom(message: Extract<FromWorker, { type: 'failure' }>): Error {
  if (message.name === 'AbortError') return cancelled();
  if (message.name === 'FileTrouble')
    return new Failure({ code: 'file', reason: message.reason, message: message.message });
  if (/database or disk is full|ENOSPC/.test(message.message)) {
    return new Failure({
      code: 'file',
      reason: 'diskFull',
      message:
        'The disk is full, so no more leads could be kept. What arrived before is there. Free some space and fetch again.',
    });
  }
  return new Error(message.message);
}
