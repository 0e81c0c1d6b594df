import { z } from 'zod';
import { type AreaChannels, type AreaEvents, forget, put, reread } from '../cache-effects.ts';
import { checkSettingsSchema } from '../check/check.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, done, id } from '../primitives.ts';
import { type Draft, draftSchema } from './imports.ts';
import { mappingSchema } from './mapping.ts';
import {
  mappingFitSchema,
  poolSchemeSchema,
  templateKeepsSchema,
  templateMatchSchema,
  templateNameSchema,
  templateSchema,
} from './templates.ts';

const campaignCode = z.string().trim().max(200);
const templatesChanged = [reread('template:list'), reread('template:match')] as const;

/** The draft, or the import that was started, whose choices make a template. */
const source = z.union([z.strictObject({ draftId: id }), z.strictObject({ jobId: id })]);
const kept = z.union([z.strictObject({ templateId: id }), z.strictObject({ token: fileTokenSchema })]);

/** As of `import:saveDraft`. */
const revision = z.number().int().optional();
const draftOfTemplate = [
  reread('import:drafts'),
  reread('import:sentRow'),
  reread('import:ruleExamples'),
  forget('check:rows'),
] as const;

/** Choices of a command line that count for more than those of a template. */
const replacedSchema = z.object({
  campaignCode: campaignCode.optional(),
  mapping: mappingSchema.optional(),
  /** Without a country, that of the template stays. */
  settings: checkSettingsSchema.optional(),
});
export type ReplacedParts = z.infer<typeof replacedSchema>;

export const templateChannels = {
  /** The templates of the campaign and those for every campaign, sorted by name; null: all templates. */
  'template:list': {
    args: z.object({ campaignCode: campaignCode.nullable() }),
    result: z.object({ templates: z.array(templateSchema) }),
    changes: [],
  },
  /** What a template of this draft or import would have, before a person saves it. */
  'template:propose': {
    args: z.object({ from: source }),
    result: templateSchema
      .pick({ name: true, campaignCode: true, columns: true, fields: true })
      .extend({ keeps: templateKeepsSchema }),
    changes: [],
  },
  /** Saves a template. Fails when the name is taken in this campaign, unless `replace` is true. */
  'template:save': {
    args: z.object({
      from: source,
      name: templateNameSchema,
      campaignCode,
      poolScheme: poolSchemeSchema,
      replace: z.boolean().default(false),
    }),
    result: templateSchema,
    changes: templatesChanged,
  },
  /** Fails when the name is taken in its campaign. */
  'template:rename': {
    args: z.object({ templateId: id, name: templateNameSchema }),
    result: templateSchema,
    changes: templatesChanged,
  },
  'template:remove': { args: z.object({ templateId: id }), result: done, changes: templatesChanged },
  /** Writes the template as JSON; `rows` counts the rules of its mapping. */
  'template:export': {
    args: z.object({ templateId: id, token: fileTokenSchema }),
    result: savedFileSchema,
    changes: [],
  },
  /** Saves the template of a JSON file, also of one with a mapping alone; when its name is taken, it gets a number. */
  'template:import': {
    args: z.object({ token: fileTokenSchema }),
    result: templateSchema,
    changes: templatesChanged,
  },
  /** Templates that know at least half of the columns, the best first, at most five. */
  'template:match': {
    args: z.object({ draftId: id }),
    result: z.object({ matches: z.array(templateMatchSchema) }),
    changes: [],
  },
  /** The mapping of a template for the draft's table; does not change the draft. Counts the use. */
  'template:fit': {
    args: z.object({ draftId: id, from: kept }),
    result: z.object({ name: z.string(), fit: mappingFitSchema }),
    changes: templatesChanged,
  },
  /**
   * Puts mapping, campaign, country, rules, pool and plan of a template into the draft, and leaves out what its answers to
   * duplicates say; `template:undo` takes that back. Counts the use. `replace`: choices that count for more. Fails with
   * `validation` when the table has no column that the template reads.
   */
  'template:use': {
    args: z.object({ callId, draftId: id, from: kept, revision, replace: replacedSchema.optional() }),
    result: z.object({
      draft: draftSchema,
      name: z.string(),
      fit: mappingFitSchema,
      keeps: templateKeepsSchema.nullable(),
    }),
    changes: [
      put(
        'import:draft',
        ({ draft }: { draft: Draft }) => ({ draftId: draft.id }),
        ({ draft }) => draft,
      ),
      ...draftOfTemplate,
      ...templatesChanged,
    ],
  },
  /** The draft as it was before the template: corrected cells stay. Does nothing when none is in use. */
  'template:undo': {
    args: z.object({ draftId: id, revision }),
    result: draftSchema,
    changes: [
      put('import:draft', ({ id: draftId }: Draft) => ({ draftId })),
      ...draftOfTemplate,
      reread('template:match'),
    ],
  },
} as const satisfies AreaChannels;

export const templateEvents = {
  /** Colleagues of the team have shared, changed or taken back templates, or told fields or rules of a campaign. */
  'template:heard': { payload: z.object({}), changes: [...templatesChanged, reread('import:draft')] },
} as const satisfies AreaEvents;
