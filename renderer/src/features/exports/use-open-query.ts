import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { writtenOf } from '../../../../shared/domain/service/queries/relative-since.ts';
import { isSameQuery } from '../../../../shared/domain/service/queries/same-query.ts';
import { useKeptState } from '../../lib/kept-state.tsx';
import { navigate } from '../../lib/navigation.ts';
import { draftOf, EMPTY_DRAFT, type QueryDraft, queryOf } from '../../lib/query-draft.ts';
import { useStore } from '../../lib/store.ts';

/** What stands in the query builder. */
interface OpenQuery {
  readonly draft: QueryDraft;
  /** The saved query it began as; null: none. */
  readonly savedId: string | null;
  /** The result it belongs to; null: nothing was fetched with it yet. */
  readonly exportId: string | null;
}

export type OpenQueryState = ReturnType<typeof useOpenQuery>;

/**
 * The query in the fields, and the one that it began as.
 *
 * @param summary the result that is open; null: none
 */
export function useOpenQuery(summary: ExportSummary | null, savedQueries: readonly SavedQuery[]) {
  // Null: nothing was edited, opened or fetched yet.
  const last = useKeptState<OpenQuery | null>('query', null);
  const open = useStore(last);
  const current = currentQuery(open, summary, savedQueries);
  const { draft } = current;
  const query = queryOf(draft);
  const saved = savedQueries.find((known) => known.id === current.savedId) ?? null;
  const base = saved?.query ?? (summary === null ? null : writtenOf(summary));
  return {
    draft,
    /** Null: the fields are not a whole query yet. */
    query,
    /** The saved query it began as; null: none. */
    saved,
    /** The query in the fields differs from the saved one, or from that of the result. */
    isChanged: base !== null && (query === null || !isSameQuery(query, base)),
    change: (changed: QueryDraft) => last.set({ ...current, draft: changed }),
    /** Fills the fields with a saved query and closes the result; nothing is sent. */
    open(chosen: SavedQuery): void {
      last.set({ draft: draftOf(chosen.query), savedId: chosen.id, exportId: null });
      navigate('export');
    },
    /** Every field is empty, and no result is open. */
    begin(): void {
      last.set(null);
      navigate('export');
    },
    /** The query in the fields is now this saved one. */
    keptAs(kept: SavedQuery): void {
      const now = last.get();
      // The fields may have been changed while it was saved, or another query opened.
      if (now === open) last.set({ ...current, savedId: kept.id });
      else if (now?.savedId === current.savedId && now.exportId === current.exportId)
        last.set({ ...now, savedId: kept.id });
    },
    /** A result was fetched with the query in the fields. */
    fetched(exportId: string, fetchedDraft: QueryDraft): void {
      last.set({ ...current, draft: fetchedDraft, exportId });
      navigate('export', exportId);
    },
  };
}

/** The query that was edited last, or that of another result that is open. */
function currentQuery(
  open: OpenQuery | null,
  summary: ExportSummary | null,
  savedQueries: readonly SavedQuery[],
): OpenQuery {
  if (open !== null && (summary === null || open.exportId === summary.id)) return open;
  if (summary === null) return { draft: EMPTY_DRAFT, savedId: null, exportId: null };
  const written = writtenOf(summary);
  const saved = savedQueries.find((known) => known.isDamaged !== true && isSameQuery(known.query, written));
  return {
    draft: draftOf(written, summary.windows?.days ?? null),
    savedId: saved?.id ?? null,
    exportId: summary.id,
  };
}
