import { z } from 'zod';

/** Where the bytes of an account are on the disk. */
export const storageSchema = z.object({
  parts: z.array(z.object({ what: z.enum(['results', 'journal', 'other']), bytes: z.number() })),
  bytes: z.number(),
});
export type AccountStorage = z.infer<typeof storageSchema>;

/** A file of the diagnostics bundle, whole, as it will be saved. */
export const diagnosticsFileSchema = z.object({ name: z.string(), says: z.string(), text: z.string() });
export type DiagnosticsFile = z.infer<typeof diagnosticsFileSchema>;

export const diagnosticsSchema = z.object({
  /** Names this bundle: what is saved is what was shown. */
  id: z.string(),
  files: z.array(diagnosticsFileSchema),
});

/** What is kept of one request besides its line. Only in memory; never in a file. */
export const requestDetailSchema = z.object({
  /** Without the password. */
  sent: z.array(z.object({ name: z.string(), value: z.string() })),
  answered: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The words of a refusal, without secrets, at most 4 KB; null when none are kept. */
  body: z.string().nullable(),
});
export type RequestDetail = z.infer<typeof requestDetailSchema>;
