import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { writtenOf } from '../../../../shared/domain/service/queries/relative-since.ts';
import { isSameQuery } from '../../../../shared/domain/service/queries/same-query.ts';
import { type OpenQuery, useLastQuery } from '../../lib/last-query.tsx';
import { navigate } from '../../lib/navigation.ts';
import { draftOf, EMPTY_DRAFT, type QueryDraft, queryOf } from '../../lib/query-draft.ts';

export type OpenQueryState = ReturnType<typeof useOpenQuery>;

/**
 * The query in the fields, and the one that it began as.
 *
 * @param summary the result that is open; null: none
 */
export function useOpenQuery(summary: ExportSummary | null, savedQueries: readonly SavedQuery[]) {
  const last = useLastQuery();
  const current = currentQuery(last.open, summary, savedQueries);
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
    change: (changed: QueryDraft) => last.remember({ ...current, draft: changed }),
    /** Fills the fields with a saved query and closes the result; nothing is sent. */
    open(chosen: SavedQuery): void {
      last.remember({ draft: draftOf(chosen.query), savedId: chosen.id, exportId: null });
      navigate('export');
    },
    /** Every field is empty, and no result is open. */
    begin(): void {
      last.remember(null);
      navigate('export');
    },
    /** The query in the fields is now this saved one. */
    keptAs: (kept: SavedQuery) =>
      last.remember((now) => {
        if (now === last.open) return { ...current, savedId: kept.id };
        // The fields were changed while it was saved, or another query was opened.
        const isSame = now?.savedId === current.savedId && now.exportId === current.exportId;
        return isSame ? { ...now, savedId: kept.id } : now;
      }),
    /** A result was fetched with the query in the fields. */
    fetched(exportId: string, fetchedDraft: QueryDraft): void {
      last.remember({ ...current, draft: fetchedDraft, exportId });
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
