// Why: decision 0361.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { moveFile, removeFolder } from '../core/foundation/patient-files.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';
import { codeOf, HostTrouble } from './host-trouble.ts';

/**
 * Moves the data folder to its new place, once. Windows renames no folder in which a file is open, so it moves while no
 * program works in it. From another disk it is copied: under another name until the copy is whole, so that a program that
 * was killed begins the copy again.
 *
 * @throws HostTrouble when it cannot be moved; it is whole in one of the two places then
 */
export function moveDataFolder(former: string, folder: string): void {
  const leaving = `${former}.moving`;
  try {
    if (existsSync(folder) && readdirSync(folder).length === 0 && hasData(former)) removeFolder(folder);
    if (existsSync(folder)) {
      // The copy was whole, and the program ended before it removed what it was made of.
      if (existsSync(leaving)) removeFolder(leaving);
      return;
    }
    if (!existsSync(leaving)) {
      if (!hasData(former)) return;
      makeOwnFolder(dirname(folder));
      if (isMovedAtOnce(former, folder)) return;
      moveFile(former, leaving);
    }
    const arriving = `${folder}.moving`;
    removeFolder(arriving);
    cpSync(leaving, arriving, { recursive: true, preserveTimestamps: true });
    moveFile(arriving, folder);
    removeFolder(leaving);
  } catch (error) {
    throw new HostTrouble(
      `Lead Console keeps its data in ${folder} now, and could not move it there from ${former} (${codeOf(error) || 'unknown error'}). Nothing was lost. End every other Lead Console, scheduled imports too, and close what shows that folder; then start again.`,
      { cause: error },
    );
  }
}

function isMovedAtOnce(former: string, folder: string): boolean {
  try {
    moveFile(former, folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EXDEV') return false;
    throw error;
  }
}

const OURS = /^(account|drafts|practice|settings\.json|credentials\.json)$/;

/** Chromium makes the folder, too, before the program has named another one. */
function hasData(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => OURS.test(name));
}
