import { z } from 'zod';
import { checkSettingsSchema, duplicateAnswerSchema } from '../check/check.ts';
import { campaignFieldSchema } from '../imports/imports.ts';
import { sourceTextSchema } from './result-choices.ts';

/** The rules by which the check of an import judged its rows. */
export const checkRulesSchema = z.object({
  settings: checkSettingsSchema.default(() => checkSettingsSchema.parse({})),
  fields: z.array(campaignFieldSchema).default([]),
});
export type CheckRules = z.infer<typeof checkRulesSchema>;

/** What was true when a job was started and is not part of its plan. Jobs of earlier versions have the defaults. */
export const jobOriginSchema = z.object({
  /** Who started it: the user of the account; empty when it is not known. */
  by: z.string().default(''),
  /** How the file was read, in words: "UTF-8, comma, header in line 1". */
  readAs: z.string().default(''),
  rules: checkRulesSchema.default(() => checkRulesSchema.parse({})),
  /** How the text of the file was written; null: a file that is not text, or not known. */
  source: sourceTextSchema.nullable().default(null),
  /** What became of rows that share a value, as far as a person answered for all of them at once. */
  duplicates: z.array(duplicateAnswerSchema).default([]),
});
export type JobOrigin = z.infer<typeof jobOriginSchema>;
