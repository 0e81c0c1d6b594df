import { QUERY_FILE_FORMAT, queryFileSchema, type QueryFile } from '../../../contract/exports/saved-queries.ts';
import { fileMistake } from '../../words/file-mistake.ts';
import { visibleMarks } from '../../words/visible-marks.ts';
import { isObject } from '../answers/answers.ts';

export type QueryFileReading = { ok: true; file: QueryFile } | { ok: false; message: string };

/** Bytes. A larger file is not a query: the longest query that the page can build is smaller. */
export const LARGEST_QUERY_FILE = 1_000_000;

/** Reads the text of a query file; nothing in its name stays hidden. `name`: of the file, for the message when it cannot be used. */
export function readQueryFile(text: string, name: string): QueryFileReading {
  const refuse = (why: string): QueryFileReading => ({ ok: false, message: `"${name}" ${why}` });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse('is not JSON, so it holds no query. Choose a file that was saved with "Save as a file".');
  }
  if (!isObject(value) || value['format'] !== QUERY_FILE_FORMAT)
    return refuse('is JSON, but not a query. Choose a file that was saved with "Save as a file".');
  const version = value['version'];
  if (typeof version === 'number' && version > 1)
    return refuse('was written by a newer Lead Console. Update this program to read it.');
  const parsed = queryFileSchema.safeParse(value);
  if (parsed.success) return { ok: true, file: { ...parsed.data, name: visibleMarks(parsed.data.name) } };
  return refuse(`is a query with a mistake in it, ${fileMistake(parsed.error)}. Nothing was saved.`);
}

/** The text of a query file, laid out for people. */
export function writeQueryFile({ name, query }: Pick<QueryFile, 'name' | 'query'>): string {
  return `${JSON.stringify({ format: QUERY_FILE_FORMAT, version: 1, name, query }, null, 2)}\n`;
}
