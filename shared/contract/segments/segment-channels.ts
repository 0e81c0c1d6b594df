import { z } from 'zod';
import { type AreaChannels, put } from '../cache-effects.ts';
import { type SegmentList, segmentListSchema } from './segments.ts';

export const segmentChannels = {
  /** `refresh` asks the service; else what was read last is answered, when there is any. */
  'segment:list': {
    args: z.object({ refresh: z.boolean() }),
    result: segmentListSchema,
    changes: [put('segment:list', (_list: SegmentList) => ({ refresh: false }))],
  },
} as const satisfies AreaChannels;
