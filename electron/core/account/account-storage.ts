import { type Dirent, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { AccountStorage } from '../../../shared/contract/account/diagnostics.ts';
import { entriesIn } from '../storage/own-folder.ts';

/** What the folder of an account takes on the disk. Files that go meanwhile count as nothing. */
export function storageOf(folder: string): AccountStorage {
  const bytes = { results: 0, journal: 0, other: 0 };
  for (const entry of filesIn(folder)) {
    const path = join(entry.parentPath, entry.name);
    const [first = ''] = relative(folder, path).split(sep);
    const what = first === 'results' ? 'results' : /^(journal\.|sent\.)/.test(first) ? 'journal' : 'other';
    bytes[what] += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  const parts = (['results', 'journal', 'other'] as const).map((what) => ({ what, bytes: bytes[what] }));
  return { parts, bytes: bytes.results + bytes.journal + bytes.other };
}

/** Folder by folder, so that one that goes meanwhile takes no other with it. */
function filesIn(folder: string): Dirent[] {
  return entriesIn(folder).flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(join(folder, entry.name));
    return entry.isFile() ? [entry] : [];
  });
}
