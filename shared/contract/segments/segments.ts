import { z } from 'zod';

/** A segment as the service describes it. Dates are texts in the service's local time. */
export const segmentSchema = z.object({
  uniqueId: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  activeFrom: z.string().nullable(),
  activeTill: z.string().nullable(),
  goalTargetValue: z.number().nullable(),
  goalCurrentValue: z.number(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const segmentListSchema = z.object({
  segments: z.array(segmentSchema),
  /** Entries that could not be read as a segment, JSON text cut at 4 KB each. */
  unread: z.array(z.string()),
  readAt: z.number(),
});
export type SegmentList = z.infer<typeof segmentListSchema>;
