import { z } from 'zod';

const count = z.number().int().min(0);

/** `copies`: those that were shared at the same time as the one that counts, and stand beside it. They are not in `count`. */
const sharedKindSchema = z.object({ count, copies: count });

/** As this computer heard it last. What colleagues have shared and what stays here are never counted together. */
const sharedTextsSchema = z.object({
  /** `from`: of how many of them a colleague shared the version that counts, the most first; `name` is empty when nobody said. */
  templates: sharedKindSchema.extend({ from: z.array(z.object({ name: z.string(), count })) }),
  /** Campaigns with rules of the check. */
  rules: sharedKindSchema,
  /** Campaigns of which somebody knows fields. */
  campaigns: count,
  queries: sharedKindSchema,
  views: sharedKindSchema,
  /** Changes of this computer that the team does not have yet. */
  waiting: count,
  /** Those of this computer that are too long for the team: they stay here. */
  tooLong: count,
  /** Those in the database that the secret of the team does not open. */
  closed: count,
});
export type SharedTextCounts = z.infer<typeof sharedTextsSchema>;

export const sharedLeadsSchema = z.object({
  /** Leads that a computer of the team has sent or is about to send. */
  leads: count,
  /** The database estimated it. */
  isRough: z.boolean(),
});

export type SharedLeads = z.infer<typeof sharedLeadsSchema>;

export const teamSharedSchema = z.object({
  /** Null: the account is in no team. */
  shared: z
    .object({
      /** Null: the database did not say it. */
      leads: sharedLeadsSchema.nullable(),
      /** Null: not known, because the team's texts were never read since this computer came in or the database was put back. */
      texts: sharedTextsSchema.nullable(),
      /** For the screen: why texts cannot be read or shared now; empty when they can. */
      trouble: z.string(),
    })
    .nullable(),
});
export type TeamShared = z.infer<typeof teamSharedSchema>;
