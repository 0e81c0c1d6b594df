import { cancelled, Failure } from '../../foundation/failure.ts';

/** Why a file cannot be read or written. `message` is for people: what happened, what it means, what to do. */

export type FileTroubleReason =
  | 'missing'
  | 'empty'
  | 'directory'
  | 'binary'
  | 'unreadable'
  | 'noRows'
  | 'encrypted'
  | 'tooLarge'
  | 'truncated'
  | 'bomb'
  | 'unsupported'
  | 'noSheet'
  | 'badChoice'
  | 'changed'
  | 'diskFull'
  | 'exists'
  | 'busy'
  | 'notWritten'
  | 'cancelled';

export class FileTrouble extends Error {
  readonly reason: FileTroubleReason;

  constructor(reason: FileTroubleReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileTrouble';
    this.reason = reason;
  }
}

/** Trouble with a file becomes the failure that reaches the person; any other error passes unchanged. */
export function fileFailure(error: unknown): unknown {
  if (!(error instanceof FileTrouble)) return error;
  if (error.reason === 'cancelled') return cancelled(error.message);
  return new Failure({ code: 'file', message: error.message, reason: error.reason }, { cause: error });
}

export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** The trouble behind an error of the operating system while reading. The message never has the path's folder. */
export function readingTrouble(error: unknown, name: string): FileTrouble {
  if (error instanceof FileTrouble) return error;
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileTrouble(
        'missing',
        `There is no file "${name}". It may have been moved or renamed. Choose the file again.`,
      );
    case 'EISDIR':
      return new FileTrouble('directory', `"${name}" is a folder, not a file. Choose the spreadsheet inside it.`);
    case 'EACCES':
    case 'EPERM':
      return new FileTrouble(
        'unreadable',
        `This user account is not allowed to read "${name}". Change its permissions, or copy it to a folder of your own and choose the copy.`,
      );
    case 'EBUSY':
      return new FileTrouble(
        'unreadable',
        `Another program has locked "${name}". Close the file there and choose it again.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull();
    default:
      return new FileTrouble(
        'unreadable',
        `"${name}" could not be read: the computer reported an error. Copy the file to another folder and choose the copy.`,
      );
  }
}

/** The trouble behind an error of the operating system while writing `name`. */
export function writingTrouble(error: unknown, name: string): FileTrouble {
  if (error instanceof FileTrouble) return error;
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(name);
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileTrouble(
        'missing',
        `The folder for "${name}" does not exist. Nothing was written. Choose another folder.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new FileTrouble(
        'notWritten',
        `This user account is not allowed to write "${name}". Nothing was written. Choose another folder.`,
      );
    case 'ENAMETOOLONG':
      return new FileTrouble(
        'notWritten',
        `The name "${name}" is too long for this disk. Nothing was written. Choose a shorter name.`,
      );
    case 'EBUSY':
      return openElsewhere(name);
    case 'EISDIR':
      return new FileTrouble('directory', `"${name}" is a folder. Nothing was written. Choose a file name.`);
    default:
      return new FileTrouble(
        'notWritten',
        `"${name}" could not be written: the computer reported an error. Nothing was changed. Choose another folder and try again.`,
      );
  }
}

/** The file that was to be replaced is open: on Windows nobody else can replace it then. */
export function openElsewhere(name: string): FileTrouble {
  return new FileTrouble(
    'busy',
    `"${name}" is open in another program, for example Excel. It was not changed. Close it there, then try again.`,
  );
}

/** A file that was just written reads as something else. */
export function notWhole(): FileTrouble {
  return new FileTrouble('notWritten', 'The file that was written is not whole. Save again, or choose another disk.');
}

function diskFull(name?: string): FileTrouble {
  const what = name === undefined ? 'The disk is full.' : `"${name}" was not written: the disk is full.`;
  return new FileTrouble(
    'diskFull',
    `${what} The unfinished file was removed and nothing else was touched. Free some space, or choose another disk.`,
  );
}
