import { parentPort } from 'node:worker_threads';
import { systemClock } from '../system/system-clock.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface AnswerContext {
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number, rowsTotal: number) => void;
  /** Memory in the answer that goes over to whoever asked instead of being copied; add to it. */
  readonly transfer: ArrayBuffer[];
}

/** Milliseconds. A person sees no more steps than this, and each costs both threads a turn. */
const PROGRESS_EVERY = 40;

export interface ThreadServerOptions<Request, Answer> {
  answer(request: Request, context: AnswerContext): Answer | Promise<Answer>;
  /** Closes every file. Called once, after the last answer. */
  close(): void;
  /** `one by one`: each request starts after the answer to the one before. `at once`: a long one does not delay others. */
  readonly order: 'one by one' | 'at once';
}

/**
 * The thread's end of `ThreadClient`. The thread receives messages, a cancel among them, only between two turns of its
 * event loop: long work must call `letOtherWorkRun`.
 *
 * @throws Error when this is not a worker thread
 */
export function serveThread<Request, Answer>(options: ThreadServerOptions<Request, Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('This program runs as a worker thread only.');
  const open = new Map<number, AbortController>();
  const send = (message: FromThread<Answer>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let last: Promise<void> = Promise.resolve();

  async function handle(id: number, request: Request, { signal }: AbortController): Promise<void> {
    try {
      let told = -Infinity;
      const onProgress = (rows: number, rowsTotal: number) => {
        const now = systemClock.monotonicNow();
        if (rows < rowsTotal && now - told < PROGRESS_EVERY) return;
        told = now;
        send({ type: 'progress', id, rows, rowsTotal });
      };
      const transfer: ArrayBuffer[] = [];
      const value = await options.answer(request, { signal, onProgress, transfer });
      send({ type: 'answer', id, value }, transfer);
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      const reason = 'reason' in known && typeof known.reason === 'string' ? known.reason : '';
      send({ type: 'failure', id, name: known.name, message: known.message, reason });
    } finally {
      open.delete(id);
    }
  }

  port.on('message', (message: ToThread<Request>) => {
    if (message.type === 'cancel') {
      open.get(message.id)?.abort();
    } else if (message.type === 'end') {
      for (const controller of open.values()) controller.abort();
      last
        .then(() => options.close())
        .finally(() => port.close())
        .catch((error: unknown) => {
          // Ends the thread with an error event, which its owner logs.
          throw error;
        });
    } else {
      const { id, request } = message;
      const controller = new AbortController();
      open.set(id, controller);
      const answered = () => handle(id, request, controller);
      last =
        options.order === 'one by one' ? last.then(answered) : Promise.all([last, answered()]).then(() => undefined);
    }
  });
}

/** Resolves in the next turn of the event loop: messages that came meanwhile are received first. */
export function letOtherWorkRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
