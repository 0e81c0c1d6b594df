import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { AccountStorage } from '../../../shared/contract/account/diagnostics.ts';

/** What the folder of an account takes on the disk. Files that go meanwhile count as nothing. */
export function storageOf(folder: string): AccountStorage {
  const bytes = { results: 0, journal: 0, other: 0 };
  for (const entry of filesIn(folder)) {
    const path = join(entry.parentPath, entry.name);
    const [first = ''] = relative(folder, path).split(sep);
    const what = first === 'results' ? 'results' : /^(journal\.|sent\.)/.test(first) ? 'journal' : 'other';
    bytes[what] += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return {
    parts: [
      { what: 'results', bytes: bytes.results },
      { what: 'journal', bytes: bytes.journal },
      { what: 'other', bytes: bytes.other },
    ],
    bytes: bytes.results + bytes.journal + bytes.other,
  };
}

/** Folder by folder, so that one that goes meanwhile takes no other with it. */
function filesIn(folder: string): Dirent[] {
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(join(folder, entry.name));
    return entry.isFile() ? [entry] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
