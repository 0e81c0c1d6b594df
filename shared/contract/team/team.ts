import { z } from 'zod';
import type { AppError } from '../errors.ts';
import { jobStateSchema } from '../jobs/jobs.ts';

/** The last of a calendar, Unix milliseconds. */
export const LAST_MOMENT = 8.64e15;

/** Unix milliseconds that a calendar has: another computer or the database said them. */
export const momentSchema = z.number().min(0).max(LAST_MOMENT);

/** An import as its computer tells it to colleagues: never a cell or a lead. */
export const teamImportSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  campaignCode: z.string(),
  /** SHA-256 of the file, hexadecimal: files with the same content have the same one. */
  fileHash: z.string(),
  state: jobStateSchema,
  rows: z.number(),
  waiting: z.number(),
  created: z.number(),
  refused: z.number(),
  unknown: z.number(),
  ratePerMinute: z.number(),
  /** An estimate, Unix milliseconds; null when there is none. */
  finishAt: momentSchema.nullable(),
  createdAt: momentSchema,
  endedAt: momentSchema.nullable(),
});
export type TeamImport = z.infer<typeof teamImportSchema>;

/**
 * What a computer has used of the quota in the day that ran, by its own count. Times are Unix milliseconds; as it is told they are
 * by the clock of the service, which all computers can read.
 */
const useSchema = z.object({
  /** When it was counted. */
  at: momentSchema,
  budgets: z.array(
    z.object({
      /** The endpoints that draw on the budget, as far as that computer knows. */
      endpoints: z.array(z.string()).min(1),
      units: z.number(),
      /** The end of the day that ran; null: none ran, as far as that computer knew. */
      resetsAt: momentSchema.nullable(),
      /** Percent of the day that this computer may use. */
      share: z.number(),
    }),
  ),
});

/** As it is told to colleagues. */
export const toldUseSchema = useSchema.extend({
  /** A hash of the user of the service: whoever signs in as another one draws on another quota. */
  user: z.string(),
});
export type ToldUse = z.infer<typeof toldUseSchema>;

/** Where an issue stands that is the team's, not one of what a person typed. */
export const TEAM_PATH = 'team';

/** Whether a computer did not get out of its team because the team cannot be told: it can go without telling it. */
export function isTeamUntold(error: AppError): boolean {
  return (
    error.code === 'network' || (error.code === 'validation' && error.issues.some(({ path }) => path === TEAM_PATH))
  );
}

/** What goes once across the computers of a team: a lead as it is sent, or one lead to a phone number in a campaign. */
export const oneLeadPerSchema = z.enum(['lead', 'phone']);

const colleagueSchema = z.object({
  /** Its number in the team: the batch names it with `team without`. */
  id: z.number().int(),
  /** The name of its person; empty when nobody said. */
  name: z.string(),
  /** Unix milliseconds by the clock of this computer: when the database heard it last. */
  heardAt: momentSchema,
  isMe: z.boolean(),
  /** It was this computer, before its data folder was put back or copied. */
  isFormer: z.boolean(),
  hasLeft: z.boolean(),
  /** After the database was put back: it has not reported yet what it has sent, and everybody waits for it. */
  isMissing: z.boolean(),
  /** Its latest imports as it told them when it was last heard, the latest first. */
  imports: z.array(teamImportSchema),
  /** Its part of the quota; left out when it has not told it. `isSameUser`: it draws on the quota that this computer draws on. */
  use: useSchema.extend({ isSameUser: z.boolean() }).optional(),
});

export const teamStateSchema = z.object({
  /** Null: the account is in no team. */
  team: z
    .object({
      /** Where the database is: host, port and name of the database. */
      place: z.string(),
      /** How colleagues call this computer. */
      name: z.string(),
      /** The team sends one lead per phone number and campaign. Left out: each lead, as it is sent, once. */
      isByPhone: z.literal(true).optional(),
      /** Whoever runs the database should run the script again; rows go on meanwhile. Left out: it has the script of now, or a later one. */
      hasOldScript: z.literal(true).optional(),
      /** For the screen: why the team cannot be asked now; empty when it answered. */
      trouble: z.string(),
      /** The trouble stays until a person puts something right; false: time may cure it. */
      needsPerson: z.boolean(),
      /** Unix milliseconds of the first question of this run since which it has not answered; null: it answered the last one. */
      awaySince: z.number().nullable(),
      /** Empty when it cannot be asked. */
      colleagues: z.array(colleagueSchema),
    })
    .nullable(),
});
export type TeamState = z.infer<typeof teamStateSchema>;
