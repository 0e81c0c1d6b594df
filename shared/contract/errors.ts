// Why: decision 0642.
import { z } from 'zod';

/**
 * Every failure that a person sees. `message` is one to three plain sentences: what happened, what it means, what to do.
 * Stack traces and secrets are not passed between processes; `internal` has the id of the line in the log.
 */
const message = z.string();

export const appErrorSchema = z.discriminatedUnion('code', [
  /** The service did not accept user name or password (401), or Lead Console does not have the password. */
  z.object({ code: z.literal('auth'), message }),
  /** The account has no right to this (403). */
  z.object({ code: z.literal('forbidden'), message }),
  /** The quota of a service is used up (429). `retryAt`: Unix milliseconds. */
  z.object({
    code: z.literal('rateLimited'),
    message,
    service: z.string(),
    period: z.enum(['minute', 'day']),
    retryAt: z.number(),
  }),
  /** The service refused the request. */
  z.object({ code: z.literal('rejected'), message, status: z.number(), detail: z.string().optional() }),
  /** No readable answer. `sent: 'no'`: it is certain that the request did not reach the service. */
  z.object({ code: z.literal('network'), message, sent: z.enum(['no', 'maybe']), detail: z.string().optional() }),
  /** The arguments are invalid; `issues` name the places. */
  z.object({
    code: z.literal('validation'),
    message,
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  /** A file on this computer. */
  z.object({ code: z.literal('file'), message, reason: z.string() }),
  z.object({ code: z.literal('cancelled'), message }),
  z.object({ code: z.literal('notFound'), message }),
  z.object({ code: z.literal('internal'), message, logId: z.string() }),
]);

export type AppError = z.infer<typeof appErrorSchema>;

/** How every call ends. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: AppError };

/** An outcome from another process. Whoever uses the value parses it. */
export const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

/** Makes a missing case of a union a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
