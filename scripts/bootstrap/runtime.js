import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node with everything the product uses (node:sqlite without a flag or a warning, stable type stripping). */
const oldest = /** @type {const} */ ([24, 15]);

/**
 * The Node that runs the product: the pinned one of node_modules, else one of this machine that is new enough.
 *
 * @param {string} root
 * @returns {string | undefined} undefined when there is none (said on stderr)
 */
export function findRuntime(root) {
  const pinned = pinnedNode(root);
  if (pinned !== undefined) return pinned;
  const others = [process.execPath, process.env['npm_node_execpath']];
  for (const candidate of others) {
    if (candidate !== undefined && isNewEnough(versionOf(candidate))) return candidate;
  }
  process.stderr.write(
    `The Node that this project brings along is not there: its install script was refused (ignore-scripts?) or there ` +
      `is none for ${process.platform}-${process.arch}. This computer's own Node is ${process.version}, and the client ` +
      `needs ${oldest.join('.')} or newer. Allow the script and delete node_modules, or install a newer Node; then run the ` +
      `command again.\n`,
  );
  return undefined;
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
export function pinnedNode(folder) {
  const file = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/** @param {string} version as `node --version` prints it */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** @param {string} file */
export function versionOf(file) {
  if (file === process.execPath) return process.version;
  return spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * On Windows, when this is the Node of the folder's own packages: the Node that npm runs on. Undefined: go on with this one.
 *
 * @param {string} folder
 * @param {{ platform: string, execPath: string, env: Record<string, string | undefined> }} here
 */
export function nodeOutside(folder, { platform, execPath, env }) {
  const packages = join(folder, 'node_modules').toLowerCase();
  /** @param {string} file */
  const isInside = (file) => file.toLowerCase().startsWith(packages);
  const other = env['npm_node_execpath'];
  return platform === 'win32' && isInside(execPath) && other !== undefined && !isInside(other) ? other : undefined;
}
