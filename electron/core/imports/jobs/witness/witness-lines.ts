import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { LARGEST_ROW } from './row-set.ts';

/*
 * A line of the witness: sequence number, kind, JSON, and the CRC-32 of all before it, with spaces between. A line is
 * whole when its sum is right; any other line is only counted as damage.
 */

/** What the witness keeps of a job. Nothing of a lead. */
const jobSchema = z.object({
  job: z.string(),
  file: z.string(),
  /** SHA-256 of the file's bytes, hexadecimal. */
  hash: z.string(),
  bytes: z.number(),
  campaign: z.string(),
  pool: z.string().nullable(),
  rows: z.number().int().min(0).max(LARGEST_ROW),
  /** Unix milliseconds. */
  at: z.number(),
});
export type WitnessedJob = z.infer<typeof jobSchema>;

const rowSchema = z.object({
  job: z.string(),
  n: z.number().int().min(1).max(LARGEST_ROW),
  /** Unix milliseconds. */
  at: z.number(),
});

const schemas = {
  /** The first line. `jobs`: how many lines `kept` follow it. */
  witness: z.object({ version: z.literal(1), id: z.string(), jobs: z.number().int().min(0) }),
  /** A job began. */
  began: jobSchema,
  /** A row is about to leave. */
  sent: rowSchema,
  /** The row waits again: the service certainly did not look at it, or a person said to send it once more. */
  free: rowSchema,
  /** A job with all its rows that were sent and not freed, after compaction. */
  kept: jobSchema.extend({
    sent: z.string(),
    /** Files of an earlier version do not have it. */
    undone: z.string().default(''),
    firstAt: z.number().nullable(),
    lastAt: z.number().nullable(),
  }),
} as const;
type Kind = keyof typeof schemas;

export type WitnessLine = {
  readonly [Name in Kind]: {
    readonly kind: Name;
    readonly sequence: number;
    readonly value: z.infer<(typeof schemas)[Name]>;
  };
}[Kind];

export function lineText(line: WitnessLine): string {
  const text = `${line.sequence} ${line.kind} ${JSON.stringify(line.value)}`;
  return `${text} ${sumOf(text)}\n`;
}

/** @param text without its line end. Null when it is not whole. */
export function readLine(text: string): WitnessLine | null {
  // With `s`: JSON leaves the line separators of Unicode as they are, and a file's name may have one.
  const found = /^((\d{1,15}) ([a-z]+) (.*)) ([0-9a-f]{8})$/s.exec(text);
  if (found === null || sumOf(found[1] ?? '') !== found[5]) return null;
  const kind = found[3] ?? '';
  if (!Object.hasOwn(schemas, kind)) return null;
  try {
    const value: unknown = JSON.parse(found[4] ?? '');
    const parsed = schemas[kind as Kind].safeParse(value);
    return parsed.success ? ({ kind, sequence: Number(found[2]), value: parsed.data } as WitnessLine) : null;
  } catch {
    return null;
  }
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
