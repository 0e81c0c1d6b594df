import { SegmentedControl, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { foundIn, usePlace } from '../../lib/navigation.ts';
import { useNow } from '../../lib/use-now.ts';
import {
  Drawer,
  EmptyState,
  FailureNote,
  IconButton,
  Note,
  Page,
  Pane,
  Panes,
  SecondaryButton,
  Skeleton,
} from '../../ui/index.ts';
import { useKeptPlace } from '../../ui/layout/kept-place.tsx';
import { useIsAtLeast } from '../../ui/layout/window-width.ts';
import { frameSize } from '../../ui/theme/tokens.ts';
import { matchesFilter, matchesWords, sorted, stateOf, wallTimeAt, type SegmentFilter } from './segment-model.ts';
import { ChangePage } from './change/ChangePage.tsx';
import { SegmentPanel } from './panel/SegmentPanel.tsx';
import { SegmentTable } from './SegmentTable.tsx';
import classes from './SegmentsPage.module.css';

type SegmentList = ChannelResult<'segment:list'>;

/** Pixels: the panel, the least that shows every column of the table, and the window in which both have room. */
const PANEL = 372;
const TABLE = 740;
const BOTH_FIT = frameSize.rail + TABLE + PANEL;

/** All segments, or one change of a segment. */
export function SegmentsPage() {
  const { id } = usePlace();
  const wanted = foundIn(id);
  return id === null || wanted !== null ? (
    <SegmentListPage key={wanted} wanted={wanted} />
  ) : (
    <ChangePage key={id} changeId={id} />
  );
}

/** Lead segments as the service lists them: window, goal and id. */
function SegmentListPage({ wanted }: { readonly wanted: string | null }) {
  const list = useChannel('segment:list', { refresh: false }, { staleTime: Infinity });
  const refresh = useChannelMutation('segment:list');
  const readAgain = () => refresh.mutate({ refresh: true });
  const now = useNow(60_000);
  const { data } = list;
  const failure = refresh.error ?? list.error;
  return (
    <Page
      title="Segments"
      context={data === undefined ? null : contextWords(data, now)}
      actions={
        <IconButton
          label="Read again (1 request)"
          icon={IconRefresh}
          onClick={readAgain}
          disabled={refresh.isPending}
        />
      }
      layout="fill"
    >
      <FailureNote className={classes['failure']} failure={failure} onRetry={readAgain} />
      {list.isPending && <Skeleton className="pad20" lines={6} label="Segments are loading" />}
      {data !== undefined && (
        <Content list={data} now={now} wanted={wanted} onRead={readAgain} isReading={refresh.isPending} />
      )}
    </Page>
  );
}

function contextWords(list: SegmentList, now: number): string {
  const count = format.count(list.segments.length, { one: '# segment', other: '# segments' });
  return `${count}, read from the service ${format.ago(list.readAt, now)}`;
}

interface ContentProps {
  readonly list: SegmentList;
  readonly now: number;
  /** Id of the segment that is chosen at first; null: the first one. */
  readonly wanted: string | null;
  readonly onRead: () => void;
  readonly isReading: boolean;
}

function Content({ list, now, wanted, onRead, isReading }: ContentProps) {
  const [filter, setFilter] = useState<SegmentFilter>('all');
  const [words, setWords] = useState('');
  const [chosenId, setChosenId] = useState(wanted);
  const hasRoom = useIsAtLeast(BOTH_FIT);
  const [isDrawerOpen, setIsDrawerOpen] = useState(wanted !== null);
  const wallNow = wallTimeAt(now);
  const shown = sorted(list.segments, wallNow).filter(
    (segment) => matchesFilter(stateOf(segment, wallNow), filter) && matchesWords(segment, words),
  );
  const chosen = list.segments.find(({ uniqueId }) => uniqueId === chosenId) ?? shown[0] ?? null;
  // A list that was pasted is still there when the window becomes narrow or wide, and when another segment comes first.
  const panel = useKeptPlace(
    chosen !== null && (
      <SegmentPanel key={chosen.uniqueId} segment={chosen} onFocus={() => setChosenId(chosen.uniqueId)} />
    ),
  );
  if (list.segments.length === 0 && list.unread.length === 0) {
    return (
      <EmptyState
        icon={IconUsersGroup}
        title="No segments yet"
        action={
          <SecondaryButton icon={IconRefresh} onClick={onRead} aria-disabled={isReading}>
            Look again
          </SecondaryButton>
        }
      >
        Create segments in the dialler. They are listed here.
      </EmptyState>
    );
  }
  const count = (wanted: SegmentFilter): number =>
    list.segments.filter((segment) => matchesFilter(stateOf(segment, wallNow), wanted)).length;
  return (
    <Panes>
      <div className="flexColumn grow fill">
        <div className={classes['toolbar']}>
          <SegmentedControl
            aria-label="Which segments"
            value={filter}
            onChange={(value) => setFilter(value)}
            data={[
              { value: 'all', label: `All ${list.segments.length}` },
              { value: 'active', label: `Active ${count('active')}` },
              { value: 'coming', label: `Coming ${count('coming')}` },
              { value: 'ended', label: `Ended ${count('ended')}` },
            ]}
          />
          <TextInput
            className={classes['find'] ?? ''}
            size="xs"
            aria-label="Find a segment"
            placeholder="Find a segment"
            leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
        <div className={classes['scroll']} data-pane tabIndex={0} role="region" aria-label="Segments">
          {list.unread.length === 0 ? null : <Unread entries={list.unread} />}
          {shown.length === 0 ? (
            <p className={classes['none']}>No segments match. Choose All, or search for fewer letters.</p>
          ) : (
            <SegmentTable
              segments={shown}
              now={wallNow}
              chosenId={hasRoom ? (chosen?.uniqueId ?? null) : chosenId}
              onChoose={(segmentId) => {
                setChosenId(segmentId);
                setIsDrawerOpen(true);
              }}
            />
          )}
          <p className={classes['hint']}>
            The tick on a goal bar is where it should be today. Dates are in the service’s time, {format.zoneName(now)}.
            Create and schedule segments in the dialler.
          </p>
        </div>
      </div>
      {chosen !== null && hasRoom && (
        <Pane label={`Change ${chosen.name}`} width={PANEL} ground="canvas">
          {panel.place}
        </Pane>
      )}
      {chosen !== null && !hasRoom && (
        <Drawer
          opened={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          // A list that was pasted is still there when the drawer opens again.
          keepMounted
          position="right"
          size={PANEL}
          title="Add or remove leads"
          classNames={{ body: classes['drawer'] ?? '' }}
        >
          {panel.place}
        </Drawer>
      )}
      {panel.content}
    </Panes>
  );
}

function Unread({ entries }: { readonly entries: readonly string[] }) {
  return (
    <div className={classes['failure']}>
      <Note
        tone="warning"
        title={format.count(entries.length, {
          one: '# entry of the service’s list could not be read as a segment.',
          other: '# entries of the service’s list could not be read as segments.',
        })}
      >
        <details>
          <summary>Show the entries</summary>
          {entries.map((entry) => (
            <pre key={entry} className={classes['raw']}>
              {entry}
            </pre>
          ))}
        </details>
      </Note>
    </div>
  );
}
