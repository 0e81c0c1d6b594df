import { statSync } from 'node:fs';
import { join } from 'node:path';

interface OwnNames {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * What a person reads when a folder stands where a file of ours belongs, or a file where a folder does; null when neither
 * does. A sync program or an archive that was unpacked by hand leaves such folders, and a system says no more than EISDIR.
 */
export function wrongKindIn(folder: string, { files, folders }: OwnNames): string | null {
  const aFolder = files.find((name) => kindOf(join(folder, name)) === 'folder');
  if (aFolder !== undefined) return sentence(folder, aFolder, 'folder', 'file');
  const aFile = folders.find((name) => kindOf(join(folder, name)) === 'file');
  return aFile === undefined ? null : sentence(folder, aFile, 'file', 'folder');
}

function sentence(folder: string, name: string, found: string, wanted: string): string {
  return `In ${folder} there is a ${found} named "${name}", where Lead Console keeps a ${wanted}. Nothing was changed and nothing was sent. Move that ${found} to another place, then try again.`;
}

function kindOf(path: string): 'file' | 'folder' | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : found.isDirectory() ? 'folder' : 'file';
}
