import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { SegmentChange, SegmentLeadState } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, CopyButton, FailureNote, StatusTitle } from '../../../ui/index.ts';
import { movedWord, waitingWord } from '../change-words.ts';
import { KnownName } from '../KnownName.tsx';
import { useLeadNames } from '../use-lead-names.ts';
import classes from './ChangePage.module.css';

/** Milliseconds that typing rests before every column is searched. */
const REST = 250;

/** Ids of a column on the page; all are in the result file. */
const SHOWN = 200;

type LeadPage = ChannelResult<'segment:leads'>;

/** Every id as it was answered, in columns. */
export function ChangeResult({ change }: { readonly change: SegmentChange }) {
  const [search, setSearch] = useState('');
  const [rested] = useDebouncedValue(search.trim(), REST);
  const { counts } = change;
  const columns = [
    { state: 'moved', status: 'created', word: movedWord(change), count: counts.moved },
    { state: 'missing', status: 'skipped', word: 'Missing', count: counts.missing },
    { state: 'refused', status: 'refused', word: 'Refused', count: counts.refused },
    { state: 'unknown', status: 'unknown', word: 'Unknown', count: counts.unknown },
    { state: 'waiting', status: 'waiting', word: waitingWord(change), count: counts.waiting },
  ] as const;
  const shown = columns.filter(
    ({ state, count }) => count > 0 || state === 'moved' || state === 'missing' || state === 'refused',
  );
  const isSilent = change.batches.some(({ state, saysMissing }) => state === 'done' && !saysMissing);
  return (
    <Card
      title="Result"
      context="every id, as answered"
      flush
      actions={
        <TextInput
          size="xs"
          aria-label="Find an id"
          placeholder="Find an id"
          leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      <div className={classes['columns']} style={{ gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}>
        {shown.map(({ state, status, word, count }) => (
          <Column
            key={state}
            change={change}
            state={state}
            search={rested}
            head={
              <StatusTitle status={status}>
                {word} {format.number(count)}
              </StatusTitle>
            }
            empty={state === 'missing' && isSilent ? 'The service does not say.' : 'None.'}
          />
        ))}
      </div>
    </Card>
  );
}

interface ColumnProps {
  readonly change: SegmentChange;
  readonly state: SegmentLeadState;
  readonly search: string;
  readonly head: React.ReactNode;
  readonly empty: string;
}

function Column({ change, state, search, head, empty }: ColumnProps) {
  const count = change.counts[state];
  const { data, error } = useChannel(
    'segment:leads',
    { changeId: change.id, state, search, offset: 0, limit: SHOWN },
    { enabled: count > 0, keepPrevious: true, staleTime: 0 },
  );
  const leads = count === 0 ? [] : (data?.leads ?? []);
  const names = useLeadNames(leads.map(({ leadId }) => leadId));
  return (
    <section className={classes['column']} aria-label={state}>
      <header>
        {head}
        {leads.length > 0 && (
          <CopyButton
            compact
            text={leads.map(({ leadId }) => leadId).join('\n')}
            label={copyLabel(leads.length, data)}
          />
        )}
      </header>
      <FailureNote failure={error} />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" tabIndex={0} aria-label={`Ids: ${state}`}>
        {leads.map(({ leadId, batch, reason }, index) => (
          <li key={leadId}>
            {/* The leads of a batch mostly have one reason: it stands above the first of them. */}
            {reason !== '' && reason !== leads[index - 1]?.reason && (
              <span className={classes['leadReason']}>{reason}</span>
            )}
            <bdi className={classes['leadId']}>{leadId}</bdi>
            {/* Ids come into batches at the start. */}
            {batch > 0 && <span className="aside rigid atEnd">batch {batch}</span>}
            <KnownName names={names} leadId={leadId} />
          </li>
        ))}
      </ul>
      <p className={classes['columnEnd']}>
        {count > 0 && data === undefined ? '' : endWords(leads.length, data, empty)}
        {names.words !== '' && <span className="block">{names.words}</span>}
      </p>
    </section>
  );
}

function copyLabel(shown: number, page: LeadPage | undefined): string {
  return page !== undefined && page.total > shown ? `Copy the first ${format.number(shown)} ids` : 'Copy ids';
}

function endWords(shown: number, page: LeadPage | undefined, empty: string): string {
  if (shown === 0) return empty;
  const more = (page?.total ?? 0) - shown;
  return more > 0 ? `${format.number(more)} more in the result file` : `All ${format.number(shown)} shown`;
}
