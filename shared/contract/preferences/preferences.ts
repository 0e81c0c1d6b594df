import { z } from 'zod';
import { saveFormatSchema } from '../exports/save-formats.ts';

const colorScheme = z.enum(['auto', 'light', 'dark']);
/** How leads were saved, the latest first; at most one entry a format. */
const saveFormats = z.array(saveFormatSchema).max(5);
const density = z.enum(['comfortable', 'compact']);

export const preferencesSchema = z.object({
  colorScheme: colorScheme.default('auto'),
  density: density.default('comfortable'),
  saveFormats: saveFormats.optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** The preferences to change. Not `preferencesSchema.partial()`, because zod would set the missing ones to their defaults. */
export const preferencesChangeSchema = z.object({
  colorScheme: colorScheme.optional(),
  density: density.optional(),
  saveFormats: saveFormats.optional(),
});
