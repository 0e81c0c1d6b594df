import { z } from 'zod';

const colorScheme = z.enum(['auto', 'light', 'dark']);
const density = z.enum(['comfortable', 'compact']);

export const preferencesSchema = z.object({
  colorScheme: colorScheme.default('auto'),
  density: density.default('comfortable'),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** The preferences to change. Not `preferencesSchema.partial()`, because zod would set the missing ones to their defaults. */
export const preferencesChangeSchema = z.object({ colorScheme: colorScheme.optional(), density: density.optional() });
