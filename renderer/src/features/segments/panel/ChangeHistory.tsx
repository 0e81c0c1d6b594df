import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { FailureNote, StatusWord, TextButton } from '../../../ui/index.ts';
import { changeTitle, doubtfulBatches, stateWords } from '../change-words.ts';
import { UndoDialog } from '../change/UndoDialog.tsx';
import classes from './SegmentPanel.module.css';

/** Changes that are listed before the button for all. */
const FIRST = 5;

/** Changes of a segment that this computer made, the newest first, each with its undo. */
export function ChangeHistory({ segmentId }: { readonly segmentId: string }) {
  const { data, error } = useChannel('segment:changes', {});
  const [isWhole, setIsWhole] = useState(false);
  const changes = (data?.changes ?? []).filter((change) => change.segmentId === segmentId);
  const shown = isWhole ? changes : changes.slice(0, FIRST);
  return (
    <section className={classes['history']} aria-label="Changes made here">
      <header>
        <h2>Changes made here</h2>
        {changes.length > shown.length && (
          <TextButton onClick={() => setIsWhole(true)}>All {format.number(changes.length)}</TextButton>
        )}
      </header>
      <FailureNote failure={error} />
      {data !== undefined && changes.length === 0 && (
        <p className="quiet">None yet. Only changes from this computer are listed: the service keeps no list.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list">
        {shown.map((change) => (
          <HistoryEntry key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}

function HistoryEntry({ change }: { readonly change: SegmentChange }) {
  const [isUndoing, setIsUndoing] = useState(false);
  const at = change.startedAt ?? change.createdAt;
  const words = stateWords(change);
  const canUndo = change.counts.moved > 0 && change.undoneBy === null && change.state !== 'running';
  return (
    <li>
      <StatusWord status={statusOf(change)}>
        <a href={placeHref('segments', change.id)}>{changeTitle(change)}</a>
      </StatusWord>
      <span className={classes['from']} title={change.source}>
        {words === null ? '' : `${words}, `}
        {change.undoneBy === null ? '' : 'undone, '}
        {change.source}, {format.dayAndMonth(at)} {format.time(at)}
      </span>
      {canUndo && (
        <TextButton
          icon={IconArrowBackUp}
          aria-label={`Undo: ${changeTitle(change)}, ${change.source}`}
          onClick={() => setIsUndoing(true)}
        >
          Undo…
        </TextButton>
      )}
      {isUndoing && <UndoDialog change={change} onClose={() => setIsUndoing(false)} />}
    </li>
  );
}

function statusOf(change: SegmentChange): 'ok' | 'unknown' | 'warning' | 'waiting' {
  if (doubtfulBatches(change).length > 0) return 'unknown';
  if (change.state === 'running' || change.state === 'paused') return 'waiting';
  return change.counts.moved === change.leads ? 'ok' : 'warning';
}
