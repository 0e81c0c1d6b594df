import { z } from 'zod';
import { type AppError, type Outcome, outcomeSchema } from '../../../shared/contract/errors.ts';
import { cancelled, toOutcome } from '../foundation/failure.ts';

/**
 * The messages between the core and a host in another process, the same in both directions: the host sends calls, the
 * core asks for secrets, settings and files. The side that uses arguments, values and payloads parses them with the
 * schemas of `host-messages.ts`.
 */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), name: z.string().max(100), args: z.unknown() }),
  z.object({ kind: z.literal('answer'), id: z.number().int(), outcome: outcomeSchema }),
  z.object({ kind: z.literal('event'), name: z.string().max(100), payload: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id: z.number().int() }),
]);
export type LinkMessage = z.infer<typeof messageSchema>;

export interface HostLinkOptions {
  send(message: LinkMessage): void;
  /** Answers a request of the other side. @throws Failure for an expected failure */
  answer(name: string, args: unknown, signal: AbortSignal): Promise<unknown>;
  onEvent(name: string, payload: unknown): void;
  /** Logs an unexpected error. Returns the id of the log line, which a person can quote. */
  onBug(name: string, error: unknown): string;
}

/** One end of the link between two processes. */
export class HostLink {
  readonly #options: HostLinkOptions;
  /** Requests of this side that the other side has not answered. */
  readonly #waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  /** Requests of the other side that this side has not answered. */
  readonly #working = new Map<number, AbortController>();
  #lastId = 0;
  #ended: AppError | null = null;

  constructor(options: HostLinkOptions) {
    this.#options = options;
  }

  /** Takes a raw message. A message of another shape is dropped. */
  receive(raw: unknown): void {
    const parsed = messageSchema.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.kind) {
      case 'request':
        this.#answer(message.id, message.name, message.args).catch((error: unknown) =>
          this.#options.onBug(message.name, error),
        );
        return;
      case 'answer':
        this.#waiting.get(message.id)?.(message.outcome);
        this.#waiting.delete(message.id);
        return;
      case 'event':
        this.#options.onEvent(message.name, message.payload);
        return;
      case 'cancel':
        this.#working.get(message.id)?.abort();
    }
  }

  /** Never rejects. Aborting the signal asks the other side to stop; the request ends with its answer. */
  request(name: string, args: unknown, signal?: AbortSignal): Promise<Outcome<unknown>> {
    if (this.#ended !== null) return Promise.resolve({ ok: false, error: this.#ended });
    if (signal?.aborted) return Promise.resolve({ ok: false, error: cancelled().error });
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => this.#send({ kind: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise((resolve) => {
      this.#waiting.set(id, (outcome) => {
        signal?.removeEventListener('abort', cancel);
        resolve(outcome);
      });
      this.#send({ kind: 'request', id, name, args });
    });
  }

  emit(name: string, payload: unknown): void {
    this.#send({ kind: 'event', name, payload });
  }

  /** The other side has gone: every open request and every later one ends with `error`. */
  end(error: AppError): void {
    this.#ended = error;
    for (const controller of this.#working.values()) controller.abort();
    for (const settle of this.#waiting.values()) settle({ ok: false, error });
    this.#waiting.clear();
  }

  async #answer(id: number, name: string, args: unknown): Promise<void> {
    const controller = new AbortController();
    this.#working.set(id, controller);
    const outcome = await toOutcome(
      () => this.#options.answer(name, args, controller.signal),
      (error) => this.#options.onBug(name, error),
    );
    this.#working.delete(id);
    this.#send({ kind: 'answer', id, outcome });
  }

  #send(message: LinkMessage): void {
    if (this.#ended === null) this.#options.send(message);
  }
}
