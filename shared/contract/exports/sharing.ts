import { z } from 'zod';

/** What a list says of a thing that can be shared with the team. Both are left out for one that is only here. */
export const sharing = {
  /** Colleagues have it, too. */
  isShared: z.literal(true).optional(),
  /** The colleague who told it last. `at`: Unix milliseconds. */
  from: z.object({ name: z.string(), at: z.number() }).optional(),
};

/** The account is in a team: what is listed can be shared. */
export const inTeam = { isInTeam: z.literal(true).optional() };
