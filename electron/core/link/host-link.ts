import { z } from 'zod';
import { type AppError, appErrorSchema, type Outcome } from '../../../shared/contract/errors.ts';
import { cancelled, toOutcome } from '../foundation/failure.ts';

/**
 * The one message shape between the core and a host in another process, the same in both directions: the host asks the
 * core to work, the core asks the host for what only the host has.
 */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), name: z.string().max(100), args: z.unknown() }),
  z.object({
    kind: z.literal('answer'),
    id: z.number().int(),
    outcome: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), error: appErrorSchema }),
    ]),
  }),
  z.object({ kind: z.literal('event'), name: z.string().max(100), payload: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id: z.number().int() }),
]);
export type LinkMessage = z.infer<typeof messageSchema>;

export interface HostLinkOptions {
  send(message: LinkMessage): void;
  /** Answers a request of the other side; throws Failure for expected trouble. */
  answer(name: string, args: unknown, signal: AbortSignal): Promise<unknown>;
  onEvent(name: string, payload: unknown): void;
  /** A request ended with something nobody expected. Answers the id a person can quote. */
  onBug(name: string, error: unknown): string;
}

export interface HostLink {
  /** Takes a message as it came; one that is not understood is dropped. */
  receive(message: unknown): void;
  /** Never rejects. An aborted signal asks the other side to stop; its answer still ends the request. */
  request(name: string, args: unknown, signal?: AbortSignal): Promise<Outcome<unknown>>;
  emit(name: string, payload: unknown): void;
  /** The other side is gone: every open request ends with `error`, and so does every later one. */
  end(error: AppError): void;
}

export function createHostLink(options: HostLinkOptions): HostLink {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  const working = new Map<number, AbortController>();
  let lastId = 0;
  let ended: AppError | null = null;

  function send(message: LinkMessage): void {
    if (ended === null) options.send(message);
  }

  async function answer(id: number, name: string, args: unknown): Promise<void> {
    const controller = new AbortController();
    working.set(id, controller);
    const outcome = await toOutcome(
      () => options.answer(name, args, controller.signal),
      (error) => options.onBug(name, error),
    );
    working.delete(id);
    send({ kind: 'answer', id, outcome });
  }

  return {
    receive(raw) {
      const parsed = messageSchema.safeParse(raw);
      if (!parsed.success) return;
      const message = parsed.data;
      switch (message.kind) {
        case 'request':
          void answer(message.id, message.name, message.args);
          return;
        case 'answer':
          waiting.get(message.id)?.(message.outcome);
          waiting.delete(message.id);
          return;
        case 'event':
          options.onEvent(message.name, message.payload);
          return;
        case 'cancel':
          working.get(message.id)?.abort();
      }
    },

    request(name, args, signal) {
      if (ended !== null) return Promise.resolve({ ok: false, error: ended });
      if (signal?.aborted) return Promise.resolve({ ok: false, error: cancelled().error });
      lastId += 1;
      const id = lastId;
      const cancel = () => send({ kind: 'cancel', id });
      signal?.addEventListener('abort', cancel, { once: true });
      return new Promise((resolve) => {
        waiting.set(id, (outcome) => {
          signal?.removeEventListener('abort', cancel);
          resolve(outcome);
        });
        send({ kind: 'request', id, name, args });
      });
    },

    emit: (name, payload) => send({ kind: 'event', name, payload }),

    end(error) {
      ended = error;
      for (const controller of working.values()) controller.abort();
      for (const settle of waiting.values()) settle({ ok: false, error });
      waiting.clear();
    },
  };
}
