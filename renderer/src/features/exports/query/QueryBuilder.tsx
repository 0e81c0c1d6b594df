import { Button, Select } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconClock, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Dialect } from '../../../../../shared/contract/account/account.ts';
import { formatServiceTime, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';
import { datedQuery, noRunWords, type QueryRun } from '../../../../../shared/domain/service/queries/relative-since.ts';
import { canBeSplit, windowsOf } from '../../../../../shared/domain/service/queries/export-windows.ts';
import { exportPath } from '../../../../../shared/domain/service/queries/export-request.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { type QueryDraft, queryOf } from '../../../lib/query-draft.ts';
import { useNow } from '../../../lib/use-now.ts';
import { IconButton } from '../../../ui/index.ts';
import type { Folding } from './use-folding.ts';
import { ClosureChips, ProjectsField } from './FilterFields.tsx';
import { ModifiedSince } from './ModifiedSince.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import classes from './QueryBuilder.module.css';
import { RequestCount, RequestLine } from './RequestLine.tsx';
import { SearchAnswer, SearchFields } from './SearchFields.tsx';
import { SOURCE_WORDS, SOURCES } from '../../../lib/query-words.ts';
import { StatusChips } from './StatusChips.tsx';

/** Names of earlier queries, offered again. */
export interface UsedNames {
  readonly searches: readonly string[];
  readonly projects: readonly string[];
}

interface QueryBuilderProps {
  readonly draft: QueryDraft;
  readonly dialect: Pick<Dialect, 'listStyle' | 'rawLeadsPath'>;
  /** What "since the last run" goes by. */
  readonly runs: readonly QueryRun[];
  readonly used: UsedNames;
  /** Button that opens saved queries and past results where they have no place of their own. */
  readonly queries: ReactNode;
  /** Null: all of the query shows. */
  readonly folding: Folding | null;
  readonly onChange: (draft: QueryDraft) => void;
  /** Fetch, or what replaces it now. */
  readonly action: ReactNode;
  /** Enter in a field, or Fetch; called with a whole query only. */
  readonly onFetch: () => void;
}

/** What to ask the service for, and the request it becomes. */
export function QueryBuilder({
  draft,
  dialect,
  runs,
  used,
  queries,
  folding,
  action,
  onChange,
  onFetch,
}: QueryBuilderProps) {
  const now = useNow(60_000);
  const written = queryOf(draft);
  const moment = formatServiceTime(wallClockAt(now, format.zone()));
  const query = written === null ? null : datedQuery(written, moment, runs);
  const isFolded = folding?.isFolded === true;
  const change = (part: Partial<QueryDraft>) => onChange({ ...draft, ...part });

  return (
    <form
      className={classes['builder']}
      aria-label={SOURCE_WORDS[draft.source]}
      onSubmit={(event) => {
        event.preventDefault();
        // React also brings the submits of dialogs that open from here, such as a new name for a result.
        if (query !== null && event.target === event.currentTarget) onFetch();
      }}
    >
      {!isFolded && (
        <>
          <div className={classes['fields']}>
            {queries}
            <SourceField source={draft.source} onChange={(source) => change({ source })} />
            {draft.source === 'search' ? (
              <SearchFields draft={draft} usedNames={used.searches} onChange={change} />
            ) : (
              <ProjectsField
                projects={draft.projects}
                used={used.projects}
                onChange={(projects) => change({ projects })}
              />
            )}
            <ModifiedSince value={draft.modifiedFrom} onChange={(modifiedFrom) => change({ modifiedFrom })} />
            <More draft={draft} onChange={change} />
            <div className="atEnd">{action}</div>
          </div>
          <ParameterRows parameters={draft.extra} source={draft.source} onChange={(extra) => change({ extra })} />
          {draft.source === 'search' ? (
            <SearchAnswer draft={draft} onChange={change} />
          ) : (
            <>
              <StatusChips chosen={draft.statuses} onChange={(statuses) => change({ statuses })} />
              <ClosureChips chosen={draft.closures} onChange={(closures) => change({ closures })} />
            </>
          )}
        </>
      )}
      <div className={classes['last']}>
        {isFolded && queries}
        <RequestLine
          request={query === null ? null : exportPath(query, dialect)}
          missing={written === null ? 'Type the name of a search that was saved in the service.' : noRunWords(written)}
          dated={datedWords(draft.modifiedFrom, query)}
          cost={
            <>
              {draft.source === 'raw' && <RawPath />}
              <RequestCount
                windowDays={draft.windowDays}
                requestsOf={splitting(query, moment)}
                onChange={(windowDays) => change({ windowDays })}
              />
            </>
          }
        />
        {folding !== null && (
          <IconButton
            label={isFolded ? 'Show the whole query' : 'Show only the request'}
            icon={isFolded ? IconChevronDown : IconChevronUp}
            onClick={folding.toggle}
          />
        )}
        {isFolded && action}
      </div>
    </form>
  );
}

/** In how many requests a range can be asked for; null: it has no beginning, or the answer does not say when a lead changed. */
function splitting(query: ExportQuery | null, moment: string): ((days: number) => number | null) | null {
  if (query === null || !canBeSplit(query)) return null;
  return (days) => windowsOf(query, days, moment)?.length ?? null;
}

/** The date that a moving beginning has now, and the zone of its day; '' for one that stands still. */
function datedWords(from: QueryDraft['modifiedFrom'], query: ExportQuery | null): string {
  if (from === null || typeof from === 'string' || query === null) return '';
  return `Fetched now: since ${query.modifiedFrom?.replace('T', ' ')} in ${format.zone()}`;
}

interface SourceFieldProps {
  readonly source: QueryDraft['source'];
  readonly onChange: (source: QueryDraft['source']) => void;
}

function SourceField({ source, onChange }: SourceFieldProps) {
  return (
    <Select
      label="Source"
      w={140}
      value={source}
      data={SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
      onChange={(chosen) => onChange(SOURCES.find((known) => known === chosen) ?? source)}
    />
  );
}

interface MoreProps {
  readonly draft: QueryDraft;
  readonly onChange: (part: Partial<QueryDraft>) => void;
}

/** What most queries do not need. */
function More({ draft: { extra, modifiedFrom }, onChange }: MoreProps) {
  return (
    <div>
      <div className="fine below4 medium">More</div>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={extra.length >= 20}
        onClick={() => onChange({ extra: [...extra, { name: '', value: '' }] })}
      >
        Parameter
      </Button>
      {typeof modifiedFrom === 'string' && !modifiedFrom.includes('T') && (
        <Button
          variant="subtle"
          leftSection={<IconClock size={14} aria-hidden />}
          onClick={() => onChange({ modifiedFrom: `${modifiedFrom}T00:00:00` })}
        >
          Time
        </Button>
      )}
    </div>
  );
}

/** Raw leads have no path in the specification. */
function RawPath() {
  return (
    <a className={classes['rawPath']} href={placeHref('account')}>
      Path set for the account
    </a>
  );
}
