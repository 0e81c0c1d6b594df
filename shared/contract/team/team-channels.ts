import { z } from 'zod';
import { type AreaChannels, put, reread } from '../cache-effects.ts';
import { nothing } from '../primitives.ts';
import { shownAccountSchema } from '../account/account.ts';
import { oneLeadPerSchema, type TeamState, teamStateSchema } from './team.ts';
import { teamSharedSchema } from './team-shared.ts';

/** A login of the database, one a person. */
const access = {
  login: z.string().trim().min(1).max(63),
  password: z.string().min(1).max(1000),
  /** How colleagues call this computer, for example "Anna". Left out: as before, or by the login. */
  name: z.string().trim().min(1).max(80).optional(),
  /** The one that a person looked at: nothing is done for another one. */
  account: shownAccountSchema.optional(),
};

const asState = put(
  'team:state',
  () => ({}),
  (state: TeamState) => state,
);

/** The account comes into a team, or goes: others import into it, share what they know and use its quota from now on, or no longer. */
const comesOrGoes = [
  asState,
  reread('team:shared'),
  reread('job:list'),
  reread('quota:snapshot'),
  reread('template:list'),
  reread('template:match'),
  reread('query:list'),
  reread('leadView:list'),
] as const;

/**
 * All fail with `network` when the database cannot be reached, and with `validation` for what a person has to put right; it has an
 * issue of `TEAM_PATH` when the team itself refused.
 */
export const teamChannels = {
  'team:state': { args: nothing, result: teamStateSchema, changes: [] },
  /** What the team shares. Asks it what is new, waits at most a few seconds for the answer, and does not fail when it is away. */
  'team:shared': { args: nothing, result: teamSharedSchema, changes: [] },
  /** The first person of a team. `place`: host/database or host:port/database, as the administrator says it. */
  'team:begin': {
    args: z.object({
      place: z.string().trim().min(1).max(400),
      /** It never changes while the team lasts. Left out: `lead`. */
      oneLeadPer: oneLeadPerSchema.optional(),
      ...access,
    }),
    result: teamStateSchema,
    changes: comesOrGoes,
  },
  'team:join': {
    args: z.object({ invitation: z.string().min(1).max(2000), ...access }),
    result: teamStateSchema,
    changes: comesOrGoes,
  },
  /** The only answer with the secret of the team: whoever has it and a login is in the team. */
  'team:invite': { args: nothing, result: z.object({ invitation: z.string() }), changes: [] },
  /**
   * Gives back what is claimed and forgets the secret. Leads that were sent stay the computer's. `isForced`: also when the database
   * cannot be reached; then what was claimed stays taken.
   */
  'team:leave': { args: z.object({ isForced: z.boolean() }), result: teamStateSchema, changes: comesOrGoes },
  /** The database was put back to an earlier state in a way that nobody can notice: everybody tells it again what they sent. */
  'team:restored': { args: nothing, result: teamStateSchema, changes: [asState] },
  /** Nobody waits for this computer any more. @param office its number */
  'team:goOnWithout': {
    args: z.object({ office: z.number().int().positive() }),
    result: teamStateSchema,
    changes: [asState],
  },
} as const satisfies AreaChannels;
