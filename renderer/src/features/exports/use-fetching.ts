import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { writtenOf } from '../../../../shared/domain/service/queries/relative-since.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { canBeSplit } from '../../../../shared/domain/service/queries/export-windows.ts';
import { draftOf, type QueryDraft, queryOf } from '../../lib/query-draft.ts';
import { useExportKeys } from './use-export-keys.ts';
import type { OpenQueryState } from './use-open-query.ts';

/** Starting and cancelling, by button and by key. */
export function useFetching(summary: ExportSummary | null, open: OpenQueryState, isSignedIn: boolean) {
  const start = useChannelMutation('export:start');
  const cancelling = useChannelMutation('export:cancel');
  const isBusy = start.isPending || cancelling.isPending;
  const isRunning = summary?.state === 'running';
  const canFetch = isSignedIn && !isRunning && !isBusy && open.query !== null;

  function fetchLeads(draft: QueryDraft, name = open.isChanged ? undefined : open.saved?.name): void {
    const query = queryOf(draft);
    if (query === null) return;
    start.mutate(
      { query, windowDays: canBeSplit(query) ? draft.windowDays : null, name },
      { onSuccess: (started) => open.fetched(started.id, draft) },
    );
  }

  function cancel(): void {
    if (summary !== null) cancelling.mutate({ exportId: summary.id });
  }

  useExportKeys({
    fetchLeads: canFetch ? () => fetchLeads(open.draft) : null,
    cancel: isRunning && !isBusy ? cancel : null,
  });
  return {
    isRunning,
    isBusy,
    canFetch,
    error: start.error ?? cancelling.error,
    fetchLeads,
    /** The query of a result once more, whatever the fields say now. */
    fetchAgain: (result: ExportSummary, windowDays: number | null) =>
      fetchLeads(draftOf(writtenOf(result), windowDays), result.name),
    cancel,
  };
}
