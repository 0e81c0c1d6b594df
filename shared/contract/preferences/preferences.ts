import { z } from 'zod';

const colorScheme = z.enum(['auto', 'light', 'dark']);
const density = z.enum(['comfortable', 'compact']);

export const preferencesSchema = z.object({
  colorScheme: colorScheme.default('auto'),
  density: density.default('comfortable'),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** What is to change. Not `preferencesSchema.partial()`: zod would fill what was left out with the defaults. */
export const preferencesChangeSchema = z.object({ colorScheme: colorScheme.optional(), density: density.optional() });
