import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { errorCode, FileTrouble, readingTrouble } from '../../files/foundation/file-trouble.ts';

export const MANIFEST = 'manifest.json';
/** What this program writes, and the latest it reads. Version 1 has text in all columns. */
const VERSION = 2;

/** A file of the dataset: below its folder, with `/` on every system. */
const filePath = /^(campaign=[^/\\\0]{1,250})\/(day=(?:\d{4}-\d{2}-\d{2}|__HIVE_DEFAULT_PARTITION__))\/leads\.parquet$/;

const datasetFileSchema = z.object({
  path: z.string().regex(filePath),
  /** Code of the campaign; null for leads without one. The folder has it percent-encoded. */
  campaign: z.string().nullable(),
  /** `yyyy-MM-dd` of the upload, in the service's wall clock; null for leads without one. */
  day: z.string().nullable(),
  rows: z.number().int().min(1),
  bytes: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DatasetFile = z.infer<typeof datasetFileSchema>;

const columnSchema = z.object({
  name: z.string().min(1),
  /** What every value in the files is. */
  type: z.enum(['text', 'truth', 'whole', 'decimal', 'day', 'time']),
  /** Digits in the fraction of a second, as the service writes it. */
  digits: z.number().int().min(0).max(9).default(0),
});
export type DatasetColumn = z.infer<typeof columnSchema>;

const manifestSchema = z.object({
  format: z.literal('lead-console-dataset'),
  version: z.union([z.literal(1), z.literal(VERSION)]).transform((): typeof VERSION => VERSION),
  /** Address of the service, as it is used. */
  service: z.string(),
  /** Name of the account's user. */
  account: z.string(),
  /** What was asked for when the dataset was made. */
  query: z.record(z.string(), z.unknown()),
  partitionBy: z.tuple([z.literal('campaign'), z.literal('day')]),
  /** Latest change that the dataset has, `yyyy-MM-ddTHH:mm:ss` in the service's wall clock; null when none is known. */
  pointReached: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
    .nullable(),
  /** When it was written, UTC. */
  writtenAt: z.string(),
  /** Columns of every file, in their order. `campaign` and `day` are in the path. */
  columns: z.array(columnSchema).max(20_000),
  rows: z.number().int().min(0),
  files: z.array(datasetFileSchema),
});

/** What is in a dataset. It is the only truth: a file that is not named here is not part of it. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The two folders of a file of the dataset, outer one first. */
export function foldersOf(path: string): { campaign: string; day: string } {
  const [, campaign = '', day = ''] = filePath.exec(path) ?? [];
  return { campaign, day };
}

/**
 * The manifest of a folder; null when it has none.
 * Throws FileTrouble `unsupported` for what a newer program wrote, `unreadable` for anything else that is not a manifest.
 */
export function readManifest(folder: string): Manifest | null {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw readingTrouble(error, MANIFEST);
  }
  const value = parseJson(text);
  const version = z.object({ format: z.literal('lead-console-dataset'), version: z.number() }).safeParse(value);
  if (version.success && version.data.version > VERSION)
    throw new FileTrouble(
      'unsupported',
      'A newer Lead Console wrote this dataset. Nothing was changed. Update Lead Console, or name another folder.',
    );
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success || isContradictory(manifest.data))
    throw new FileTrouble(
      'unreadable',
      `The ${MANIFEST} in this folder is not one that Lead Console wrote, or is damaged. Nothing was changed. Name another folder.`,
    );
  return manifest.data;
}

export function manifestText(manifest: Manifest): string {
  const { files, ...rest } = manifest;
  const columns = rest.columns.map(({ digits, ...column }) => (digits === 0 ? column : { ...column, digits }));
  const facts = { ...rest, columns };
  // A line a file: a person finds one, and a difference tool shows what an append changed.
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(',\n');
  return `${JSON.stringify(facts, null, 2).slice(0, -2)},\n  "files": [\n${lines}\n  ]\n}\n`;
}

function isContradictory({ files, rows }: Manifest): boolean {
  const paths = new Set(files.map((file) => file.path));
  return paths.size !== files.length || files.reduce((sum, file) => sum + file.rows, 0) !== rows;
}
