import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode, FileTrouble } from '../../files/foundation/file-trouble.ts';

/*
 * A dataset from a ZIP file or a share can have links, which lead to places that nobody chose. Nothing is written or
 * removed behind one. The folder of the dataset itself may be a link: a person chose that one.
 */

/**
 * Refuses a link among the folders and files that this program changes in the folder of a dataset. Those in the folder of
 * a day are not looked at: a new file takes the place of the link, and what the link leads to stays.
 *
 * @param isOurs whether a name in the folder is one of them; what others have there is theirs, links too
 */
export function refuseLinksIn(folder: string, isOurs: (name: string) => boolean): void {
  for (const outer of namesIn(folder).filter(isOurs)) {
    refuseLink(folder, outer);
    for (const inner of namesIn(join(folder, outer))) refuseLink(folder, `${outer}/${inner}`);
  }
}

/** None of a file, and none of a folder that another run has just removed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Refuses a link on the way to a path, whose end need not be there. @param path below the folder of a dataset, with `/` */
export function refuseLinksTo(folder: string, path: string): void {
  const names = path.split('/');
  for (const index of names.keys()) refuseLink(folder, names.slice(0, index + 1).join('/'));
}

/** Windows calls files of its cloud links where it lists a folder, so each is looked at. */
function refuseLink(folder: string, path: string): void {
  if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new FileTrouble(
    'exists',
    `"${path}" in the folder "${basename(folder)}" is a link to another place, where a dataset must not write. Nothing was changed. Remove the link, or name another folder.`,
  );
}
