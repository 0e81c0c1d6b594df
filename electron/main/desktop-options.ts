import { resolve } from 'node:path';

export interface DesktopOptions {
  readonly dataFolder: string | null;
  /** Opens the practice account at once. */
  readonly practice: boolean;
  /** Absolute path of a file to import, or null. */
  readonly file: string | null;
}

/**
 * Reads the command line. Unknown switches are ignored: they belong to Chromium or to the system, and a program that
 * was started by a click has no terminal for an error message.
 * @param args without the program itself
 * @param appPath the folder of the program, which is among the arguments when it is not packaged
 */
export function readDesktopOptions(args: readonly string[], workingFolder: string, appPath: string): DesktopOptions {
  let dataFolder: string | null = null;
  let practice = false;
  let file: string | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--data-dir') {
      index += 1;
      if (args[index]) dataFolder = resolve(workingFolder, args[index] ?? '');
    } else if (argument.startsWith('--data-dir=')) {
      dataFolder = resolve(workingFolder, argument.slice('--data-dir='.length));
    } else if (argument === '--practice') {
      practice = true;
    } else if (!argument.startsWith('-') && argument !== '') {
      const path = resolve(workingFolder, argument);
      if (path !== resolve(appPath)) file = path;
    }
  }
  return { dataFolder, practice, file };
}
