import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.js';
import { npmCommand, runNpm } from './npm.js';
import { isNewEnough, pinnedNode, versionOf } from './runtime.js';

/**
 * Brings node_modules of a folder in line with its package.json and lockfile; returns at once when it is.
 *
 * @param {string} folder
 * @param {(args: readonly string[], folder: string, node?: string) => Promise<number>} [npm]
 * @param {string} [npmVersion] version of the Node that npm runs on
 * @returns {Promise<boolean>} false when the install failed (said on stderr)
 */
export async function install(folder, npm = runNpm, npmVersion) {
  if (isInstalled(folder)) return true;
  return withLock(
    join(folder, '.bootstrap-lock'),
    'Another command is installing the packages of this folder; waiting for it.',
    async () => {
      if (isInstalled(folder)) return true;
      process.stderr.write('Installing packages; the first time this takes about a minute.\n');
      let code = await npm(installArguments(folder), folder);
      // On an old Node npm leaves out, without a word, native parts that ask for a newer one: fetch them with the new one.
      const pinned = pinnedNode(folder);
      if (code === 0 && pinned !== undefined && !isNewEnough(npmVersion ?? versionOf(nodeOfNpm()))) {
        code = await npm(installArguments(folder), folder, pinned);
      }
      if (code !== 0) {
        process.stderr.write(
          `The packages could not be installed (npm ended with ${code}, see above). ` +
            'Check the connection and the free disk space, then run the command again.\n',
        );
        return false;
      }
      // A package without dependencies leaves no node_modules behind.
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      writeFileSync(stampOf(folder), fingerprint(folder));
      return true;
    },
  );
}

/**
 * `npm ci` for an empty or half-filled folder. For a stale one `npm install --no-save`: `ci` would delete the Node
 * binary that may be running, and a plain `install` of an older npm rewrites the lockfile.
 *
 * @param {string} folder
 */
export function installArguments(folder) {
  const isFilled = existsSync(join(folder, 'node_modules/.package-lock.json'));
  return [...(isFilled ? ['install', '--no-save'] : ['ci']), '--no-audit', '--no-fund', '--loglevel=error'];
}

function nodeOfNpm() {
  const { file, before } = npmCommand(process.env);
  return before.length > 0 ? file : process.execPath;
}

/** @param {string} folder */
export function isInstalled(folder) {
  try {
    return readFileSync(stampOf(folder), 'utf8') === fingerprint(folder);
  } catch {
    return false;
  }
}

/** @param {string} folder */
function stampOf(folder) {
  return join(folder, 'node_modules/.bootstrap-stamp');
}

/** @param {string} folder */
function fingerprint(folder) {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, name))).update('\0');
  return `${process.platform} ${process.arch} ${hash.digest('hex')}\n`;
}
