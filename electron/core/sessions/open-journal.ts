import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Failure, isDamaged, STORAGE_WORDS, storageTrouble, unusable } from '../foundation/failure.ts';
import { openDurable, secureLog } from '../storage/database.ts';
import { removeOldCopies } from '../storage/kept-copies.ts';
import { isAnyHeld, type Lease, takeLease } from '../storage/lease.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';
import { isHalfRebuilt, isWhole, rebuild } from '../storage/rebuild.ts';
import { wrongKindIn } from '../storage/wrong-kinds.ts';
import { type AccountHold, HOLD } from './account-hold.ts';

/** What every feature keeps in the folder of an account: refused here, before one of them is half open. */
const NAMES = {
  files: ['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite-shm', 'sent.log', 'connection-test.json', HOLD],
  folders: ['results', 'reading', 'locks'],
};

export interface OpenJournal {
  readonly journal: DatabaseSync;
  /** The name of the damaged journal that was set aside; missing when the journal is whole. */
  readonly setAside?: string;
}

/**
 * Opens the journal of an account. A damaged one is set aside, and a new one is made from what is whole in it.
 *
 * @param now Unix milliseconds
 * @param hold of this program on the account; null where the folder takes no lease
 * @throws Failure `file`
 */
export function openJournal(folder: string, now: number, hold: AccountHold | null): OpenJournal {
  try {
    const wrong =
      wrongKindIn(dirname(folder), { files: [], folders: [basename(folder)] }) ?? wrongKindIn(folder, NAMES);
    if (wrong !== null) throw unusable(wrong, 'journal');
    makeOwnFolder(folder);
    removeOldCopies(folder, now);
    const path = join(folder, 'journal.sqlite');
    const journal = openWhole(path);
    if (journal !== null) return { journal };
    using _alone = leaseToRebuild(folder, hold);
    // Another program may have built it anew since.
    const rebuilt = openWhole(path);
    if (rebuilt !== null) return { journal: rebuilt };
    const setAside = rebuild(path, new Date(now).toISOString().replace(/[:.]/g, '-'));
    return { journal: openDurable(path), setAside };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unusable(notOpened(folder, error), 'journal', error);
  }
}

/** For a person: why a journal could not be opened, and what to do. */
export function notOpened(folder: string, error: unknown): string {
  const trouble = storageTrouble(error);
  const detail = error instanceof Error ? error.message : String(error);
  const { cause, remedy } =
    trouble === null ? { cause: detail, remedy: 'Check that the folder can be written' } : STORAGE_WORDS[trouble];
  return `The journal in ${folder} could not be opened: ${cause}. Nothing is sent without it, so that no lead is sent twice. ${remedy}, then try again.`;
}

/** Null when the journal is damaged, or was not put in its place. */
function openWhole(path: string): DatabaseSync | null {
  if (isHalfRebuilt(path)) return null;
  let journal: DatabaseSync | null = null;
  try {
    journal = openDurable(path);
    if (isWhole(journal)) {
      secureLog(journal);
      return journal;
    }
  } catch (error) {
    if (!isDamaged(error)) {
      journal?.close();
      throw error;
    }
  }
  journal?.close();
  return null;
}

/**
 * The journal of a program that has it open, also one that only waits for a person, or builds it anew, is not taken away from
 * under it: what that program wrote from then on would be in no journal that others read.
 */
function leaseToRebuild(folder: string, hold: AccountHold | null): Lease {
  const locks = join(folder, 'locks');
  using taken = new DisposableStack();
  const lease = taken.use(isAnyHeld(locks) ? null : takeLease(join(locks, 'rebuild.sqlite')));
  const isAlone = lease !== null && (hold === null || taken.use(hold.takeAlone()) !== null);
  if (isAlone) return taken.move();
  throw unusable(
    `The journal in ${folder} is damaged, and another Lead Console works with it. Close that one first; then the journal is built anew from what is whole.`,
    'journal',
  );
}
