import { z } from 'zod';
import type { AreaChannels } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { id } from '../primitives.ts';
import { exportQuerySchema } from './queries.ts';

/** Files of scheduled work, which are written anew from a result that is refreshed. */
export const followedFileChannels = {
  /**
   * The result that a file was saved from with `follows`, for a refresh. Null: the file is not there, and neither is such
   * a result; fetch everything. Fails with `file` for a file that nobody saved so, of another query, or changed since.
   */
  'export:findFollowed': {
    args: z.object({ token: fileTokenSchema, query: exportQuerySchema }),
    result: z.object({ exportId: id.nullable() }),
    changes: [],
  },
} as const satisfies AreaChannels;
