import { z } from 'zod';
import type { AreaChannels } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { callId, id } from '../primitives.ts';
import { datasetModeSchema, openedDatasetSchema, savedDatasetSchema } from './datasets.ts';
import { exportQuerySchema } from './queries.ts';

/** Only a host that lets a person name folders, in a dialog or on the command line, can grant the token of one. */
export const datasetChannels = {
  'export:openDataset': {
    args: z.object({ token: fileTokenSchema, query: exportQuerySchema, mode: datasetModeSchema }),
    result: openedDatasetSchema,
    changes: [],
  },
  /**
   * Puts a complete export into the dataset, and lets go of it whatever happens. `isWhole`: the export is of the query
   * itself, not of what changed since the point reached; leads that it has not are taken out, and it is refused when the dataset has later changes.
   */
  'export:saveDataset': {
    args: z.object({ callId, datasetId: id, exportId: id, isWhole: z.boolean().optional() }),
    result: savedDatasetSchema,
    changes: [],
  },
} as const satisfies AreaChannels;
