import { z } from 'zod';
import { countrySchema } from './phone-country.ts';

/** Which columns fill which fields of a lead, and how values are cleaned. Saved with drafts and as JSON files. */

export const cleaningStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trim') }),
  /** `country`: for numbers without a country prefix; null: that of the whole file. */
  z.object({ kind: z.literal('phone'), country: countrySchema.nullable() }),
  /** A person's choice: phones go out as they are written, although their country is known. */
  z.object({ kind: z.literal('asWritten') }),
  z.object({ kind: z.literal('email') }),
  /** Order of day and month in dates such as 03/04/2026; the result is yyyy-mm-dd. */
  z.object({ kind: z.literal('date'), order: z.enum(['day-month', 'month-day', 'year-month']) }),
  z.object({ kind: z.literal('case'), to: z.enum(['upper', 'lower', 'words']) }),
  /** Replaces whole values, compared without the blanks around them; `to` may be empty. */
  z.object({ kind: z.literal('replace'), values: z.array(z.object({ from: z.string(), to: z.string() })).max(5000) }),
  /** The first or the last word of a full name. */
  z.object({ kind: z.literal('split'), part: z.enum(['first', 'last']) }),
]);

const fieldSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('columns'),
    /** Column indexes from 0. */
    columns: z.array(z.number().int().min(0)).min(1).max(50),
    /** The text between the values; null: only the first value that is not empty is used. */
    join: z.string().max(20).nullable(),
  }),
  z.object({ kind: z.literal('constant'), value: z.string().max(10_000) }),
]);

export const fieldRuleSchema = z.object({
  /** Import name of the field, in the caller's upper and lower case. */
  field: z.string().trim().min(1).max(200),
  source: fieldSourceSchema,
  cleaning: z.array(cleaningStepSchema).max(20),
});

export const mappingSchema = z.array(fieldRuleSchema).max(500);

export type CleaningStep = z.infer<typeof cleaningStepSchema>;
export type FieldRule = z.infer<typeof fieldRuleSchema>;
export type Mapping = z.infer<typeof mappingSchema>;
