import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedFolder } from '../host/data-folder.ts';
import { HIDDEN } from './system/login-start.ts';
import { type StartTask, taskOption } from './system/start-tasks.ts';

export interface DesktopOptions {
  readonly dataFolder: string | null;
  /** Opens the practice account at once. */
  readonly practice: boolean;
  /** The window stays away until a person wants it: the program was started by the system. */
  readonly hidden: boolean;
  /** What the person chose at the icon of the program; null for a plain start. */
  readonly task: StartTask | null;
  /** Absolute paths of files to import. */
  readonly files: readonly string[];
}

/**
 * Reads the command line. Unknown switches are ignored: they belong to Chromium or to the system, and a program that
 * was started by a click has no terminal for an error message.
 * @param args without the program itself
 * @param appPath the folder of the program, which is among the arguments when it is not packaged
 * @throws HostTrouble for a data folder as in `namedFolder`
 */
export function readDesktopOptions(args: readonly string[], workingFolder: string, appPath: string): DesktopOptions {
  let dataFolder: string | null = null;
  let practice = false;
  let hidden = false;
  let task: StartTask | null = null;
  const files: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--data-dir') {
      index += 1;
      const name = args[index];
      if (name !== undefined) dataFolder = namedFolder(name, workingFolder);
    } else if (argument.startsWith('--data-dir=')) {
      dataFolder = namedFolder(argument.slice('--data-dir='.length), workingFolder);
    } else if (argument === '--practice') {
      practice = true;
    } else if (argument === HIDDEN) {
      hidden = true;
    } else if (taskOption(argument) !== null) {
      task = taskOption(argument);
    } else if (!argument.startsWith('-') && argument !== '') {
      const path = resolve(workingFolder, pathOf(argument));
      if (path !== resolve(appPath)) files.push(path);
    }
  }
  return { dataFolder, practice, hidden, task, files };
}

/** File managers of Linux name files by their address. One of another computer stays as it is: there is no such file. */
function pathOf(argument: string): string {
  try {
    return /^file:/i.test(argument) ? fileURLToPath(argument) : argument;
  } catch {
    return argument;
  }
}
