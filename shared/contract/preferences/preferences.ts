import { z } from 'zod';
import { SAVE_FORMAT_NAMES, saveFormatSchema } from '../exports/save-formats.ts';
import { resultWishSchema } from '../jobs/result-choices.ts';

const colorScheme = z.enum(['auto', 'light', 'dark']);
const density = z.enum(['comfortable', 'compact']);

/** Bytes: about ten results of half a million leads. */
export const USUAL_RESULTS_LIMIT = 2_000_000_000;

/** The preferences to change. */
export const preferencesChangeSchema = z.object({
  colorScheme: colorScheme.optional(),
  density: density.optional(),
  /** How leads were saved, the latest first; at most one entry a format. */
  saveFormats: z.array(saveFormatSchema).max(SAVE_FORMAT_NAMES.length).optional(),
  /** Bytes. Beyond it the page suggests deleting results; null: never. Left out: `USUAL_RESULTS_LIMIT`. */
  resultsLimit: z.number().int().min(1_000_000).nullable().optional(),
  /** The query above a result shows only its request. Left out: it does where the window is low. */
  queryFolded: z.boolean().optional(),
  /** How result files of imports are saved. Left out: `USUAL_RESULT`. */
  resultFile: resultWishSchema.optional(),
});
export const preferencesSchema = preferencesChangeSchema.extend({
  colorScheme: colorScheme.default('auto'),
  density: density.default('comfortable'),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const keptSchema = z.record(z.string(), z.unknown()).catch({});

/** What is kept under `preferences`, by whichever version wrote it; nothing when it is of another shape. */
export function keptPreferences(kept: unknown): Record<string, unknown> {
  return keptSchema.parse(kept);
}

/** The ones of them that this version can read: a later one may know another value of one. The others are the usual ones. */
export function knownPreferences(kept: unknown): Preferences {
  const values = keptPreferences(kept);
  const readable = Object.entries(preferencesSchema.shape).filter(
    ([name, schema]) => Object.hasOwn(values, name) && schema.safeParse(values[name]).success,
  );
  return preferencesSchema.parse(Object.fromEntries(readable.map(([name]) => [name, values[name]])));
}
