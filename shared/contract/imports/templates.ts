import { z } from 'zod';
import { checkSettingsSchema, duplicateAnswerSchema } from '../check/check.ts';
import { planSchema, termsSchema } from './imports.ts';
import { countrySchema } from './phone-country.ts';
import { mappingSchema } from './mapping.ts';

/**
 * Templates: what a person saved of an import under a name, for the next file from the same supplier. Those of earlier
 * versions have only a mapping.
 */

export const templateNameSchema = z.string().trim().min(1).max(100);

/** Text of a lead pool's name in which `{file}`, `{month}` and `{day}` stand for those of each import. Null: the automatic pool. */
export const poolSchemeSchema = z.string().trim().min(1).max(200).nullable();

/** What a template has beside its mapping. */
export const templatePartsSchema = z.strictObject({
  /** Name of the file that it was saved from. */
  fileName: z.string().max(300),
  /** The country of phones without a prefix; null: guessed from each file. */
  country: countrySchema.nullable(),
  /** Rules of the check. */
  rules: checkSettingsSchema.omit({ country: true }).strict(),
  duplicates: z.array(duplicateAnswerSchema).max(100),
  poolScheme: poolSchemeSchema,
  stopAfterSameRefusal: planSchema.shape.stopAfterSameRefusal,
  /**
   * How rows go out, without a planned start, and without a person's word about the tag: a template may come from somebody
   * else. Null: nobody chose it, so each file gets what is usual.
   */
  terms: termsSchema.omit({ startAt: true, tagAgreed: true }).nullable(),
});
export type TemplateParts = z.infer<typeof templatePartsSchema>;

/** What a template does beside its mapping, in short. */
export const templateKeepsSchema = templatePartsSchema
  .omit({ rules: true })
  /** `rules`: how many rules of the check. */
  .extend({ rules: z.number().int() });
export type TemplateKeeps = z.infer<typeof templateKeepsSchema>;

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** '' for every campaign. */
  campaignCode: z.string(),
  /** Number of columns that it uses. */
  columns: z.number().int(),
  fields: z.number().int(),
  /** Null: only a mapping. */
  keeps: templateKeepsSchema.nullable(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  used: z.number().int(),
  lastUsedAt: z.number().nullable(),
  /** The colleague who shared it, by name, and when; left out: it was saved here. */
  from: z.object({ name: z.string(), at: z.number() }).optional(),
  /** It is too long for the team: colleagues do not get it. */
  staysHere: z.literal(true).optional(),
  /** What was saved cannot be read any more: it can only be removed or replaced. */
  isDamaged: z.boolean().optional(),
});
export type Template = z.infer<typeof templateSchema>;

/** The mapping of a template applied to the columns of a draft's table, matched by their headers. */
export const mappingFitSchema = z.object({
  mapping: mappingSchema,
  /** Columns of this table that the template knows; `of`: all columns of the table. */
  known: z.number().int(),
  of: z.number().int(),
  /** Headers of columns that the template uses and this table does not have. */
  missing: z.array(z.string()),
});
export type MappingFit = z.infer<typeof mappingFitSchema>;

/** A template that fits a draft. */
export const templateMatchSchema = z.object({
  template: templateSchema,
  fit: mappingFitSchema,
  /** The file has a name like that of the file which the template was saved from. */
  isNamedAlike: z.boolean(),
  /** Lead pool that the draft would get; null: the automatic one, or that of the draft stays. */
  poolName: z.string().nullable(),
});
export type TemplateMatch = z.infer<typeof templateMatchSchema>;

/** Marks the JSON file of a template. */
export const TEMPLATE_FILE_FORMAT = 'lead-console-template';
/** Marks the files of earlier versions, which have only a mapping. */
export const MAPPING_FILE_FORMAT = 'lead-console-mapping';

const namedMapping = {
  version: z.literal(1),
  name: templateNameSchema,
  /** '' for every campaign. */
  campaignCode: z.string().trim().max(200),
  /** Headers of the table that it was made for, in their order; the column numbers of the rules are indexes of it. */
  columns: z.array(z.string().max(1000)).max(16_384),
  rules: mappingSchema.min(1),
};

/** A template as a file. */
export const templateFileSchema = z
  .discriminatedUnion('format', [
    z.object({ ...namedMapping, format: z.literal(TEMPLATE_FILE_FORMAT), parts: templatePartsSchema.nullable() }),
    z.object({ ...namedMapping, format: z.literal(MAPPING_FILE_FORMAT) }),
  ])
  .superRefine(({ columns, rules }, context) => {
    for (const [index, { source }] of rules.entries())
      if (source.kind === 'columns' && source.columns.some((column) => column >= columns.length))
        context.addIssue({
          code: 'custom',
          path: ['rules', index],
          message: 'names a column that the file does not list',
        });
  });

/** What stands in a template's file. */
export interface TemplateContent {
  readonly name: string;
  readonly campaignCode: string;
  readonly columns: readonly string[];
  readonly rules: z.infer<typeof mappingSchema>;
  /** Null: only a mapping. */
  readonly parts: TemplateParts | null;
}
