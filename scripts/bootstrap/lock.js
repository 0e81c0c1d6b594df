import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any install: after this a lock is taken over even if its process number is in use again. */
const staleAfterMs = 30 * 60_000;
const pollMs = 300;

/**
 * Runs `work` while no other process on this computer holds the lock file.
 *
 * @template T
 * @param {string} file
 * @param {string} waitingText said once on stderr when somebody else holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, waitingText, work) {
  let hasSaidSo = false;
  while (!take(file)) {
    if (removeIfStale(file)) continue;
    if (!hasSaidSo) process.stderr.write(`${waitingText}\n`);
    hasSaidSo = true;
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true, maxRetries: 10 });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || isInTheWay(error)) return false;
    throw error;
  }
}

/**
 * On Windows a file that is being removed, or that a scanner looks at, can be neither made nor read.
 *
 * @param {unknown} error
 */
function isInTheWay(error) {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(codeOf(error)));
}

/**
 * A lock is stale when its process is gone. It is moved aside under a name of our own before it is removed, so that
 * of two processes that find it stale only one removes it; a lock that was taken anew meanwhile is put back.
 *
 * @param {string} file
 */
function removeIfStale(file) {
  try {
    const content = readFileSync(file, 'utf8');
    const owner = Number.parseInt(content, 10);
    const ageMs = Date.now() - statSync(file).mtimeMs;
    // A lock without a number is being written this moment, or its writer died within that moment.
    const isStale = Number.isNaN(owner) ? ageMs > 10_000 : ageMs > staleAfterMs || !isRunning(owner);
    if (!isStale) return false;
    const aside = `${file}.${process.pid}`;
    renameSync(file, aside);
    const hasChangedHands = readFileSync(aside, 'utf8') !== content;
    if (hasChangedHands) linkSync(aside, file);
    rmSync(aside, { force: true });
    return !hasChangedHands;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    if (isInTheWay(error)) return false;
    throw error;
  }
}

/** @param {number} processId */
function isRunning(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
