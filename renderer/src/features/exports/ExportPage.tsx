import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDatabaseExport } from '@tabler/icons-react';
import { dialectSchema } from '../../../../shared/contract/account/account.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { type CallError, useActiveAccount, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { draftOf, isSameQuery, type QueryDraft, queryOf } from '../../lib/query-draft.ts';
import { EmptyState, FailureNote, Page, Pane, Panes } from '../../ui/index.ts';
import { breakpoint } from '../../ui/theme/tokens.ts';
import classes from './ExportPage.module.css';
import { QueriesDrawer, QueriesPane } from './QueriesPane.tsx';
import { ResultNotes } from './notes/ResultNotes.tsx';
import { usedNames } from './query/query-model.ts';
import { QueryBuilder } from './query/QueryBuilder.tsx';
import { Result } from './result/Result.tsx';
import { SaveQuery } from './saved-queries/SaveQuery.tsx';
import { useExportKeys } from './use-export-keys.ts';
import { type OpenQueryState, useOpenQuery } from './use-open-query.ts';

/** Until the account is read. */
const USUAL_DIALECT = dialectSchema.parse({});

/** Leads of the service: the query and its result. */
export function ExportPage() {
  const { id } = usePlace();
  const { data: opened, error } = useChannel('export:get', { exportId: id ?? '-' }, { enabled: id !== null });
  const summary = id === null ? null : (opened ?? null);
  return (
    <OpenExport
      key={id ?? 'new'}
      summary={summary}
      missing={error}
      isReading={id !== null && opened === undefined && error === null}
    />
  );
}

interface OpenExportProps {
  readonly summary: ExportSummary | null;
  readonly missing: CallError | null;
  readonly isReading: boolean;
}

function OpenExport({ summary, missing, isReading }: OpenExportProps) {
  const saved = useChannel('query:list', {});
  const past = useChannel('export:list', {});
  const open = useOpenQuery(summary, saved.data?.queries ?? []);
  const work = useFetching(summary, open);
  const isWide = useMediaQuery(`(min-width: ${breakpoint.normal}px)`) !== false;
  const account = useActiveAccount();
  const results = past.data?.exports ?? [];
  const queries = { summary, open };

  return (
    <Page
      title="Export"
      windowTitle={summary === null ? 'Export' : `Export ${summary.name}`}
      context={<OpenName name={open.saved?.name ?? summary?.name ?? null} isChanged={open.isChanged} />}
      actions={
        <SaveQuery
          query={open.query}
          saved={open.saved}
          isChanged={open.isChanged}
          suggestedName={open.saved?.name ?? summary?.name ?? ''}
          onSaved={open.keptAs}
        />
      }
      layout="fill"
    >
      <Panes>
        {isWide && (
          <Pane label="Saved queries and past results" width={200} ground="sunken">
            <QueriesPane {...queries} />
          </Pane>
        )}
        <Pane label="Export" scroll={false}>
          <QueryBuilder
            draft={open.draft}
            dialect={account?.dialect ?? USUAL_DIALECT}
            used={usedBefore(results, saved.data?.queries ?? [])}
            isRunning={summary?.state === 'running'}
            isBusy={work.isBusy}
            queries={isWide ? null : <QueriesDrawer {...queries} />}
            onChange={open.change}
            onFetch={() => work.fetchLeads(open.draft)}
            onCancel={work.cancel}
          />
          <Failures failures={[work.error, missing]} onFetchAgain={() => work.fetchLeads(open.draft)} />
          {summary !== null && <ResultNotes summary={summary} onFetch={(days) => work.fetchAgain(summary, days)} />}
          {summary !== null && <Result summary={summary} />}
          {summary === null && !isReading && missing === null && <NoResult open={open} results={results} />}
        </Pane>
      </Panes>
    </Page>
  );
}

/** Starting and cancelling, by button and by key. */
function useFetching(summary: ExportSummary | null, open: OpenQueryState) {
  const start = useChannelMutation('export:start');
  const cancelling = useChannelMutation('export:cancel');
  const isBusy = start.isPending || cancelling.isPending;
  const isRunning = summary?.state === 'running';

  function fetchLeads(draft: QueryDraft, name = open.isChanged ? undefined : open.saved?.name): void {
    const query = queryOf(draft);
    if (query === null) return;
    start.mutate(
      { query, windowDays: query.modifiedFrom === null ? null : draft.windowDays, name },
      { onSuccess: (started) => open.fetched(started.id, draft) },
    );
  }

  function cancel(): void {
    if (summary !== null) cancelling.mutate({ exportId: summary.id });
  }

  useExportKeys({
    fetchLeads: isRunning || isBusy || open.query === null ? null : () => fetchLeads(open.draft),
    cancel: isRunning && !isBusy ? cancel : null,
  });
  return {
    isBusy,
    error: start.error ?? cancelling.error,
    fetchLeads,
    /** The query of a result once more, whatever the fields say now. */
    fetchAgain: (result: ExportSummary, windowDays: number | null) =>
      fetchLeads(draftOf(result.query, windowDays), result.name),
    cancel,
  };
}

function OpenName({ name, isChanged }: { readonly name: string | null; readonly isChanged: boolean }) {
  if (name === null) return null;
  return (
    <>
      <strong className={classes['name']} dir="auto" title={name}>
        {name}
      </strong>
      {isChanged && <span className={classes['changed']}>• changed</span>}
    </>
  );
}

interface FailuresProps {
  readonly failures: readonly (CallError | null)[];
  readonly onFetchAgain: () => void;
}

function Failures({ failures: [fetching, opening], onFetchAgain }: FailuresProps) {
  return (
    <>
      {fetching != null && (
        <div className={classes['message']}>
          <FailureNote failure={fetching} onRetry={onFetchAgain} retryLabel="Fetch again" />
        </div>
      )}
      {opening != null && (
        <div className={classes['message']}>
          <FailureNote failure={opening} />
        </div>
      )}
    </>
  );
}

/** Nothing was fetched with what stands in the fields, or not in this window. */
function NoResult({ open, results }: { readonly open: OpenQueryState; readonly results: readonly ExportSummary[] }) {
  const account = useActiveAccount();
  const { query } = open;
  const latest = results
    .filter((result) => query !== null && isSameQuery(result.query, query))
    .sort((one, other) => other.startedAt - one.startedAt)[0];
  if (latest === undefined)
    return (
      <EmptyState icon={IconDatabaseExport} title="No leads fetched yet">
        Fetch sends the request above and shows the leads while they arrive. They stay on this computer until you delete
        them.
      </EmptyState>
    );
  const at = `${format.date(latest.startedAt, account?.dialect.timeZone)} ${format.time(latest.startedAt, account?.dialect.timeZone)}`;
  return (
    <EmptyState
      icon={IconDatabaseExport}
      title={`Fetched last on ${at}`}
      action={
        <Button variant="default" onClick={() => navigate('export', latest.id)}>
          Open these {format.count(latest.rows, { one: '# lead', other: '# leads' })}
        </Button>
      }
    >
      That result is on this computer and opens without a request. Fetch asks the service again.
    </EmptyState>
  );
}

function usedBefore(results: readonly ExportSummary[], saved: readonly { readonly query: ExportSummary['query'] }[]) {
  const queries = [...results, ...saved].map(({ query }) => query);
  return {
    searches: usedNames(queries.flatMap((query) => (query.source === 'search' ? query.searchName : []))),
    projects: usedNames(queries.flatMap((query) => (query.source === 'search' ? [] : query.projects))),
  };
}
