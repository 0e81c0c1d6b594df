// Why: decision 0187.
import { homedir } from 'node:os';
import { realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { invalid, unusable } from '../../core/foundation/failure.ts';
import type { Clock } from '../../core/foundation/ports.ts';
import { textIn } from '../../host/gate.ts';
import { spreadsheetExtensions } from './open-filters.ts';

/** Milliseconds between the drop and the page taking the file: the page does so in the same moment. */
const LIFE = 10_000;
/** Files of one drop; more than a person looks at. */
const MOST = 20;

interface Dropped {
  readonly path: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/**
 * Files that were dropped on the window. The preload says so when it sees the event in the page's document, and gives each
 * file a token; the page hands in the token once. So the page itself can name no path.
 */
export class DroppedFiles {
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  readonly #waiting = new Map<string, Dropped>();

  constructor(clock: Pick<Clock, 'monotonicNow'>) {
    this.#clock = clock;
  }

  /** @param args of `FILE_DROPPED`, unparsed */
  announce(args: unknown): void {
    const [token, path] = [textIn(args, 'token'), textIn(args, 'path')];
    if (!/^[0-9a-f-]{36}$/.test(token) || path === '') return;
    this.#forgetOld();
    if (this.#waiting.size < MOST) this.#waiting.set(token, { path, at: this.#clock.monotonicNow() });
  }

  /**
   * The path of a file that was dropped a moment ago; answered once.
   *
   * @param args of `ACCEPT_FILE`, unparsed
   * @throws Failure `validation` for a token that is unknown, old or used, and for a path that does not lead to a table
   */
  take(args: unknown): string {
    this.#forgetOld();
    const token = textIn(args, 'token');
    const found = this.#waiting.get(token);
    if (found === undefined) throw invalid('Drop the file once more: Lead Console did not see how it came.');
    this.#waiting.delete(token);
    return tablePath(found.path, process.platform, homedir());
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicNow();
    for (const [token, { at }] of this.#waiting) if (now - at > LIFE) this.#waiting.delete(token);
  }
}

/** Folders of the system, where no table of a person lies. A home below one of them is not meant, nor are the sticks of Fedora. */
const SYSTEM_FOLDERS =
  /^\/(bin|boot|dev|etc|lib|lib32|lib64|proc|root|run(?!\/media\/)|sbin|sys|usr|var\/(lib|log|spool|db)|system|library|private\/(etc|var\/(db|log|root)))(\/|$)/i;
/** Shares and paths of devices as well: opening one signs in at another computer, or leads past these names. */
const WINDOWS_FOLDERS = /^(\\\\|[a-z]:\\(windows|program files|program files \(x86\)|programdata)(\\|$))/i;

/**
 * Checks that a path is one of a table that a person may have dropped: a known extension, no hidden file or folder, no
 * folder of the system. Links are followed first.
 *
 * @throws Failure `validation` or `file`
 */
export function tablePath(path: string, platform: NodeJS.Platform, home: string): string {
  if (path.length > 4096 || path.includes('\0') || !(platform === 'win32' ? win32 : posix).isAbsolute(path))
    throw invalid('You dropped something that is not a file on this computer. Save it first, then drop the file.');
  // In this order: asking for the target of a share would already connect to its computer.
  refuseStrange(path, platform, home);
  refuseStrange(targetOf(path), platform, home);
  return path;
}

function refuseStrange(path: string, platform: NodeJS.Platform, home: string): void {
  const { normalize, basename, extname, relative, sep } = platform === 'win32' ? win32 : posix;
  const place = normalize(path);
  const extension = extname(place).slice(1).toLowerCase();
  if (!spreadsheetExtensions.includes(extension))
    throw unusable(
      `"${basename(place).slice(0, 200)}" is no spreadsheet by its ending. Lead Console takes dropped files that end in ${spreadsheetExtensions.map((one) => `.${one}`).join(', ')}. Choose the file with the button instead.`,
      'place',
    );
  const fromHome = relative(home, place);
  const isAtHome = !fromHome.startsWith('..') && !win32.isAbsolute(fromHome) && !posix.isAbsolute(fromHome);
  const parts = (isAtHome ? fromHome : place).split(sep);
  // Windows marks a folder as hidden; Node does not see the mark. That of the programs in a home is the one that counts. A
  // short name could be that of any folder, and who drops a file gives the long one.
  const isHidden = parts.some(
    (part) => part.startsWith('.') || (platform === 'win32' && /^(appdata|[^.]{1,6}~\d)$/i.test(part)),
  );
  const isOfSystem = !isAtHome && (platform === 'win32' ? WINDOWS_FOLDERS : SYSTEM_FOLDERS).test(place);
  if (isHidden || isOfSystem)
    throw unusable(
      'Lead Console takes no dropped file from a hidden folder, from a folder of the system or from a share by its name. Choose the file with the button instead, or copy it to your documents.',
      'place',
    );
}

/** Where the path leads; the path itself when there is nothing. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
