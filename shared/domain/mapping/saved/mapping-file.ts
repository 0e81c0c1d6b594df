import { MAPPING_FILE_FORMAT, mappingFileSchema, type MappingFile } from '../../../contract/imports/mapping.ts';

export type MappingFileReading = { ok: true; file: MappingFile } | { ok: false; message: string };

/** Bytes. A larger file is not a mapping. */
export const LARGEST_MAPPING_FILE = 5_000_000;

/** Reads the text of a mapping file. `name`: of the file, for the message when it cannot be used. */
export function readMappingFile(text: string, name: string): MappingFileReading {
  const refuse = (why: string): MappingFileReading => ({ ok: false, message: `"${name}" ${why}` });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse('is not JSON, so it holds no mapping. Choose a file that was saved with "Save as a file".');
  }
  if (!isObject(value) || value['format'] !== MAPPING_FILE_FORMAT)
    return refuse('is JSON, but not a mapping. Choose a file that was saved with "Save as a file".');
  const version = value['version'];
  if (typeof version === 'number' && version > 1)
    return refuse('was written by a newer Lead Console. Update this program to read it.');
  const parsed = mappingFileSchema.safeParse(value);
  if (parsed.success) return { ok: true, file: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.').slice(0, 80);
  return refuse(`is a mapping with a mistake in it, at ${where}: ${issue?.message ?? 'not understood'}.`);
}

/** The text of a mapping file, laid out for people. */
export function writeMappingFile(file: Omit<MappingFile, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: MAPPING_FILE_FORMAT, version: 1, ...file }, null, 2)}\n`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
