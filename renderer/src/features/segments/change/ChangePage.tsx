import {
  IconArrowBackUp,
  IconFileDownload,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconSquare,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { call, startRefetch, useChannel, useChannelMutation, useSave } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import {
  AsOf,
  FailureNote,
  IconButton,
  MainButton,
  Note,
  Page,
  SecondaryButton,
  showFailure,
  Skeleton,
  startWork,
  StatusWord,
  toast,
} from '../../../ui/index.ts';
import { doubtfulBatches, leadCount, refusedBatches, stateWords } from '../change-words.ts';
import { ChangeHistory } from '../panel/ChangeHistory.tsx';
import { Batches } from './Batches.tsx';
import { Doubt } from './Doubt.tsx';
import { ChangeResult } from './ChangeResult.tsx';
import { Refusal } from './Refusal.tsx';
import { RefusedLeads } from './RefusedLeads.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import overview from '../../../ui/layout/Overview.module.css';
import classes from './ChangePage.module.css';

/** One change of a segment: every batch, what became of every id, and what needs a person. */
export function ChangePage({ changeId }: { readonly changeId: string }) {
  const { data: change, error, refetch } = useChannel('segment:change', { changeId });
  if (change !== undefined) return <OpenChange change={change} />;
  return (
    <Page parent={{ name: 'Segments', href: '#/segments' }} title="Change" windowTitle="Change of a segment">
      {error === null ? (
        <Skeleton lines={8} label="The change is loading" />
      ) : (
        <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      )}
    </Page>
  );
}

/** Above the reason. */
const NOTE_TITLES: Partial<Record<SegmentChange['state'], string>> = { running: 'Waiting.', paused: 'Paused.' };

function OpenChange({ change }: { readonly change: SegmentChange }) {
  const words = stateWords(change);
  const doubtful = doubtfulBatches(change);
  const refused = refusedBatches(change);
  const alone = refused.filter(({ leads }) => leads === 1);
  return (
    <Page
      parent={{ name: 'Segments', href: '#/segments' }}
      title={change.segmentName}
      windowTitle={`${change.segmentName}, change`}
      palette={false}
      context={
        words === null ? null : (
          <span className="flexCentred">
            <StatusWord status={doubtful.length > 0 ? 'unknown' : 'info'}>
              {words}
              {change.state === 'running' && <AsOf before=", " />}
            </StatusWord>
          </span>
        )
      }
      actions={<ChangeActions change={change} />}
    >
      <div className={overview['page']}>
        {change.reason !== '' && (
          <Note tone="warning" title={NOTE_TITLES[change.state] ?? 'Stopped.'}>
            {change.reason}
          </Note>
        )}
        <section className={overview['overview']} aria-label="What became of the leads">
          <Batches change={change} />
          <Facts change={change} />
        </section>
        <div className={classes['below']}>
          <div className={classes['side']}>
            {doubtful.slice(0, MOST_DOUBTS).map((batch) => (
              <Doubt key={batch.number} change={change} batch={batch} />
            ))}
            {alone.length > 0 && <RefusedLeads change={change} batches={alone} />}
            {change.state !== 'stopped' &&
              refused
                .filter(({ leads }) => leads > 1)
                .slice(0, MOST_DOUBTS)
                .map((batch) => <Refusal key={batch.number} change={change} batch={batch} />)}
            <div className={classes['historyCard']}>
              <ChangeHistory segmentId={change.segmentId} />
            </div>
          </div>
          <ChangeResult change={change} />
        </div>
      </div>
    </Page>
  );
}

/** Questions that stand on the page at once; the next one comes when one is answered. */
const MOST_DOUBTS = 3;

function Facts({ change }: { readonly change: SegmentChange }) {
  const { before, after, requests, batchCount, repeated, earlier, unusable } = change;
  const leftOut = [
    earlier > 0 ? `${format.number(earlier)} added earlier` : '',
    repeated > 0 ? `${format.number(repeated)} listed twice` : '',
    unusable > 0 ? `${format.number(unusable)} no lead id` : '',
  ].filter((part) => part !== '');
  const read = (at: number) => `read ${format.dayAndMonth(at)} ${format.timeWithSeconds(at)}`;
  const notKnown = change.state === 'ended' || change.state === 'stopped' ? 'not read' : 'read at the end';
  return (
    <dl className={classes['facts']}>
      <Fact
        term="Segment before"
        value={before === null ? '–' : format.number(before.count)}
        note={before === null ? 'not read' : read(before.readAt)}
      />
      <Fact
        term="Segment now"
        value={after === null ? '–' : format.number(after.count)}
        note={after === null ? notKnown : read(after.readAt)}
      />
      <Fact
        term="Requests"
        value={format.number(requests)}
        note={format.count(batchCount, { one: '# batch', other: '# batches' })}
      />
      <Fact
        term="Left out at the start"
        value={format.number(repeated + earlier + unusable)}
        note={leftOut.join(', ')}
      />
    </dl>
  );
}

function Fact({ term, value, note }: { readonly term: string; readonly value: string; readonly note: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <span className={`${classes['factValue'] ?? ''} tabular`}>{value}</span>
        <span className={classes['factNote']} title={note}>
          {note}
        </span>
      </dd>
    </div>
  );
}

const couldNot = { onError: (failure: unknown) => showFailure(failure) };

function ChangeActions({ change }: { readonly change: SegmentChange }) {
  const start = useChannelMutation('segment:start');
  const pause = useChannelMutation('segment:pause');
  const stop = useChannelMutation('segment:stop');
  const [isUndoing, setIsUndoing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const { state, counts } = change;
  const args = { changeId: change.id };
  const canUndo = counts.moved > 0 && change.undoneBy === null && state !== 'running';
  return (
    <>
      {state !== 'running' && state !== 'prepared' && (
        <IconButton label="Remove from the list…" icon={IconTrash} onClick={() => setIsRemoving(true)} />
      )}
      {state !== 'prepared' && <ResultFileButton change={change} />}
      {canUndo && (
        <SecondaryButton icon={IconArrowBackUp} onClick={() => setIsUndoing(true)}>
          Undo {format.number(counts.moved)}…
        </SecondaryButton>
      )}
      {(state === 'running' || state === 'paused') && counts.waiting > 0 && (
        <SecondaryButton
          leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
          disabled={stop.isPending}
          onClick={() => stop.mutate(args, couldNot)}
        >
          Stop, leave {leadCount(counts.waiting)} unsent
        </SecondaryButton>
      )}
      {state === 'running' && (
        <MainButton
          icon={IconPlayerPauseFilled}
          disabled={pause.isPending}
          onClick={() => pause.mutate(args, couldNot)}
        >
          Pause
        </MainButton>
      )}
      {(state === 'paused' || state === 'prepared') && counts.waiting > 0 && (
        <MainButton icon={IconPlayerPlayFilled} disabled={start.isPending} onClick={() => start.mutate(args, couldNot)}>
          {state === 'prepared' ? `${change.kind === 'add' ? 'Add' : 'Remove'} ${leadCount(counts.waiting)}` : 'Go on'}
        </MainButton>
      )}
      {isUndoing && <UndoDialog change={change} onClose={() => setIsUndoing(false)} />}
      {isRemoving && <RemoveDialog change={change} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

function ResultFileButton({ change }: { readonly change: SegmentChange }) {
  const { saving, save } = useSave();

  async function saveResult(): Promise<void> {
    const saved = await save(`${change.segmentName}-leads.csv`, ({ token }) =>
      call('segment:saveResult', { changeId: change.id, token }),
    );
    if (saved === null) return;
    const words = savedFileWords(saved, leadForms);
    toast(words.title, words.check);
  }

  return (
    <SecondaryButton
      icon={IconFileDownload}
      disabled={saving !== null}
      onClick={() => startWork(saveResult, 'The result file was not saved.')}
    >
      Result file
    </SecondaryButton>
  );
}
