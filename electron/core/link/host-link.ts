import { z } from 'zod';
import { type AppError, type Outcome, outcomeSchema } from '../../../shared/contract/errors.ts';
import { cancelled, toOutcome } from '../foundation/failure.ts';

/**
 * The one message shape between the core and a host in another process, the same in both directions: the host asks the
 * core to work, the core asks the host for what only the host has. Arguments, values and payloads are parsed by the side
 * that uses them, with the schemas of `host-messages.ts`.
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
  /** Answers a request of the other side; throws Failure for expected trouble. */
  answer(name: string, args: unknown, signal: AbortSignal): Promise<unknown>;
  onEvent(name: string, payload: unknown): void;
  /** A request ended with something nobody expected. Returns the id that a person can quote. */
  onBug(name: string, error: unknown): string;
}

/** One end of the way between two processes. */
export class HostLink {
  readonly #options: HostLinkOptions;
  /** Requests of this side, until the other side answers. */
  readonly #waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  /** Requests of the other side, until they are answered. */
  readonly #working = new Map<number, AbortController>();
  #lastId = 0;
  #ended: AppError | null = null;

  constructor(options: HostLinkOptions) {
    this.#options = options;
  }

  /** Takes a message as it came. A message of another shape is dropped. */
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

  /** Never rejects. An aborted signal asks the other side to stop; its answer still ends the request. */
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

  /** The other side is gone: every open request ends with `error`, and so does every later one. */
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
