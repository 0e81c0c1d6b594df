import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileFailure, writingTrouble } from '../../core/files/foundation/file-trouble.ts';
import { removeFile } from '../../core/foundation/patient-files.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { folderOption } from './start-tasks.ts';

/** On the command line: the window stays away until a person wants it. */
export const HIDDEN = '--hidden';

export interface LoginStart {
  /**
   * False in a start from the source, which would name a folder that may be gone tomorrow, and with a data folder of its own on
   * macOS, which passes no arguments.
   */
  readonly isOffered: boolean;
  readonly isSet: boolean;
}

interface Systems {
  readonly app: Pick<ElectronParts['app'], 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program that runs. */
  readonly program: string;
  /** The data folder that the program was started with, and is then started with again; null for its own. */
  readonly dataFolder: string | null;
}

/**
 * Starts the program, without its window, when the person logs in: their imports go on. Windows and macOS keep the setting
 * themselves, and show it in their own settings; on Linux it is a file of the desktop's standard.
 */
export function createLoginStart({ app, platform, env, home, program, dataFolder }: Systems) {
  const file = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', 'lead-console.desktop');
  // An AppImage runs from a folder that is there only while it runs.
  const command = commandOf(env['APPIMAGE'] ?? program, dataFolder);
  // Windows knows an entry by its arguments, too, and takes them as they stand.
  const entry = { args: [HIDDEN, ...folderOption(dataFolder)] };
  const isOffered = app.isPackaged && (platform !== 'darwin' || dataFolder === null);
  const isSet = () => {
    if (!isOffered) return false;
    if (platform === 'linux') return wantsStart(file, command);
    return app.getLoginItemSettings(entry).openAtLogin;
  };
  const state = (): LoginStart => ({ isOffered, isSet: isSet() });
  return {
    state,
    /**
     * @returns what the system says of it afterwards: it may refuse
     * @throws Failure `file` when the file of Linux cannot be written
     */
    set(isOn: boolean): LoginStart {
      if (!isOffered) return state();
      if (platform !== 'linux') app.setLoginItemSettings({ ...entry, openAtLogin: isOn });
      else writeEntry(file, isOn ? autostart(command) : null);
      return state();
    },
    /** macOS passes no arguments, and says how it was started. */
    wasOpenedAtLogin: () => platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
  };
}

/** False also when the file cannot be read, because the desktop starts nothing from it then, and when it starts something else. */
function wantsStart(file: string, command: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    // The second one is what the settings of GNOME and of its relatives write.
    return text.includes(`\n${command}\n`) && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text);
  } catch {
    return false;
  }
}

/** @param entry null: none any more */
function writeEntry(file: string, entry: string | null): void {
  try {
    if (entry === null) return removeFile(file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, entry);
  } catch (error) {
    throw fileFailure(writingTrouble(error, basename(file)));
  }
}

/** The line with which Linux starts the program. */
function commandOf(program: string, dataFolder: string | null): string {
  // The quoting of the standard: in quotes, with a backslash before these, doubled as it stands in a string.
  const quoted = (text: string) => `"${text.replaceAll(/["`$\\]/g, String.raw`\\$&`).replaceAll('%', '%%')}"`;
  const folder = dataFolder === null ? '' : ` ${quoted(`--data-dir=${dataFolder}`)}`;
  return `Exec=${quoted(program)} ${HIDDEN}${folder}`;
}

function autostart(command: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Lead Console',
    command,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
