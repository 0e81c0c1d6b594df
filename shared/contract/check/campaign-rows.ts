import { z } from 'zod';

/*
 * What the campaign of a draft holds of its rows already, as the last comparison found it. A row is listed once, by the
 * strongest value that it shares with a lead: phone, then e-mail, then the key.
 */

/** Who put the lead there: `elsewhere`: not an import of this account on this computer. `changed`: sent from here, and the file says something else now. */
export const campaignOriginSchema = z.enum(['elsewhere', 'same', 'changed']);
export type CampaignOrigin = z.infer<typeof campaignOriginSchema>;

export const sharedValueSchema = z.enum(['phone', 'email', 'key']);
export type SharedValue = z.infer<typeof sharedValueSchema>;

/** `onlyNew`: rows are sent whose phone the campaign does not hold, the others are left out. */
export const campaignChoiceSchema = z.enum(['leaveOut', 'sendAnyway', 'onlyNew']);
export type CampaignChoice = z.infer<typeof campaignChoiceSchema>;

const campaignGroupSchema = z.object({
  origin: campaignOriginSchema,
  rows: z.number().int(),
  /** Rows by what they share with a lead. */
  phone: z.number().int(),
  email: z.number().int(),
  key: z.number().int(),
  /** Rows with a phone that the campaign does not hold. */
  newPhone: z.number().int(),
  /** Rows that are left out now, for whatever reason. */
  leftOut: z.number().int(),
  /** What holds for the whole group now; null: rows were chosen one by one. */
  choice: campaignChoiceSchema.nullable(),
  /** Who put most of the leads there, or else their lead pools; for rows sent from here the imports. '' where nobody is named. */
  sources: z.array(z.object({ name: z.string(), rows: z.number().int() })),
});
export type CampaignGroup = z.infer<typeof campaignGroupSchema>;

export const campaignFoundSchema = z.object({
  campaignCode: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** How long the reading took. */
  milliseconds: z.number(),
  /** Leads of the campaign that were read. */
  leads: z.number().int(),
  /** Of these, leads with a phone that has no country prefix: they were compared as numbers of `country`. */
  withoutPrefix: z.number().int(),
  country: z.string(),
  /** Field that rows were compared by besides phone and e-mail; null: none. */
  key: z.string().nullable(),
  /** Why the leads did not come whole: what was found counts, what was not found is not known. Null: all came. */
  stopped: z.string().nullable(),
  /** Why the leads that came do not show which rows the campaign holds; null: they show it. */
  doubt: z.string().nullable(),
  /** Whether leads that this computer knows to be there had to come, and came: without any the list may lack leads. */
  isProven: z.boolean(),
  /** Cells, columns or the country were changed since: the rows are not those that were compared. */
  isStale: z.boolean(),
  /** Without groups that have no rows. */
  groups: z.array(campaignGroupSchema),
});
export type CampaignFound = z.infer<typeof campaignFoundSchema>;

const besideFieldSchema = z.object({
  field: z.string(),
  /** As it would be sent. */
  inFile: z.string(),
  /** Null: the lead shows no such field. */
  inCampaign: z.string().nullable(),
  /** `form`: the same value in another form. `differs`: the file brings another value. `unseen`: the lead shows no such field. */
  match: z.enum(['same', 'form', 'differs', 'unseen']),
});
export type BesideField = z.infer<typeof besideFieldSchema>;

/** A lead of the campaign that shares something with a row. */
export const campaignLeadSchema = z.object({
  id: z.string().nullable(),
  status: z.string().nullable(),
  closure: z.string().nullable(),
  pool: z.string().nullable(),
  /** The user who put it there, by the name that the service gives. */
  uploadedBy: z.string().nullable(),
  /** As the service writes it. */
  uploaded: z.string().nullable(),
  /** Name of the import of this computer that created it; null: it was put there elsewhere. */
  sentBy: z.string().nullable(),
});

export const campaignRowSchema = z.object({
  row: z.number().int(),
  /** Row number in the file. */
  line: z.number().int(),
  shares: sharedValueSchema,
  /** Value that was found in the campaign, with its field there, and the same value in the file, as it would be sent. */
  found: z.object({ field: z.string(), value: z.string(), inFile: z.string() }),
  /** The number of the lead has no country prefix, and the country is a guess. */
  isGuess: z.boolean(),
  hasNewPhone: z.boolean(),
  isLeftOut: z.boolean(),
  /** In words, where the row was left out for another reason than the campaign; null otherwise. */
  otherReason: z.string().nullable(),
  /** Leads of the campaign that share something with the row; the first is shown. */
  leads: z.number().int(),
  lead: campaignLeadSchema,
  fields: z.array(besideFieldSchema),
});
export type CampaignRow = z.infer<typeof campaignRowSchema>;
