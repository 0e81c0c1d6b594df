import { accessSync, type BigIntStats, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { opensOnWindows } from '../../host/file-names.ts';
import { BatchTrouble } from './trouble.ts';

const refuse = (sentence: string) => new BatchTrouble(sentence, 'file');

/** Bytes that a file system of Linux or macOS takes for a name, without what the name has behind it while the file is written or is partial. */
const LONGEST_NAME = 255 - '.partial.4194304.999-99999.part'.length;

/**
 * Looks, before anything is sent, whether the output can be written at the end.
 * @param input a file that must not be replaced by its own result
 */
export function checkOutput(path: string, option: string, force: boolean, input?: string): void {
  const target = resolve(path);
  const name = basename(target);
  const folder = dirname(target);
  if (process.platform === 'win32' && !opensOnWindows(name))
    throw refuse(
      `Windows cannot open a file with the name "${name}". Name another one for ${option}. Nothing was done.`,
    );
  if (process.platform !== 'win32' && Buffer.byteLength(name) > LONGEST_NAME)
    throw refuse(
      `The file name for ${option} is too long: it may have ${LONGEST_NAME} letters, or fewer with letters such as ø. Name a shorter one. Nothing was done.`,
    );
  if (!existsSync(folder))
    throw refuse(`The folder for ${option} "${name}" does not exist. Make it, or name another one. Nothing was done.`);
  if (input !== undefined && isSameFile(target, input))
    throw refuse(`${option} names the file that is read. The original is never changed: name another file.`);
  if (existsSync(target)) {
    const there = statSync(target);
    if (there.isDirectory()) throw refuse(`${option} "${name}" is a folder. Name a file in it. Nothing was done.`);
    // A finished file takes the place of what has its name: for an administrator that of /dev/null, too.
    if (!there.isFile())
      throw refuse(`${option} "${name}" is not an ordinary file. Name another one. Nothing was done.`);
    if (!force)
      throw refuse(
        `${option} "${name}" exists already and was left as it is. Name another file, or add --force to replace it. Nothing was done.`,
      );
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw refuse(`This user may not write to the folder for ${option} "${name}". Name another one. Nothing was done.`);
  }
}

/** By their place on the disk: two paths may differ in upper and lower case only, or be two names of one file. */
function isSameFile(target: string, input: string): boolean {
  if (resolve(input) === target) return true;
  const [one, other] = [target, input].map(placeOf);
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** Undefined where there is none, and where the system cannot look, as at a link to itself: whoever opens it says why. */
function placeOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
