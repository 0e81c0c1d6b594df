// Why: decision 0102.
import { z } from 'zod';
import { type EventName, type EventPayload, events } from '../../../shared/contract/channels.ts';
import { type Outcome, outcomeSchema } from '../../../shared/contract/errors.ts';
import type { HostLink } from './host-link.ts';

interface LinkRequest {
  readonly args: z.ZodType;
  readonly answer: z.ZodType;
}
type LinkRequests = Record<string, LinkRequest>;

const nothing = z.object({});
const done = z.undefined();

/** Requests of a host to a core in another process. */
export const coreRequests = {
  /** Once, before anything else. Fails with `file` when the data folder is open elsewhere. */
  'core:start': { args: z.object({ dataFolder: z.string(), protection: z.enum(['os', 'session']) }), answer: done },
  /** A call of the contract. The core parses its arguments and its result. */
  'core:call': { args: z.object({ channel: z.string(), args: z.unknown() }), answer: outcomeSchema },
  'core:grant': {
    args: z.object({
      token: z.string(),
      path: z.string(),
      name: z.string(),
      access: z.enum(['read', 'write', 'folder']),
    }),
    answer: done,
  },
  'core:suspend': { args: nothing, answer: done },
  'core:resume': { args: nothing, answer: done },
  /** Answered when everything is closed. */
  'core:close': { args: nothing, answer: done },
} as const satisfies LinkRequests;

const accountId = z.string().max(100);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const settingsKey = z.string().max(200);

/** Requests of such a core to its host. Passwords are in these messages only: they go between processes, never to a page. */
export const hostRequests = {
  'secrets:read': { args: z.object({ accountId }), answer: z.string().nullable() },
  /**
   * Answers where the password is kept now: by the operating system, or in memory until the program ends. The access to a team
   * and the sign-in to a proxy are kept as JSON, with a password and more in it.
   */
  'secrets:write': {
    args: z.object({ accountId, password: z.string().max(10_000) }),
    answer: z.enum(['os', 'session']),
  },
  'secrets:remove': { args: z.object({ accountId }), answer: done },
  /** Answers undefined for a key without a value. */
  'settings:read': { args: z.object({ key: settingsKey }), answer: z.unknown() },
  'settings:write': { args: z.object({ key: settingsKey, value: z.unknown() }), answer: done },
  /** Answers the web proxy for this address; null: none. */
  'proxy:find': { args: z.object({ address: z.url().max(2000) }), answer: z.string().nullable() },
  /** Answers the address of the practice service, with the user name and password of this start. */
  'practice:start': {
    args: nothing,
    answer: z.object({ address: z.string(), username: z.string(), password: z.string() }),
  },
  'practice:forget': { args: nothing, answer: done },
  'practice:samples': {
    args: nothing,
    answer: z.array(z.object({ name: z.string(), description: z.string(), bytes })).readonly(),
  },
} as const satisfies LinkRequests;

type Args<Request extends LinkRequest> = z.infer<Request['args']>;
type Answer<Request extends LinkRequest> = z.infer<Request['answer']>;
export type StartArgs = Args<(typeof coreRequests)['core:start']>;

/** A handler for each request. The compiler checks its answer here, and the side that asked parses it. */
export type Answers<Requests extends LinkRequests> = {
  readonly [Name in keyof Requests]: (
    args: Args<Requests[Name]>,
    signal: AbortSignal,
  ) => Promise<Requests[Name]['answer'] extends z.ZodUndefined ? void : Answer<Requests[Name]>>;
};

/** Parses the arguments of a request and passes them to its handler. */
export function answerBy<Requests extends LinkRequests>(requests: Requests, answers: Answers<Requests>) {
  return async (name: string, args: unknown, signal: AbortSignal): Promise<unknown> => {
    if (!Object.hasOwn(requests, name)) throw new Error(`Unknown request ${name.slice(0, 60)}`);
    const answer = answers[name] as (args: unknown, signal: AbortSignal) => Promise<unknown>;
    const parsed = (requests[name] as LinkRequest).args.safeParse(args);
    // The values may contain a secret, so the error holds only the name of the request.
    if (!parsed.success) throw new Error(`Malformed request ${name}`);
    return answer(parsed.data, signal);
  };
}

export type Ask<Requests extends LinkRequests> = <Name extends keyof Requests & string>(
  name: Name,
  args: Args<Requests[Name]>,
  signal?: AbortSignal,
) => Promise<Outcome<Answer<Requests[Name]>>>;

/** Sends requests and parses their answers. Rejects when an answer does not match the schema of its request. */
export function askBy<Requests extends LinkRequests>(requests: Requests, link: HostLink): Ask<Requests> {
  return async (name, args, signal) => {
    const outcome = await link.request(name, args, signal);
    if (!outcome.ok) return outcome;
    const parsed = (requests[name] as LinkRequest).answer.safeParse(outcome.value);
    if (!parsed.success) throw new Error(`Malformed answer to ${name}`);
    return { ok: true, value: parsed.data as Answer<Requests[typeof name]> };
  };
}

/** Core to host; the payload is a `CoreEvent`. */
export const CORE_EVENT = 'core:event';

/** An event of the contract, as the core sends it to its host. */
export type CoreEvent = {
  [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> };
}[EventName];

const coreEventSchema = z.object({ name: z.string(), payload: z.unknown() });

/** Parses an event from another process; null when the contract does not have it. */
export function readCoreEvent(raw: unknown): CoreEvent | null {
  const named = coreEventSchema.safeParse(raw);
  if (!named.success || !Object.hasOwn(events, named.data.name)) return null;
  const name = named.data.name as EventName;
  const payload = events[name].payload.safeParse(named.data.payload);
  return payload.success ? ({ name, payload: payload.data } as CoreEvent) : null;
}
