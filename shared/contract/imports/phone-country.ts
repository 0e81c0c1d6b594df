import { z } from 'zod';

/** What a country was worked out from: the cells of a column, prefixes of numbers, ends of addresses and so on. */
export const countryClueSchema = z.enum(['rows', 'prefixes', 'addresses', 'headers', 'postcodes', 'places', 'numbers']);
export type CountryClueKind = z.infer<typeof countryClueSchema>;

/** Two letters (ISO 3166-1), for numbers without a country prefix. */
export const countrySchema = z.string().regex(/^[A-Z]{2}$/);

/** The country of numbers without a prefix, for a whole file. */
export const phoneCountrySchema = z.object({
  /** Two letters (ISO 3166-1). Null: not known well enough, so numbers without a prefix stay as they are. */
  value: z.string().nullable(),
  /** The most likely one, by which rows are compared; null when nothing fits. */
  likely: z.string().nullable(),
  /** What a person is offered first while it is not known; empty when nothing points to any. */
  offered: z.array(z.string()).max(2),
  /** 0 to 1; 1 when a person chose it. */
  certainty: z.number().min(0).max(1),
  /** One sentence. */
  reason: z.string(),
  /** Who says so: a person, the campaign's earlier imports, the file itself; or it is worked out from the file. */
  source: z.enum(['you', 'campaign', 'file', 'guess']),
  /** What of the file speaks for it, the strongest first; empty where the file was not asked. */
  clues: z.array(countryClueSchema),
});
export type PhoneCountry = z.infer<typeof phoneCountrySchema>;
