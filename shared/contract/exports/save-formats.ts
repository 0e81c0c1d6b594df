import { z } from 'zod';

/** How leads are written to a file. */
export const saveFormatSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('csv'),
    delimiter: z.enum([',', ';', '\t', '|']),
    encoding: z.enum(['utf-8', 'windows-1252']),
    /** Begin with a byte order mark, by which Excel knows UTF-8. Without effect in windows-1252. */
    byteOrderMark: z.boolean(),
    lineEnd: z.enum(['crlf', 'lf']),
    /** Cells that a spreadsheet program would run as a formula get an apostrophe in front; phones are not changed. */
    guardFormulas: z.boolean(),
  }),
  z.object({
    format: z.literal('xlsx'),
    /** Columns in which every value is an ISO date without a zone become dates; otherwise all cells are text. */
    dates: z.boolean(),
  }),
  /** One array of objects. `nested`: with the objects and lists that the service sent, else a key a column. */
  z.object({ format: z.literal('json'), nested: z.boolean().default(false) }),
  /** One object a line. */
  z.object({ format: z.literal('jsonl'), nested: z.boolean().default(false) }),
  z.object({ format: z.literal('parquet') }),
]);
export type SaveFormat = z.infer<typeof saveFormatSchema>;
export type SaveFormatName = SaveFormat['format'];

/** As the batch host writes each format, and as the page offers it at first. The keys are also the endings of files. */
export const DEFAULT_SAVE_FORMATS = {
  csv: {
    format: 'csv',
    delimiter: ',',
    encoding: 'utf-8',
    byteOrderMark: true,
    lineEnd: 'crlf',
    guardFormulas: true,
  },
  xlsx: { format: 'xlsx', dates: true },
  json: { format: 'json', nested: false },
  jsonl: { format: 'jsonl', nested: false },
  parquet: { format: 'parquet' },
} as const satisfies { readonly [Name in SaveFormatName]: Extract<SaveFormat, { format: Name }> };

export const SAVE_FORMAT_NAMES = Object.keys(DEFAULT_SAVE_FORMATS) as readonly SaveFormatName[];

/**
 * `leads.csv` → `leads.partial.csv`: the name of a file in which leads are missing. A name that says so already stays.
 * Takes a path, too: only what follows the last separator is looked at.
 */
export function partialName(path: string): string {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const name = path.slice(start);
  if (/\.partial(\.[^.]*)?$/.test(name)) return path;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${path}.partial` : `${path.slice(0, start + dot)}.partial${name.slice(dot)}`;
}
