import { z } from 'zod';

/**
 * `exhausted`: a budget runs out before its reset. `others`: someone else uses the account. `changed`: a price or a limit
 * changed. `unknownRows`: rows of an import are unknown for long.
 */
export const alertKindSchema = z.enum(['exhausted', 'others', 'changed', 'unknownRows']);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** An alert that stands now. It is taken back when its cause goes. */
export const alertSchema = z.object({
  /** The same cause has the same id; a cause that comes back later has another. */
  id: z.string(),
  kind: alertKindSchema,
  /** The budget; null for one that belongs to no budget. */
  service: z.string().nullable(),
  /** For the screen: what happened. */
  title: z.string(),
  /** For the screen: what it means and what to do. */
  text: z.string(),
  raisedAt: z.number(),
  /** Seen by a person: it is shown no more as a notification. */
  isSeen: z.boolean(),
});
export type QuotaAlert = z.infer<typeof alertSchema>;

const isOn = z.boolean();

/** What is worth an alert. */
export const alertSettingsSchema = z.object({
  /** Minutes before the reset that a budget must run out earlier. */
  exhausted: z.object({ isOn, minutes: z.number().int().min(0).max(1440) }),
  /** Percent of a day's limit that other clients must have used. */
  others: z.object({ isOn, percent: z.number().min(0).max(100) }),
  /** Percent by which a limit must change; a price always counts. */
  changed: z.object({ isOn, percent: z.number().min(0).max(100) }),
  /** Minutes for which a row must be unknown. */
  unknownRows: z.object({ isOn, minutes: z.number().int().min(1).max(10_080) }),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** Where alerts go beside the screen. */
export const alertDeliverySchema = z.object({
  /** Address that gets each alert as JSON; null: none. */
  webhook: z.string().nullable(),
  /** Name of the file that gets a line for each alert; null: none. The page does not know its place. */
  file: z.string().nullable(),
  /** The last delivery failed: why, for the screen. Null: it succeeded, or none was needed since the program started. */
  failure: z.object({ message: z.string(), at: z.number() }).nullable(),
});
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;
