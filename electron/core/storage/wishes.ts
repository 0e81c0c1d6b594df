import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../foundation/ports.ts';
import { migrate } from './database.ts';

const STEPS = [
  `CREATE TABLE wish (
     kind TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, id)
   ) STRICT, WITHOUT ROWID`,
];

/** Milliseconds after which nobody waits for a wish any more: its program was killed. */
const FORGOTTEN = 60 * 60_000;

/** What programs wish of work that another program owns: that it lets go. */
export interface Wishes {
  leave(id: string): void;
  has(id: string): boolean;
  forget(id: string): void;
}

/** Wishes in the account's journal, the only place that all programs of this computer read. @param kind of work */
export function journalWishes(journal: DatabaseSync, kind: string, clock: Clock): Wishes {
  migrate(journal, 'wishes', STEPS);
  const find = journal.prepare('SELECT 1 FROM wish WHERE kind = ? AND id = ?');
  const has = (id: string) => find.get(kind, id) !== undefined;
  return {
    leave(id) {
      if (has(id)) return;
      const now = clock.wallNow();
      journal.prepare('DELETE FROM wish WHERE at < ?').run(now - FORGOTTEN);
      journal.prepare('INSERT OR REPLACE INTO wish (kind, id, at) VALUES (?, ?, ?)').run(kind, id, now);
    },
    has,
    forget(id) {
      // Writes nothing when there is nothing to forget: work begins on a full disk, too.
      if (has(id)) journal.prepare('DELETE FROM wish WHERE kind = ? AND id = ?').run(kind, id);
    },
  };
}
