import { readFileSync, statSync } from 'node:fs';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import { Failure, unusable } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';
import { fileFailure, readingTrouble } from '../foundation/file-trouble.ts';
import { writeTarget } from './target-file.ts';

type Place = Pick<GrantedFile, 'path' | 'name'>;

/**
 * The text of a file that was saved from the program. A person may choose any file: one that is too large is not read.
 *
 * @param what it is to be, for the words
 * @throws Failure `file`
 */
export function savedText({ path, name }: Place, what: string, largest: number): string {
  try {
    if (statSync(path).size > largest)
      throw unusable(
        `"${name}" is too large for a ${what}. Choose a file that was saved with "Save as a file".`,
        'unreadable',
      );
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(readingTrouble(error, name));
  }
}

/** Replaces a file as a whole. @param rows what the answer calls its rows @throws FileTrouble, see `writeTarget` */
export async function saveWhole(
  { path, name }: Place,
  content: string | Uint8Array,
  rows: number,
  signal?: AbortSignal,
): Promise<SavedFile> {
  const bytes = Buffer.from(content);
  await writeTarget({ path, overwrite: true, signal }, (file) => file.append(bytes));
  return { name, rows, countedRows: rows, bytes: bytes.length };
}
