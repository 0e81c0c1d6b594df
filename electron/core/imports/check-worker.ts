import { parentPort } from 'node:worker_threads';
import { systemClock } from '../system/system-clock.ts';
import { createCheckEngine } from './check-engine.ts';
import type { FromCheckWorker, ToCheckWorker } from './check-messages.ts';
import { readPhone } from './phone-reader.ts';

/**
 * The thread that judges rows and holds what was found. Judging a million rows takes seconds; here it holds up neither
 * the pacing of an import nor the window.
 */
const port = parentPort;
if (!port) throw new Error('check-worker runs as a worker thread only');

const engine = createCheckEngine(() => systemClock.monotonicNow());
const waiting = new Map<number, AbortController>();
const send = (message: FromCheckWorker) => port.postMessage(message);
/** One request after the other: an edit must find the check that an earlier request began. */
let last: Promise<void> = Promise.resolve();

/** Messages, a cancel among them, are heard between two turns. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function handle(id: number, request: Extract<ToCheckWorker, { type: 'request' }>['request']): Promise<void> {
  const controller = waiting.get(id);
  try {
    const value = await engine.answer(request, {
      readPhone,
      async pause() {
        await breathe();
        controller?.signal.throwIfAborted();
      },
      breathe,
      onProgress: (rows, rowsTotal) => send({ type: 'progress', id, rows, rowsTotal }),
    });
    send({ type: 'answer', id, value });
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error));
    const reason = 'reason' in known && typeof known.reason === 'string' ? known.reason : '';
    send({ type: 'failure', id, name: known.name, message: known.message, reason });
  } finally {
    waiting.delete(id);
  }
}

port.on('message', (message: ToCheckWorker) => {
  if (message.type === 'end') {
    for (const controller of waiting.values()) controller.abort();
    void last.then(() => {
      engine.close();
      port.close();
    });
    return;
  }
  if (message.type === 'cancel') {
    waiting.get(message.id)?.abort();
    return;
  }
  waiting.set(message.id, new AbortController());
  last = last.then(() => handle(message.id, message.request));
});
