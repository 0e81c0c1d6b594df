import { z } from 'zod';

/** What a host asks a core in another process, with the shape of the arguments. Answers are given in comments. */
export const coreRequests = {
  /** Once, before anything else. Answer: nothing; `file` when the data folder is open elsewhere. */
  'core:start': z.object({
    dataFolder: z.string(),
    protection: z.enum(['os', 'session']),
  }),
  /** Answer: an outcome of its own, as the contract has it. */
  'core:call': z.object({ channel: z.string(), args: z.unknown() }),
  'core:grant': z.object({ token: z.string(), path: z.string(), name: z.string(), access: z.enum(['read', 'write']) }),
  'core:suspend': z.object({}),
  'core:resume': z.object({}),
  /** Answered when everything is closed. */
  'core:close': z.object({}),
} as const satisfies Record<string, z.ZodType>;

/** What such a core asks its host. Passwords travel in these messages only: from process to process, never to a page. */
export const hostRequests = {
  /** Answer: the password or null. */
  'secrets:read': z.object({ accountId: z.string().max(100) }),
  /** Answer: `os` or `session`. */
  'secrets:write': z.object({ accountId: z.string().max(100), password: z.string().max(1000) }),
  'secrets:remove': z.object({ accountId: z.string().max(100) }),
  /** Answer: the value or undefined. */
  'settings:read': z.object({ key: z.string().max(200) }),
  'settings:write': z.object({ key: z.string().max(200), value: z.unknown() }),
  /** Answer: the web proxy to take for this address, or null. */
  'proxy:find': z.object({ address: z.url().max(2000) }),
  /** Answer: address, user and password of the simulated service. */
  'practice:start': z.object({}),
  /** Answer: a list of name, description and bytes. */
  'practice:samples': z.object({}),
} as const satisfies Record<string, z.ZodType>;

/** Core to host; the payload is `{ name, payload }` of an event of the contract. */
export const CORE_EVENT = 'core:event';

export type CoreRequestName = keyof typeof coreRequests;
export type HostRequestName = keyof typeof hostRequests;
export type CoreRequestArgs<Name extends CoreRequestName> = z.infer<(typeof coreRequests)[Name]>;
export type HostRequestArgs<Name extends HostRequestName> = z.infer<(typeof hostRequests)[Name]>;
export type StartArgs = CoreRequestArgs<'core:start'>;

export type Answers<Requests extends Record<string, z.ZodType>> = {
  readonly [Name in keyof Requests]: (args: z.infer<Requests[Name]>, signal: AbortSignal) => Promise<unknown>;
};

/** One function that parses the arguments of a request and gives them to its handler. */
export function answerBy<Requests extends Record<string, z.ZodType>>(requests: Requests, answers: Answers<Requests>) {
  return async (name: string, args: unknown, signal: AbortSignal): Promise<unknown> => {
    if (!Object.hasOwn(requests, name)) throw new Error(`Unknown request ${name.slice(0, 60)}`);
    const answer = answers[name] as (args: unknown, signal: AbortSignal) => Promise<unknown>;
    const parsed = (requests[name] as z.ZodType).safeParse(args);
    // The values may hold a secret: only the name of the request goes into the error.
    if (!parsed.success) throw new Error(`Malformed request ${name}`);
    return answer(parsed.data, signal);
  };
}
