import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';

/*
 * A dataset from a ZIP file or a share can have links, which lead to places that nobody chose. Nothing is written or
 * removed behind one. The folder of the dataset itself may be a link: a person chose that one.
 */

/**
 * Refuses a link among the folders and files that this program changes in the folder of a dataset. Those in the folder of
 * a day are not looked at: a new file takes the place of the link, and what the link leads to stays.
 */
export function refuseLinksIn(folder: string): void {
  for (const outer of readdirSync(folder, { withFileTypes: true })) {
    if (outer.isSymbolicLink()) refuseLink(folder, outer.name);
    if (!outer.isDirectory()) continue;
    for (const inner of readdirSync(join(folder, outer.name), { withFileTypes: true }))
      if (inner.isSymbolicLink()) refuseLink(folder, `${outer.name}/${inner.name}`);
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
