import { spawn } from 'node:child_process';
import { basename, delimiter, dirname } from 'node:path';

/**
 * The npm that started us, under the Node that npm itself runs on. Not `process.execPath`: npm puts node_modules/.bin
 * first in PATH, so from the second run on that is the pinned Node, which an install may replace under our feet.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ file: string, before: string[], shell: boolean }}
 */
export function npmCommand(environment) {
  const cli = environment['npm_execpath'];
  if (cli !== undefined && /^npm(-cli)?\.c?js$/.test(basename(cli))) {
    return { file: environment['npm_node_execpath'] ?? process.execPath, before: [cli], shell: false };
  }
  // Windows starts .cmd files through the shell only.
  return { file: 'npm', before: [], shell: process.platform === 'win32' };
}

/**
 * Runs npm with all its words on stderr.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {string} [node] runs npm under this Node instead of its own
 * @returns {Promise<number>} the exit code
 */
export function runNpm(args, folder, node) {
  const { file, before, shell } = npmCommand(process.env);
  const program = node !== undefined && before.length > 0 ? node : file;
  // An npm found in PATH takes the first Node in PATH.
  const path = node === undefined ? process.env['PATH'] : [dirname(node), process.env['PATH']].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(program, [...before, ...args], {
      cwd: folder,
      shell,
      stdio: ['ignore', 2, 2],
      // Packages run scripts of strangers while they are installed.
      env: { ...process.env, PATH: path, LEAD_CONSOLE_PASSWORD: undefined },
    });
    child.on('error', (error) => {
      process.stderr.write(`npm could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
