// Why: decision 0423.
import type { ElectronParts } from '../guards/electron-parts.ts';

const OPTION = '--task=';

/** What a person can begin at the icon of the program, in the words of the menus of the window. */
const TASKS = [
  { name: 'open', title: 'Open a file…', description: 'Choose a spreadsheet to import' },
  { name: 'quota', title: 'Quota', description: 'What is left of the service today' },
] as const;
export type StartTask = (typeof TASKS)[number]['name'];

/** The task that a start is for; null for any other text. */
export function startTaskOf(text: unknown): StartTask | null {
  return TASKS.find(({ name }) => name === text)?.name ?? null;
}

/** The task that an argument names; null when it is another argument. */
export function taskOption(argument: string): StartTask | null {
  return argument.startsWith(OPTION) ? startTaskOf(argument.slice(OPTION.length)) : null;
}

/** For a command line of Windows, where a backslash before a quotation mark is doubled. @param dataFolder null: the program's own */
export function folderOption(dataFolder: string | null): readonly string[] {
  return dataFolder === null ? [] : [`"--data-dir=${dataFolder.replace(/\\+$/, '$&$&')}"`];
}

export interface OfferedTasks {
  readonly electron: Pick<ElectronParts, 'app' | 'Menu'>;
  readonly platform: NodeJS.Platform;
  /** Path of the program. */
  readonly program: string;
  /** The data folder that the program was started with; null for its own. */
  readonly dataFolder: string | null;
  readonly begin: (task: StartTask) => void;
}

/**
 * Offers the tasks at the icon: on Windows in the taskbar, also while the program is closed, so each is a start of it; on
 * macOS in the Dock. A program that is not packed cannot be started by its path alone.
 */
export function offerTasks({ electron, platform, program, dataFolder, begin }: OfferedTasks): void {
  const { app, Menu } = electron;
  if (platform === 'darwin')
    app.dock?.setMenu(
      Menu.buildFromTemplate(TASKS.map(({ name, title }) => ({ label: title, click: () => begin(name) }))),
    );
  if (platform !== 'win32' || !app.isPackaged) return;
  app.setUserTasks(
    TASKS.map(({ name, title, description }) => ({
      program,
      arguments: [`${OPTION}${name}`, ...folderOption(dataFolder)].join(' '),
      title,
      description,
      iconPath: program,
      iconIndex: 0,
    })),
  );
}
