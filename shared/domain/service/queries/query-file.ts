import { QUERY_FILE_FORMAT, queryFileSchema, type QueryFile } from '../../../contract/exports/saved-queries.ts';
import { type FileReading, readSavedFile } from '../../words/saved-file.ts';

/** Bytes. A larger file is not a query: the longest query that the page can build is smaller. */
export const LARGEST_QUERY_FILE = 1_000_000;

export function readQueryFile(text: string, name: string): FileReading<QueryFile> {
  const formats = [QUERY_FILE_FORMAT];
  return readSavedFile(text, name, { what: 'query', formats, schema: queryFileSchema, after: ' Nothing was saved.' });
}

/** The text of a query file, laid out for people. */
export function writeQueryFile({ name, query }: Pick<QueryFile, 'name' | 'query'>): string {
  return `${JSON.stringify({ format: QUERY_FILE_FORMAT, version: 1, name, query }, null, 2)}\n`;
}
