import { readFileSync, statSync } from 'node:fs';
import type { QueryFile } from '../../../../shared/contract/exports/saved-queries.ts';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import {
  LARGEST_QUERY_FILE,
  readQueryFile,
  writeQueryFile,
} from '../../../../shared/domain/service/queries/query-file.ts';
import { fileFailure, readingTrouble } from '../../files/foundation/file-trouble.ts';
import { writeTarget } from '../../files/writing/target-file.ts';
import { Failure } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';

/** @throws Failure `file` when it cannot be read or is not a query */
export function readQuery({ path, name }: GrantedFile): QueryFile {
  const reading = readQueryFile(textOf(path, name), name);
  if (!reading.ok) throw unusable(reading.message);
  return reading.file;
}

/** @throws FileTrouble when it cannot be written: a file that is there stays as it was then */
export async function writeQuery(
  query: Pick<QueryFile, 'name' | 'query'>,
  { path, name }: GrantedFile,
): Promise<SavedFile> {
  const bytes = Buffer.from(writeQueryFile(query));
  await writeTarget({ path, overwrite: true }, (file) => file.append(bytes));
  return { name, rows: 1, countedRows: 1, bytes: bytes.length };
}

/** A person may choose any file; one that is too large for a query is not read. */
function textOf(path: string, name: string): string {
  try {
    if (statSync(path).size > LARGEST_QUERY_FILE)
      throw unusable(`"${name}" is too large for a query. Choose a file that was saved with "Save as a file".`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(readingTrouble(error, name));
  }
}

function unusable(message: string): Failure {
  return new Failure({ code: 'file', reason: 'unreadable', message });
}
