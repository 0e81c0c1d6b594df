import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { useActiveAccount, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { useLastQuery } from '../../lib/last-query.tsx';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { EmptyState, FailureNote, Page, Pane, Panes } from '../../ui/index.ts';
import { breakpoint } from '../../ui/theme/tokens.ts';
import { IconDatabaseExport } from '@tabler/icons-react';
import classes from './ExportPage.module.css';
import { StoppedNote } from './notes/StoppedNote.tsx';
import { PastResults, PastResultsDrawer } from './past-results/PastResults.tsx';
import { EMPTY_QUERY, isSameQuery } from './query/query-model.ts';
import { QueryBuilder } from './query/QueryBuilder.tsx';
import { Result } from './result/Result.tsx';

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
  readonly missing: Parameters<typeof FailureNote>[0]['failure'] | null;
  readonly isReading: boolean;
}

function OpenExport({ summary, missing, isReading }: OpenExportProps) {
  const account = useActiveAccount();
  const [edited, setEdited] = useState<ExportQuery | null>(null);
  const last = useLastQuery();
  const start = useChannelMutation('export:start');
  const cancel = useChannelMutation('export:cancel');
  const isWide = useMediaQuery(`(min-width: ${breakpoint.normal}px)`) !== false;
  const query = edited ?? summary?.query ?? last.query ?? EMPTY_QUERY;
  const isChanged = summary !== null && !isSameQuery(query, summary.query);

  function change(next: ExportQuery): void {
    setEdited(next);
    last.remember(next);
  }

  function fetchLeads(wanted: ExportQuery): void {
    last.remember(wanted);
    start.mutate({ query: wanted }, { onSuccess: (started) => navigate('export', started.id) });
  }

  return (
    <Page
      title="Export"
      windowTitle={summary === null ? 'Export' : `Export ${summary.name}`}
      context={
        summary === null ? null : (
          <>
            <strong className={classes['name']}>{summary.name}</strong>
            {isChanged ? ' • changed' : ''}
          </>
        )
      }
      layout="fill"
    >
      <Panes>
        {isWide && (
          <Pane label="Past results" width={200} ground="sunken">
            <PastResults openId={summary?.id ?? null} />
          </Pane>
        )}
        <Pane label="Export" scroll={false}>
          <QueryBuilder
            query={query.source === 'simple' ? query : EMPTY_QUERY}
            listStyle={account?.dialect.listStyle ?? 'comma'}
            zone={account?.dialect.timeZone}
            isRunning={summary?.state === 'running'}
            isBusy={start.isPending || cancel.isPending}
            results={isWide ? null : <PastResultsDrawer openId={summary?.id ?? null} />}
            onChange={change}
            onFetch={() => fetchLeads(query)}
            onCancel={() => summary !== null && cancel.mutate({ exportId: summary.id })}
          />
          {start.error !== null && (
            <div className={classes['message']}>
              <FailureNote failure={start.error} onRetry={() => fetchLeads(query)} retryLabel="Fetch again" />
            </div>
          )}
          {missing !== null && (
            <div className={classes['message']}>
              <FailureNote failure={missing} />
            </div>
          )}
          {summary?.state === 'partial' && (
            <div className={classes['message']}>
              <StoppedNote
                summary={summary}
                zone={account?.dialect.timeZone}
                onFetchAgain={() => fetchLeads(summary.query)}
              />
            </div>
          )}
          {summary !== null && <Result summary={summary} />}
          {summary === null && !isReading && missing === null && (
            <EmptyState icon={IconDatabaseExport} title="No leads fetched yet">
              Fetch sends one request and shows the leads while they arrive. They stay on this computer until you delete
              them.
            </EmptyState>
          )}
        </Pane>
      </Panes>
    </Page>
  );
}
