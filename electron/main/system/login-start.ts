import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileFailure, writingTrouble } from '../../core/files/foundation/file-trouble.ts';
import { removeFile } from '../../core/foundation/patient-files.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';

/** On the command line: the window stays away until a person wants it. */
export const HIDDEN = '--hidden';

export interface LoginStart {
  /** False in a start from the source, which would name a folder that may be gone tomorrow. */
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
}

/**
 * Starts the program, without its window, when the person logs in: their imports go on. Windows and macOS keep the setting
 * themselves, and show it in their own settings; on Linux it is a file of the desktop's standard.
 */
export function createLoginStart({ app, platform, env, home, program }: Systems) {
  const file = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', 'lead-console.desktop');
  // Windows knows an entry by its arguments, too.
  const entry = { args: [HIDDEN] };
  const isSet = () => {
    if (!app.isPackaged) return false;
    if (platform === 'linux') return wantsStart(file);
    return app.getLoginItemSettings(entry).openAtLogin;
  };
  const state = (): LoginStart => ({ isOffered: app.isPackaged, isSet: isSet() });
  return {
    state,
    /**
     * @returns what the system says of it afterwards: it may refuse
     * @throws Failure `file` when the file of Linux cannot be written
     */
    set(isOn: boolean): LoginStart {
      if (!app.isPackaged) return state();
      if (platform !== 'linux') app.setLoginItemSettings({ ...entry, openAtLogin: isOn });
      // An AppImage runs from a folder that is there only while it runs.
      else writeEntry(file, isOn ? autostart(env['APPIMAGE'] ?? program) : null);
      return state();
    },
    /** macOS passes no arguments, and says how it was started. */
    wasOpenedAtLogin: () => platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
  };
}

/** False also when the file cannot be read, because the desktop starts nothing from it then. */
function wantsStart(file: string): boolean {
  try {
    // The second one is what the settings of GNOME and of its relatives write.
    return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(readFileSync(file, 'utf8'));
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

function autostart(program: string): string {
  // The quoting of the standard: in quotes, with a backslash before these, doubled as it stands in a string.
  const quoted = program.replaceAll(/["`$\\]/g, String.raw`\\$&`).replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Lead Console',
    `Exec="${quoted}" ${HIDDEN}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
