import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import type { MappingFile } from '../../../../shared/contract/imports/mapping.ts';
import { LARGEST_MAPPING_FILE, readMappingFile, writeMappingFile } from '../../../../shared/domain/mapping/index.ts';
import { fileFailure, readingTrouble, writingTrouble } from '../../files/foundation/file-trouble.ts';
import { Failure } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';
import type { MappingRecord } from './saved-mapping-store.ts';

/** Throws Failure `file` when it cannot be read or is not a mapping. */
export function readMapping({ path, name }: GrantedFile): MappingFile {
  const reading = readMappingFile(textOf(path, name), name);
  if (!reading.ok) throw new Failure({ code: 'file', reason: 'unreadable', message: reading.message });
  return reading.file;
}

/** Throws Failure `file` when it cannot be written. */
export function writeMapping({ name, campaignCode, columns, rules }: MappingRecord, target: GrantedFile): SavedFile {
  const text = writeMappingFile({ name, campaignCode, columns: [...columns], rules });
  try {
    writeFileSync(target.path, text, { mode: 0o600 });
  } catch (error) {
    throw fileFailure(writingTrouble(error, target.name));
  }
  return { name: target.name, rows: rules.length, countedRows: rules.length, bytes: Buffer.byteLength(text) };
}

/** A person may choose any file; one that is too large for a mapping is not read. */
function textOf(path: string, name: string): string {
  try {
    if (statSync(path).size > LARGEST_MAPPING_FILE)
      throw new Failure({
        code: 'file',
        reason: 'unreadable',
        message: `"${name}" is too large for a mapping. Choose a file that was saved with "Save as a file".`,
      });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(readingTrouble(error, name));
  }
}
