// Why: decision 0361.
import { closeSync, cpSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join, win32 } from 'node:path';
import { moveFile, patiently, removeFolder } from '../core/foundation/patient-files.ts';
import { endLease, takeLease } from '../core/storage/lease.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';
import { codeOf, HostTrouble } from './host-trouble.ts';

/**
 * Moves the data folder to its new place, once. Windows renames no folder in which a file is open, so it moves while no
 * program works in it. From another disk it is copied: under another name until the copy is whole, so that a program that
 * was killed begins the copy again.
 *
 * @throws HostTrouble when it cannot be moved, or another program moves it now; it is whole in one of the two places then
 */
export function moveDataFolder(former: string, folder: string): void {
  const leaving = `${former}.moving`;
  if (!existsSync(leaving) && isUsed(folder)) return;
  refuseLostShare(former);
  if (!existsSync(leaving) && !hasData(former)) return;
  const path = `${folder}.moving.sqlite`;
  // A second program would remove the files that the first one has copied.
  const lease = takeLease(path);
  if (lease === null)
    throw new HostTrouble(
      `Another Lead Console is moving its data to ${folder}. That can take minutes. Start again when it has opened.`,
    );
  try {
    move(former, leaving, folder);
  } catch (error) {
    if (error instanceof HostTrouble) throw error;
    throw new HostTrouble(
      `Lead Console keeps its data in ${folder} now, and could not move it there from ${former} (${codeOf(error) || 'unknown error'}). Nothing was lost. End every other Lead Console, scheduled imports too, and close what shows that folder; then start again.`,
      { cause: error },
    );
  } finally {
    endLease(path, lease);
  }
}

function move(former: string, leaving: string, folder: string): void {
  const arriving = `${folder}.moving`;
  if (existsSync(folder) && !isUsed(folder) && (existsSync(leaving) || hasData(former))) removeFolder(folder);
  if (existsSync(folder)) {
    if (!existsSync(leaving)) return;
    // The copy gets this name only when it is whole, so a start with --data-dir made this folder.
    if (existsSync(arriving)) throw onlyHalfMoved(leaving, folder);
    // The program ended before it removed what the copy was made of.
    removeFolder(leaving);
    return;
  }
  if (!existsSync(leaving)) {
    // Another program has moved it meanwhile, and ended.
    if (!hasData(former)) return;
    makeOwnFolder(dirname(folder));
    if (isMovedAtOnce(former, folder)) return;
    makeOwnFolder(arriving);
    moveFile(former, leaving);
  }
  // It is there from before the first byte to the last: without it, any folder in the new place passes for the whole copy.
  makeOwnFolder(arriving);
  for (const name of readdirSync(arriving)) removeFolder(join(arriving, name));
  cpSync(leaving, arriving, { recursive: true, preserveTimestamps: true });
  syncFiles(arriving);
  moveFile(arriving, folder);
  removeFolder(leaving);
}

function onlyHalfMoved(leaving: string, folder: string): HostTrouble {
  return new HostTrouble(
    `Lead Console was ended while it moved its data to ${folder}, and another start has put a journal of its own there since. Nothing was lost: what was sent before is in ${leaving}. Move the folder ${folder} to another place and start again: then the move goes on.`,
  );
}

/** A power cut takes what is not on the disk, and the original is removed next. */
function syncFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = patiently(() => openSync(path, 'r+'));
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** A profile on a share may hold a journal: without it what was sent would be sent again. */
function refuseLostShare(former: string): void {
  if (!/^\\\\/.test(former) || existsSync(win32.dirname(former))) return;
  throw new HostTrouble(
    `An earlier Lead Console kept its data in ${former}, and that place cannot be reached: whether a journal is there is not known. Connect to the network of your company and start again, or choose a folder with --data-dir.`,
  );
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

function isUsed(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

const OURS = /^(account|drafts|practice|settings\.json|credentials\.json)$/;

/** Chromium makes the folder, too, before the program has named another one. */
function hasData(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => OURS.test(name));
}
