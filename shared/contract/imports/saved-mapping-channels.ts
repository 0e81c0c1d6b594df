import { z } from 'zod';
import { type AreaChannels, reread } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { done, id } from '../primitives.ts';
import { mappingNameSchema, mappingSchema } from './mapping.ts';
import { mappingFitSchema, mappingMatchSchema, savedMappingSchema } from './saved-mappings.ts';

const campaignCode = z.string().trim().max(200);
const savedMappingsChanged = [reread('mapping:list'), reread('mapping:match')] as const;

export const savedMappingChannels = {
  /** The mappings of the campaign and those for every campaign, sorted by name; null: all mappings. */
  'mapping:list': {
    args: z.object({ campaignCode: campaignCode.nullable() }),
    result: z.object({ mappings: z.array(savedMappingSchema) }),
    changes: [],
  },
  /** Saves a mapping with the headers of the draft's table. Fails when the name is taken, unless `replace` is true. */
  'mapping:save': {
    args: z.object({
      draftId: id,
      name: mappingNameSchema,
      campaignCode,
      mapping: mappingSchema.min(1),
      replace: z.boolean().default(false),
    }),
    result: savedMappingSchema,
    changes: savedMappingsChanged,
  },
  'mapping:remove': { args: z.object({ mappingId: id }), result: done, changes: savedMappingsChanged },
  /** Writes the mapping as JSON; `rows` counts its rules. */
  'mapping:export': {
    args: z.object({ mappingId: id, token: fileTokenSchema }),
    result: savedFileSchema,
    changes: [],
  },
  /** Saves the mapping of a JSON file; when its name is taken, it gets a number. */
  'mapping:import': {
    args: z.object({ token: fileTokenSchema }),
    result: savedMappingSchema,
    changes: savedMappingsChanged,
  },
  /** Saved mappings that know at least half of the columns, the best first, at most five. */
  'mapping:match': {
    args: z.object({ draftId: id }),
    result: z.object({ matches: z.array(mappingMatchSchema) }),
    changes: [],
  },
  /** Applies a saved mapping, or one from a file, to the draft's table and answers the result; does not change the draft. Counts the use. */
  'mapping:use': {
    args: z.object({
      draftId: id,
      from: z.union([z.object({ mappingId: id }), z.object({ token: fileTokenSchema })]),
    }),
    result: z.object({ name: z.string(), fit: mappingFitSchema }),
    changes: savedMappingsChanged,
  },
} as const satisfies AreaChannels;
