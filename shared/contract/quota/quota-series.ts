import { z } from 'zod';

/** Requests of one step of time by lane. */
export const minutePointSchema = z.object({
  /** Start of the step, Unix milliseconds. */
  at: z.number(),
  person: z.number(),
  refresh: z.number(),
  import: z.number(),
  reconcile: z.number(),
  /** Units of other clients, at least. */
  others: z.number(),
  units: z.number(),
  /** 429 answers. */
  refused: z.number(),
});

export type MinutePoint = z.infer<typeof minutePointSchema>;

export const minutesSchema = z.object({
  /** Milliseconds of a step: a minute, more for a long range. Steps without a request are left out. */
  step: z.number(),
  /** Requests a minute; null without a minute rule. */
  limit: z.number().nullable(),
  points: z.array(minutePointSchema),
});

export const hoursSchema = z.object({
  zone: z.string(),
  /** Days with at least one request or figure, of those asked for. */
  days: z.number(),
  /** Only hours with units. `weekday`: 1 Monday to 7 Sunday. `units`: of an average such hour, own and others'. */
  cells: z.array(
    z.object({ weekday: z.number(), hour: z.number(), units: z.number(), others: z.number(), days: z.number() }),
  ),
});

export const refusalSchema = z.object({
  at: z.number(),
  service: z.string(),
  /** The endpoint. */
  endpoint: z.string(),
  lane: z.string(),
  period: z.enum(['minute', 'day']),
  /** Milliseconds for which the budget was held. */
  pause: z.number(),
});

export const latencySchema = z.object({
  step: z.number(),
  points: z.array(
    z.object({
      at: z.number(),
      answers: z.number(),
      /** Milliseconds from the send to the headers of the answer, of half and of 95 % of the answers at most. */
      p50: z.number(),
      p95: z.number(),
      /** Answers 500 and above, and requests without an answer. */
      failures: z.number(),
    }),
  ),
});
