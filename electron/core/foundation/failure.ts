// Why: decision 0188.
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import { isHeld } from './patient-files.ts';

/**
 * Expected trouble that a person reads. The core throws it and answers `{ ok: false, error }` at its edge. Any other
 * thrown value is a bug: the person reads the code `internal` with the id of its log line.
 */
export class Failure extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'Failure';
    this.error = error;
  }
}

export function notFound(message: string): Failure {
  return new Failure({ code: 'notFound', message });
}

export function invalid(message: string, issues: { path: string; message: string }[] = []): Failure {
  return new Failure({ code: 'validation', message, issues });
}

/** What one field of a form holds cannot be used. */
export function invalidAt(path: string, message: string): Failure {
  return invalid(message, [{ path, message }]);
}

/** A file or a disk of this computer cannot be used. */
export function unusable(message: string, reason: string, cause?: unknown): Failure {
  return new Failure({ code: 'file', reason, message }, { cause });
}

export function cancelled(message = 'Cancelled.'): Failure {
  return new Failure({ code: 'cancelled', message });
}

/** True for the rejection of an aborted signal and for a cancelled call. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof Failure) return error.error.code === 'cancelled';
  return error instanceof Error && error.name === 'AbortError';
}

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** No room for the shared index of a log. The database says so of a full disk, before it has written anything else. */
const SQLITE_IOERR_SHMSIZE = 4874;
const SQLITE_CORRUPT = 11;
/** No right to the folder, no room for another file, too many files open: SQLite does not say which. */
const SQLITE_CANTOPEN = 14;
const SQLITE_NOT_A_DATABASE = 26;

/** A text in a database that the database itself takes for whole cannot be read. */
export class DamagedText extends Error {
  constructor() {
    super('a stored text is damaged');
    this.name = 'DamagedText';
  }
}

/** True when the content of a database is damaged, as after a power cut or on a failing disk. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof DamagedText) return true;
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

/**
 * What kept a database or a file from being written: no room, no right to write, an I/O error, the lock of another program, or
 * the system opened or made none.
 */
export type StorageTrouble = 'full' | 'readOnly' | 'broken' | 'busy' | 'unopened';

/** Null for every other error. Looks at the causes of the error, too, and at both when giving something back failed as well. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  if (error instanceof SuppressedError) return storageTrouble(error.suppressed) ?? storageTrouble(error.error);
  if (!(error instanceof Error)) return null;
  const own =
    'errcode' in error ? ofDatabase(Number(error.errcode)) : 'code' in error ? ofFile(error, error.code) : null;
  return own ?? (error.cause === undefined ? null : storageTrouble(error.cause));
}

/** Whether this computer could not write or read a file, whoever says so. */
export function isOfStorage(error: unknown): boolean {
  return storageTrouble(error) !== null || (error instanceof Failure && error.error.code === 'file');
}

function ofDatabase(errcode: number): StorageTrouble | null {
  if (errcode === SQLITE_IOERR_SHMSIZE) return 'full';
  switch (errcode & 0xff) {
    case SQLITE_FULL:
      return 'full';
    case SQLITE_READONLY:
      return 'readOnly';
    case SQLITE_IOERR:
      return 'broken';
    case SQLITE_BUSY:
      return 'busy';
    case SQLITE_CANTOPEN:
      return 'unopened';
    default:
      return null;
  }
}

function ofFile(error: Error, code: unknown): StorageTrouble | null {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EROFS') return 'readOnly';
  // Only files have a path: a connection may be refused by the same code.
  if ('path' in error && (code === 'EBUSY' || isHeld(error))) return 'busy';
  // A file of another user, as an administrator's command leaves one.
  if ('path' in error && (code === 'EACCES' || code === 'EPERM')) return 'readOnly';
  if ('path' in error && (code === 'EMFILE' || code === 'ENFILE')) return 'unopened';
  return code === 'EIO' ? 'broken' : null;
}

/** Words for people, without a full stop: what happened, and what to do. */
export const STORAGE_WORDS: Readonly<Record<StorageTrouble, { readonly cause: string; readonly remedy: string }>> = {
  full: { cause: 'The disk that holds the data folder is full', remedy: 'Free some space' },
  readOnly: { cause: 'The data folder is read-only', remedy: 'Let your user account write in it' },
  broken: {
    cause: 'The disk that holds the data folder reported an error and could not store this',
    remedy: 'Check the disk',
  },
  unopened: {
    cause: 'A file in the data folder could not be opened or made',
    remedy:
      'Check that the folder is still there, that your user account may write in it, that the disk has room for more files, and that not too many files are open',
  },
  busy: { cause: 'Another program kept the data folder busy for too long', remedy: 'Close it or wait a moment' },
};

function sentenceOf(trouble: StorageTrouble): string {
  const { cause, remedy } = STORAGE_WORDS[trouble];
  return `${cause}. ${remedy}, then try again.`;
}

/** The failure that a person reads. */
export function storageFailure(trouble: StorageTrouble): Failure {
  const reason = trouble === 'full' ? 'diskFull' : 'journal';
  return new Failure({ code: 'file', reason, message: sentenceOf(trouble) });
}

/** Runs `work` and turns what it throws into an outcome. `onBug` logs and answers the id a person can quote. */
export async function toOutcome<Value>(
  work: () => Promise<Value>,
  onBug: (error: unknown) => string,
): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, error: error.error };
    if (isCancellation(error)) return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } };
    const trouble = storageTrouble(error);
    if (trouble !== null) return { ok: false, error: storageFailure(trouble).error };
    const logId = onBug(error);
    return {
      ok: false,
      error: {
        code: 'internal',
        logId,
        message: `Something in Lead Console went wrong. Try again; if it comes back, copy the details (log ${logId}).`,
      },
    };
  }
}

/**
 * The value of an outcome.
 *
 * @throws Failure with the error of the outcome, unchanged
 */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Failure(outcome.error);
  return outcome.value;
}

/** JSON text of what a service sent, at most `limit` characters, so that a hostile answer cannot fill a page. */
export function rawText(value: unknown, limit = 4096): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
