import { OwnedWork } from '../storage/owned-work.ts';
import { journalWishes, type Wishes } from '../storage/wishes.ts';
import type { FeatureServices } from './feature.ts';
import type { AccountSession } from './session.ts';

/**
 * Work of one kind in an account, each piece of which one program owns at a time.
 *
 * @param saysElsewhere for a person: another program does it, and what to do about that
 * @param wishes where what others wish of it stands; left out: beside each other in the journal
 */
export function accountWork(
  { clock, log }: Pick<FeatureServices, 'clock' | 'log'>,
  { folder, journal }: Pick<AccountSession, 'folder' | 'journal'>,
  kind: string,
  saysElsewhere: string,
  wishes: Wishes = journalWishes(journal, kind, clock),
): OwnedWork {
  return new OwnedWork({ kind, folder, wishes, clock, log, saysElsewhere });
}
