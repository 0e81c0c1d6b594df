import { basename } from 'node:path';
import { Failure, STORAGE_WORDS, type StorageTrouble, storageTrouble } from '../../../../foundation/failure.ts';
import { isHeld } from '../../../../foundation/patient-files.ts';
import { WITNESS_FILE } from '../../witness/witness.ts';

/** The witness is a plain file that another owner, or too many open files, may keep from being written. */
const NOT_ALLOWED: readonly unknown[] = ['EACCES', 'EPERM'];
/** A folder, for which Windows says EPERM, or a link. */
const NO_FILE: readonly unknown[] = ['EISDIR', 'ELOOP'];
const TOO_MANY_OPEN: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** What a person reads when the journal cannot be written while a job runs. `isExpected`: false for a bug of ours. */
export function journalTrouble(error: unknown): { readonly isExpected: boolean; readonly sentence: string } {
  const found = causeOf(error);
  const tail = 'Lead Console sends no row before the journal has it. Then resume.';
  return found === null
    ? { isExpected: false, sentence: `The journal could not be written. ${tail}` }
    : { isExpected: true, sentence: `${found.cause} ${found.remedy} ${tail}` };
}

/** What a person reads when a run is over and the journal did not take what became of its last rows. */
export function endTrouble(error: unknown): ReturnType<typeof journalTrouble> {
  const found = causeOf(error);
  const tail = 'The end of this import is not written yet: Lead Console tries again every few seconds.';
  return found === null
    ? { isExpected: false, sentence: `The journal could not be written. ${tail}` }
    : { isExpected: true, sentence: `${found.cause} ${tail} ${found.remedy}` };
}

/** Whether a person is told by a failure, or the disk does not take more: nothing that a log calls a bug. */
export function isExpectedTrouble(error: unknown): boolean {
  return error instanceof Failure || journalTrouble(error).isExpected;
}

/** The failure of a command that could not write to the journal; any other error as it is. */
export const journalFailure = failingWith('Nothing was changed.', 'Then try again.');

/** The failure of a command that put rows into the queue, and could not let the import run; any other error as it is. */
export const queueFailure = failingWith(
  'The rows are in the queue, but the import could not go on.',
  'Then resume it.',
);

/** The failure of a removal that took the job away and could not remove all its rows; any other error as it is. */
export const removalFailure = failingWith(
  'The import is deleted, but not all of its rows are removed from the disk yet.',
  'The next start of Lead Console removes them.',
);

/** The failure of a stop after which nothing is sent, and not all rows are skipped yet; any other error as it is. */
export const stopFailure = failingWith(
  'The import is stopped and sends nothing more, but not all of its rows are marked as skipped yet.',
  'Lead Console goes on with that.',
);

/** The failure of a start whose job the journal has, but could not begin to run; any other error as it is. */
export function beginFailure(error: unknown): unknown {
  const state = 'The import is in the list of imports, and none of its rows was sent.';
  return failureOf(error, state, 'Then resume it there.');
}

/** @param state of the import, in a sentence. @param then what follows the remedy */
function failingWith(state: string, then: string): (error: unknown) => unknown {
  return (error) => (error instanceof Failure ? error : failureOf(error, state, then));
}

function failureOf(error: unknown, state: string, then: string): unknown {
  const found = causeOf(error);
  if (found === null) return error;
  const message = `${found.cause} ${state} ${found.remedy} ${then}`;
  return new Failure({ code: 'file', reason: 'journal', message }, { cause: error });
}

function causeOf(error: unknown): { readonly cause: string; readonly remedy: string } | null {
  switch (witnessTrouble(error) ?? storageTrouble(error)) {
    case 'full':
      return { cause: 'The disk is full, so the journal could not be written.', remedy: 'Free some space.' };
    case 'broken':
      return {
        cause: 'The disk could not store the journal: it reported an error.',
        remedy: 'Check the disk.',
      };
    case 'readOnly':
      return {
        cause: 'The journal could not be written: the data folder is read-only for this user account.',
        remedy: 'Make it writable.',
      };
    case 'busy':
      return {
        cause: 'Another program kept the journal busy for too long.',
        remedy: 'Close it or wait a moment.',
      };
    case 'held':
      return {
        cause:
          'The record of what was sent (sent.log) could not be written: another program holds it, such as a virus scanner or a backup, or this user account may not write it.',
        remedy: 'Close that program, or wait a moment.',
      };
    case 'noFile':
      return {
        cause: 'The record of what was sent (sent.log) could not be written: a folder or a link stands in its place.',
        remedy: 'Move it to another place.',
      };
    case 'gone':
      return {
        cause:
          'The record of what was sent (sent.log) could not be written: its folder was removed or renamed, or its disk was taken out.',
        remedy: 'Put it back where it was.',
      };
    case 'unopened':
      return {
        cause: 'The journal could not be written: a file in the data folder could not be opened or made.',
        remedy: `${STORAGE_WORDS.unopened.remedy}.`,
      };
    case 'tooManyOpen':
      return {
        cause: 'The journal could not be written: too many files are open on this computer.',
        remedy: 'Close other programs.',
      };
    default:
      return null;
  }
}

function witnessTrouble(error: unknown): StorageTrouble | 'noFile' | 'held' | 'tooManyOpen' | 'gone' | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  // The file itself is begun when it is not there; a folder is not.
  if (error.code === 'ENOENT' && 'path' in error && basename(String(error.path)) === WITNESS_FILE) return 'gone';
  if (isHeld(error)) return 'held';
  if (NO_FILE.includes(error.code)) return 'noFile';
  if (NOT_ALLOWED.includes(error.code)) return 'readOnly';
  return TOO_MANY_OPEN.includes(error.code) ? 'tooManyOpen' : null;
}
