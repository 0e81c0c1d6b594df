import type { AppError } from '../../../../shared/contract/errors.ts';
import type { LeadBody, ListTrouble } from '../../api/reads/streams.ts';
import { ByteSender } from '../threads/byte-sender.ts';
import type { IntakeBody, Received } from '../intake/lead-intake.ts';
import { Utf8Watch } from './utf8-watch.ts';
import type { Results } from '../threads/results.ts';

export interface BodyOptions {
  readonly results: Results;
  /** The file of the result. */
  readonly path: string;
  readonly body: Pick<IntakeBody, 'form' | 'cutBefore' | 'until'>;
  /** Bytes came; called before they are in the result. */
  onBytes(count: number): void;
  onReceived(received: Received): void;
}

/** How one body ended. `error`: why leads are missing; null when none is. */
export interface BodyEnd {
  readonly error: AppError | null;
  readonly received: Received | null;
}

/**
 * Reads one body to its end and gives its bytes to the results' thread, which cuts the leads out and stores them.
 * Rejects when the result cannot be written.
 */
export async function receiveBody(body: LeadBody, options: BodyOptions): Promise<BodyEnd> {
  const { results, path } = options;
  const found: { trouble: ListTrouble | null; received: Received | null } = { trouble: null, received: null };
  // CSV may be in another encoding: its reader knows which.
  const watch = options.body.form === 'json' ? new Utf8Watch() : null;
  let isOpen = false;

  function note(own: Received): void {
    const received = watch?.isBroken === true ? { ...own, hasBrokenText: true } : own;
    found.received = received;
    found.trouble ??= received.trouble;
    options.onReceived(received);
  }
  async function open(): Promise<void> {
    if (isOpen) return;
    isOpen = true;
    await results.ask({ kind: 'body', path, body: { ...options.body, ...body.head() } });
  }
  const finish = (isWhole: boolean) => results.ask({ kind: 'finish', path, isWhole });
  const sender = new ByteSender(async (bytes) => {
    const received = await results.ask({ kind: 'take', path, bytes }, { transfer: [bytes.buffer] });
    note(received);
    return received.memory;
  });
  let error: AppError | null = null;
  try {
    for await (const part of body) {
      await open();
      if (part.kind === 'end') {
        await sender.flush();
        note(await finish(part.complete));
        ({ error } = part);
      } else {
        options.onBytes(part.bytes.byteLength);
        watch?.add(part.bytes);
        await sender.push(part.bytes);
        if (found.trouble !== null) {
          // Given up at once: what follows the damage cannot be read.
          error = body.explain(found.trouble);
          note(await finish(false));
          break;
        }
      }
    }
  } catch (cause) {
    // The thread lets go of what is not whole yet; if it is gone, it has.
    if (isOpen) await finish(false).then(note, () => undefined);
    throw cause;
  }
  error ??= found.trouble === null ? null : body.explain(found.trouble);
  return { error, received: found.received };
}
