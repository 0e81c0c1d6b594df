import { z } from 'zod';

/** A file that the person chose. The page knows its token and its name, not its path. */
export const fileTokenSchema = z.string().regex(/^file-[0-9a-f-]{8,64}$/);

/** `size`: bytes. */
export const chosenFileSchema = z.object({ token: fileTokenSchema, name: z.string(), size: z.number() });
export type ChosenFile = z.infer<typeof chosenFileSchema>;

export const saveTargetSchema = z.object({ token: fileTokenSchema, name: z.string() });

/** A file that was written. `countedRows`: rows counted by reading the finished file. */
export const savedFileSchema = z.object({
  name: z.string(),
  rows: z.number(),
  countedRows: z.number(),
  bytes: z.number(),
});
export type SavedFile = z.infer<typeof savedFileSchema>;
