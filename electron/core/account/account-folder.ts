// Why: decision 0185.
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { patiently, removeFolder } from '../foundation/patient-files.ts';
import { type Failure, invalid, isDamaged } from '../foundation/failure.ts';
import { endHold, HOLD, takeAccount } from '../sessions/account-hold.ts';
import { isAnyHeld, type Lease } from '../storage/lease.ts';

/**
 * Until it is disposed of, nobody opens the account; its own session is closed.
 *
 * @throws Failure `validation` while another program has it open, or sends or fetches something for it
 */
export function takeUnused(folder: string): Lease {
  using held = new DisposableStack();
  const account = takeAccount(folder);
  if (account === null) throw usedElsewhere();
  held.use(account);
  if (isAnyHeld(join(folder, 'locks'))) throw usedElsewhere();
  return held.move();
}

function usedElsewhere(): Failure {
  return invalid(
    'Another Lead Console on this computer works with this account: the app, or a scheduled run. Nothing was removed. Wait until it ends, or end it, then remove the account.',
  );
}

/** Ids of the jobs in the account's journal; none of a journal that is missing or damaged. */
export function jobIdsIn(folder: string): string[] {
  return idsIn(folder, 'import_job', 'id');
}

/** Whether its journal knows of a team. */
export function isInTeam(folder: string): boolean {
  return idsIn(folder, 'team_self', 'team').length > 0;
}

function idsIn(folder: string, table: string, column: string): string[] {
  const path = join(folder, 'journal.sqlite');
  if (!existsSync(path)) return [];
  try {
    using journal = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const isThere = journal.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
    if (!isThere) return [];
    return journal
      .prepare(`SELECT ${column} AS id FROM ${table}`)
      .all()
      .map(({ id }) => String(id));
  } catch (error) {
    if (isDamaged(error)) return [];
    throw error;
  }
}

/** Journal, record of what was sent, results, queries, connection test: all that was kept for the account. */
export function removeAccountFolder(folder: string, unused: Lease): void {
  // The lease goes last: a program that opened the account before that would write into files that are gone.
  for (const name of readdirSync(folder)) if (!name.startsWith(HOLD)) removeFolder(join(folder, name));
  endHold(folder, unused);
  try {
    patiently(() => rmdirSync(folder));
  } catch {
    // Another program has begun it anew.
  }
}
