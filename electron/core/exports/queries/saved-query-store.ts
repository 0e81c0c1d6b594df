import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { writtenQuerySchema } from '../../../../shared/contract/exports/queries.ts';
import type { SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { UNREADABLE_QUERY } from './unreadable-query.ts';
import { nameKey } from '../../../../shared/domain/words/fold-text.ts';

const STEPS = [
  `CREATE TABLE saved_query (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, query TEXT NOT NULL,
     saved_at INTEGER NOT NULL
   ) STRICT`,
] as const;

/** Named queries in the account's journal. Names that differ only in case are the same name. */
export class SavedQueryStore {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'queries', STEPS);
    this.#journal = journal;
  }

  /** By name. */
  all(): SavedQuery[] {
    return this.#journal.prepare('SELECT * FROM saved_query ORDER BY name_key').all().map(decode);
  }

  find(id: string): SavedQuery | undefined {
    const row = this.#journal.prepare('SELECT * FROM saved_query WHERE id = ?').get(id);
    return row && decode(row);
  }

  named(name: string): SavedQuery | undefined {
    const row = this.#journal.prepare('SELECT * FROM saved_query WHERE name_key = ?').get(nameKey(name));
    return row && decode(row);
  }

  /** Adds it, or replaces the one of its id. */
  save({ id, name, query, savedAt }: SavedQuery): void {
    this.#journal
      .prepare(
        `INSERT INTO saved_query (id, name, name_key, query, saved_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
           query = excluded.query, saved_at = excluded.saved_at`,
      )
      .run(id, name, nameKey(name), JSON.stringify(query), savedAt);
  }

  remove(id: string): void {
    this.#journal.prepare('DELETE FROM saved_query WHERE id = ?').run(id);
  }
}

function decode(row: Record<string, SQLOutputValue>): SavedQuery {
  const query = storedJson(writtenQuerySchema, row['query']);
  const named = { id: String(row['id']), name: String(row['name']), savedAt: Number(row['saved_at']) };
  return query === null ? { ...named, query: UNREADABLE_QUERY, isDamaged: true } : { ...named, query };
}
