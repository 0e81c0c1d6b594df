import { z } from 'zod';
import { type AreaChannels, put } from '../cache-effects.ts';
import { type SegmentList, segmentListSchema } from './segments.ts';

export const segmentChannels = {
  /** `refresh` true asks the service. Otherwise the last list is answered, or the service is asked when there is none. */
  'segment:list': {
    args: z.object({ refresh: z.boolean() }),
    result: segmentListSchema,
    changes: [put('segment:list', (_list: SegmentList) => ({ refresh: false }))],
  },
} as const satisfies AreaChannels;
