import type { DatabaseSync } from 'node:sqlite';
import { keptViewSchema, type KeptView, type SavedView } from '../../../../shared/contract/exports/kept-views.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { nameKey } from '../../../../shared/domain/words/fold-text.ts';

const STEPS = [
  // A filter may hold what a lead says, so a view that was left goes with its result.
  `CREATE TABLE left_view (
     export_id TEXT PRIMARY KEY REFERENCES export (id) ON DELETE CASCADE, view TEXT NOT NULL, left_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE saved_view (
     name_key TEXT PRIMARY KEY, name TEXT NOT NULL, view TEXT NOT NULL, saved_at INTEGER NOT NULL
   ) STRICT`,
  `ALTER TABLE left_view ADD COLUMN query_key TEXT NOT NULL DEFAULT ''`,
];

const EMPTY_VIEW: KeptView = { columns: [], sort: [], filters: [], find: '', onlyHits: false, question: null };

/**
 * Views that an account keeps, in its journal: those with a name, and the one in which each result was left. Open the
 * records of the exports first: their table is referred to.
 */
export function createKeptViews(journal: DatabaseSync) {
  migrate(journal, 'kept-views', STEPS);
  return {
    saved: (): SavedView[] =>
      journal
        .prepare('SELECT name, view, saved_at FROM saved_view ORDER BY name_key')
        .all()
        .map((row) => {
          const view = decode(row['view']);
          const named = { name: String(row['name']), savedAt: Number(row['saved_at']) };
          return view === null ? { ...named, view: EMPTY_VIEW, isDamaged: true } : { ...named, view };
        }),

    save(name: string, view: KeptView, at: number): void {
      journal
        .prepare(
          `INSERT INTO saved_view (name_key, name, view, saved_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (name_key) DO UPDATE SET name = excluded.name, view = excluded.view, saved_at = excluded.saved_at`,
        )
        .run(nameKey(name), name, JSON.stringify(view), at);
    },

    remove(name: string): void {
      journal.prepare('DELETE FROM saved_view WHERE name_key = ?').run(nameKey(name));
    },

    isSaved: (name: string): boolean =>
      journal.prepare('SELECT 1 FROM saved_view WHERE name_key = ?').get(nameKey(name)) !== undefined,

    /**
     * As the result was left; else the columns that were left last in a result of such a query. Damaged ones count as none.
     *
     * @param query of the result; null when it is gone
     */
    left(exportId: string, query: ExportQuery | null): KeptView | null {
      const own = journal.prepare('SELECT view FROM left_view WHERE export_id = ?').get(exportId);
      const left = own === undefined ? null : decode(own['view']);
      if (left !== null) return left;
      if (query === null) return null;
      const last = journal
        .prepare('SELECT view FROM left_view WHERE query_key = ? ORDER BY left_at DESC LIMIT 1')
        .get(queryKey(query));
      const columns = last === undefined ? undefined : decode(last['view'])?.columns;
      return columns === undefined ? null : { ...EMPTY_VIEW, columns };
    },

    leave(exportId: string, query: ExportQuery, view: KeptView, at: number): void {
      journal
        .prepare(
          `INSERT INTO left_view (export_id, query_key, view, left_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (export_id) DO UPDATE SET view = excluded.view, left_at = excluded.left_at`,
        )
        .run(exportId, queryKey(query), JSON.stringify(view), at);
    },
  };
}

/** The same for queries whose results have the same columns: of the same campaigns, whatever their time and status. */
function queryKey(query: ExportQuery): string {
  return JSON.stringify(
    query.source === 'search'
      ? [query.source, query.searchName.toLowerCase(), query.project?.toLowerCase() ?? null]
      : [query.source, query.projects.map((project) => project.toLowerCase()).sort()],
  );
}

function decode(view: unknown): KeptView | null {
  return storedJson(keptViewSchema, view);
}
