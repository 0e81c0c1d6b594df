import { z } from 'zod';

/** What a person can have the practice service do with the next leads that are sent to it. */
export const PRACTICE_TROUBLES = ['refusal', 'lostAnswer', 'noAnswer', 'tooManyRequests', 'slow'] as const;
export type PracticeTrouble = (typeof PRACTICE_TROUBLES)[number];

/** Service seconds in a second of this computer: as it is, an hour a minute, a day a minute. */
export const PRACTICE_SPEEDS = [1, 60, 1440] as const;

export const practiceTroubleSchema = z.object({
  kind: z.enum(PRACTICE_TROUBLES),
  /** How many of the next leads it happens to. */
  leads: z.int().min(1).max(1000),
});

export const practiceStateSchema = z.object({
  /** The service's own clock, Unix milliseconds. */
  time: z.int(),
  speed: z.number(),
  /** What was asked for and has not happened yet, in order of asking. */
  waiting: z.array(z.object({ kind: z.enum(PRACTICE_TROUBLES), left: z.int().min(1) })),
});
export type PracticeState = z.infer<typeof practiceStateSchema>;
