import type { QueryFile } from '../../../../shared/contract/exports/saved-queries.ts';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import {
  LARGEST_QUERY_FILE,
  readQueryFile,
  writeQueryFile,
} from '../../../../shared/domain/service/queries/query-file.ts';
import { savedText, saveWhole } from '../../files/writing/saved-text.ts';
import { unusable } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';

/** @throws Failure `file` when it cannot be read or is not a query */
export function readQuery(file: GrantedFile): QueryFile {
  const reading = readQueryFile(savedText(file, 'query', LARGEST_QUERY_FILE), file.name);
  if (!reading.ok) throw unusable(reading.message, 'unreadable');
  return reading.file;
}

/** @throws FileTrouble when it cannot be written: a file that is there stays as it was then */
export function writeQuery(query: Pick<QueryFile, 'name' | 'query'>, target: GrantedFile): Promise<SavedFile> {
  return saveWhole(target, writeQueryFile(query), 1);
}
