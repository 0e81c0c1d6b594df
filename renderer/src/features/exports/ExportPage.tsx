import { Fragment, useState } from 'react';
import { type AccountSummary, dialectSchema } from '../../../../shared/contract/account/account.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { type CallError, useActiveAccount, useChannel, useEvent } from '../../bridge/index.ts';
import { parseComparePlace } from '../../lib/compare-place.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { FailureNote, Page, Pane, Panes, toast } from '../../ui/index.ts';
import { useIsAtLeast } from '../../ui/layout/window-width.ts';
import { breakpoint } from '../../ui/theme/tokens.ts';
import { CompareButton } from './compare/CompareButton.tsx';
import { ComparePage } from './compare/ComparePage.tsx';
import classes from './ExportPage.module.css';
import { NoResult } from './NoResult.tsx';
import { QueriesDrawer, QueriesPane } from './QueriesPane.tsx';
import { ResultNotes } from './notes/ResultNotes.tsx';
import { titlesOf } from './view/column-names.ts';
import { usedNames } from './query/query-model.ts';
import { FetchAction } from './query/FetchAction.tsx';
import { QueryBuilder } from './query/QueryBuilder.tsx';
import { RefreshButton } from './refresh/RefreshButton.tsx';
import { RefreshNote } from './refresh/RefreshNote.tsx';
import { Result } from './result/Result.tsx';
import { SaveQuery } from './saved-queries/SaveQuery.tsx';
import { SignInToFetch } from './SignInToFetch.tsx';
import type { KeptColumn } from './explore/use-side-panel.ts';
import { useFetching } from './use-fetching.ts';
import { useFolding } from './query/use-folding.ts';
import { type OpenQueryState, useOpenQuery } from './use-open-query.ts';

/** Until the account is read. */
const USUAL_DIALECT = dialectSchema.parse({});

/** Leads of the service: the query and its result. */
export function ExportPage() {
  const { id } = usePlace();
  const compared = parseComparePlace(id);
  return compared === null ? <ExportById id={id} /> : <ComparePage {...compared} />;
}

function ExportById({ id }: { readonly id: string | null }) {
  const [path, keep] = useState<string | null>(null);
  useEvent('export:removed', ({ exportId }) => {
    if (exportId !== id) return;
    navigate('export', null, { replace: true });
    toast(`The result${opened === undefined ? '' : ` “${opened.name}”`} was deleted.`, null);
  });
  const { data: opened, error } = useChannel('export:get', { exportId: id ?? '-' }, { enabled: id !== null });
  const summary = id === null ? null : (opened ?? null);
  return (
    <OpenExport
      id={id ?? 'new'}
      summary={summary}
      missing={error}
      keptColumn={{ path, keep }}
      isReading={id !== null && opened === undefined && error === null}
    />
  );
}

interface OpenExportProps {
  /** What belongs to one result begins anew with the next one; the lists beside it stay as they are. */
  readonly id: string;
  readonly summary: ExportSummary | null;
  readonly missing: CallError | null;
  readonly keptColumn: KeptColumn;
  readonly isReading: boolean;
}

function OpenExport({ id, ...shown }: OpenExportProps) {
  const { summary } = shown;
  const saved = useChannel('query:list', {});
  const past = useChannel('export:list', {});
  const open = useOpenQuery(summary, saved.data?.queries ?? []);
  const isWide = useIsAtLeast(breakpoint.normal);
  const account = useActiveAccount();

  return (
    <Page
      title="Export"
      windowTitle={summary === null ? 'Export' : `Export ${summary.name}`}
      context={<OpenName name={open.saved?.name ?? summary?.name ?? null} isChanged={open.isChanged} />}
      actions={
        <Fragment key={id}>
          <RefreshButton result={summary} />
          <CompareButton result={summary} results={past.data?.exports ?? []} />
          <SaveQuery
            query={open.query}
            saved={open.saved}
            isChanged={open.isChanged}
            suggestedName={open.saved?.name ?? summary?.name ?? ''}
            onSaved={open.keptAs}
          />
        </Fragment>
      }
      layout="fill"
    >
      <Panes>
        {isWide && (
          <Pane label="Saved queries and past results" width={200} ground="sunken">
            <QueriesPane summary={summary} open={open} />
          </Pane>
        )}
        <Pane label="Export" scroll={false}>
          <QueryAndResult key={id} {...shown} open={open} isWide={isWide} account={account ?? null} />
        </Pane>
      </Panes>
    </Page>
  );
}

interface QueryAndResultProps extends Omit<OpenExportProps, 'id'> {
  readonly open: OpenQueryState;
  readonly isWide: boolean;
  readonly account: AccountSummary | null;
}

function QueryAndResult({ summary, missing, keptColumn, isReading, open, isWide, account }: QueryAndResultProps) {
  const saved = useChannel('query:list', {});
  const past = useChannel('export:list', {});
  const work = useFetching(summary, open, account?.signedIn !== false);
  const folding = useFolding();
  const results = past.data?.exports ?? [];
  return (
    <>
      <QueryBuilder
        draft={open.draft}
        dialect={account?.dialect ?? USUAL_DIALECT}
        runs={results}
        used={usedBefore(results, saved.data?.queries ?? [])}
        queries={isWide ? null : <QueriesDrawer summary={summary} open={open} />}
        // Without a result there is nothing to make room for.
        folding={summary === null ? null : folding}
        onChange={open.change}
        action={<Action account={account} work={work} isWhole={open.query !== null} />}
        onFetch={() => work.canFetch && work.fetchLeads(open.draft)}
      />
      <FailureNote
        className="padLine rigid"
        failure={work.error}
        onRetry={() => work.fetchLeads(open.draft)}
        retryLabel="Fetch again"
      />
      {/* Where there is room, the list beside says that it could not be read. */}
      <FailureNote className="padLine rigid" failure={missing ?? (isWide ? null : past.error)} />
      {summary !== null && (
        <ResultNotes
          summary={summary}
          cutColumns={titlesOf(summary.columns, summary.shortened)}
          onFetch={(days) => work.fetchAgain(summary, days)}
        >
          <RefreshNote summary={summary} />
        </ResultNotes>
      )}
      {summary !== null && <Result summary={summary} keptColumn={keptColumn} />}
      {summary === null && !isReading && missing === null && past.data !== undefined && (
        <NoResult query={open.query} results={results} />
      )}
    </>
  );
}

interface ActionProps {
  readonly account: AccountSummary | null;
  readonly work: ReturnType<typeof useFetching>;
  /** The fields are a whole query. */
  readonly isWhole: boolean;
}

function Action({ account, work, isWhole }: ActionProps) {
  if (account?.signedIn === false) return <SignInToFetch account={account} />;
  return (
    <FetchAction
      isRunning={work.isRunning}
      isDisabled={work.isBusy || (!work.isRunning && !isWhole)}
      onCancel={work.cancel}
    />
  );
}

function OpenName({ name, isChanged }: { readonly name: string | null; readonly isChanged: boolean }) {
  if (name === null) return null;
  return (
    <>
      <strong className={classes['name']} dir="auto" title={name}>
        {name}
      </strong>
      {isChanged && <span>• changed</span>}
    </>
  );
}

function usedBefore(results: readonly ExportSummary[], saved: readonly SavedQuery[]) {
  const queries = [...results, ...saved].map(({ query }) => query);
  return {
    searches: usedNames(queries.flatMap((query) => (query.source === 'search' ? query.searchName : []))),
    projects: usedNames(queries.flatMap((query) => (query.source === 'search' ? [] : query.projects))),
  };
}
