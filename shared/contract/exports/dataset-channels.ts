import { z } from 'zod';
import type { AreaChannels } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { callId, id } from '../primitives.ts';
import { datasetModeSchema, openedDatasetSchema, savedDatasetSchema } from './datasets.ts';
import { exportQuerySchema } from './queries.ts';

/** Datasets belong to scheduled work: only a host that lets a person name folders can grant the token of one. */
export const datasetChannels = {
  'export:openDataset': {
    args: z.object({ token: fileTokenSchema, query: exportQuerySchema, mode: datasetModeSchema }),
    result: openedDatasetSchema,
    changes: [],
  },
  /** Puts a complete export into the dataset, and lets go of it whatever happens. */
  'export:saveDataset': {
    args: z.object({ callId, datasetId: id, exportId: id }),
    result: savedDatasetSchema,
    changes: [],
  },
} as const satisfies AreaChannels;
