import { Failure } from '../../../foundation/failure.ts';

/** Primary result codes of SQLite that a person can do something about. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

const DISK_FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const DISK_CODES: readonly unknown[] = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'];

/** What a person reads when the journal cannot be written while a job runs. `isExpected`: false for a bug of ours. */
export function journalTrouble(error: unknown): { readonly isExpected: boolean; readonly sentence: string } {
  const found = causeOf(error);
  const tail = 'Lead Console sends no row before the journal has it. Then resume.';
  return found === null
    ? { isExpected: false, sentence: `The journal could not be written. ${tail}` }
    : { isExpected: true, sentence: `${found.cause} ${found.remedy} ${tail}` };
}

/** The failure of a command that could not write to the journal; any other error as it is. */
export function journalFailure(error: unknown): unknown {
  const found = causeOf(error);
  if (found === null) return error;
  const message = `${found.cause} Nothing was changed. ${found.remedy} Then try again.`;
  return new Failure({ code: 'file', reason: 'journal', message }, { cause: error });
}

function causeOf(error: unknown): { readonly cause: string; readonly remedy: string } | null {
  switch (resultCodeOf(error)) {
    case SQLITE_FULL:
      return { cause: 'The disk is full, so the journal could not be written.', remedy: 'Free some space.' };
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return {
        cause: 'The disk could not store the journal.',
        remedy: 'Check that the data folder can be written.',
      };
    case SQLITE_BUSY:
      return {
        cause: 'Another program kept the journal busy for too long.',
        remedy: 'Close it or wait a moment.',
      };
    default:
      return null;
  }
}

/** The witness is a plain file: its trouble has the codes of the operating system. */
function resultCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ('errcode' in error) return Number(error.errcode) & 0xff;
  if (!('code' in error)) return 0;
  if (DISK_FULL_CODES.includes(error.code)) return SQLITE_FULL;
  return DISK_CODES.includes(error.code) ? SQLITE_IOERR : 0;
}
