import { SegmentedControl } from '@mantine/core';
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { LeadIdSource, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import type { Segment } from '../../../../../shared/contract/segments/segments.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { FailureNote, MainButton, Note, SecondaryButton } from '../../../ui/index.ts';
import { leadCount, requestCount } from '../change-words.ts';
import { ChangeHistory } from './ChangeHistory.tsx';
import { KnownMembers } from './KnownMembers.tsx';
import { LeadSource } from './LeadSource.tsx';
import { type Prepared, usePrepared } from './use-prepared.ts';
import classes from './SegmentPanel.module.css';

type Kind = SegmentChange['kind'];

interface SegmentPanelProps {
  readonly segment: Segment;
  /** The person works in it. */
  readonly onFocus: () => void;
}

/** Puts leads into the segment or takes them out, and what was done so far. Give it a key of the segment. */
export function SegmentPanel({ segment, onFocus }: SegmentPanelProps) {
  const [kind, setKind] = useState<Kind>('add');
  const [source, setSource] = useState<LeadIdSource | null>(null);
  const [attempt, setAttempt] = useState(0);
  const prepared = usePrepared(segment.uniqueId, kind, source, attempt);
  return (
    <div className={classes['panel']} onFocus={onFocus}>
      <div>
        <h2 className={classes['name']}>
          <bdi>{segment.name}</bdi>
        </h2>
        <p className="quiet">
          <span className={classes['id']}>{segment.uniqueId}</span>, {format.number(segment.goalCurrentValue)}
          {segment.goalTargetValue === null ? ' leads, no target' : ` of ${format.number(segment.goalTargetValue)}`}
        </p>
      </div>
      <SegmentedControl
        fullWidth
        aria-label="What to do"
        value={kind}
        onChange={(value) => setKind(value)}
        data={[
          { value: 'add', label: 'Add leads' },
          { value: 'remove', label: 'Remove leads' },
        ]}
      />
      <LeadSource onChange={setSource} />
      <FailureNote failure={prepared.failure} />
      <Before prepared={prepared} />
      {prepared.change !== null && <PassedGoal change={prepared.change} segment={segment} />}
      <StartButton kind={kind} prepared={prepared} onFailed={() => setAttempt(attempt + 1)} />
      <KnownMembers segmentId={segment.uniqueId} inside={segment.goalCurrentValue} />
      <ChangeHistory segmentId={segment.uniqueId} />
    </div>
  );
}

/** What the list holds, and what of it would be sent. */
function Before({ prepared: { change, isReading } }: { readonly prepared: Prepared }) {
  if (change === null)
    return isReading ? (
      <p className="text2" role="status">
        Reading the list…
      </p>
    ) : null;
  const { kind, listed, repeated, unusable, earlier, leads, batchCount } = change;
  return (
    <section className={classes['before']} aria-label="Before anything is sent">
      <h3>Before anything is sent</h3>
      <dl>
        <Fact term="In the list" count={listed} />
        {repeated > 0 && <Fact term="Listed twice" count={repeated} note="sent once" />}
        {unusable > 0 && <Fact term="No lead id" count={unusable} note="left out" />}
        {earlier > 0 && <Fact term="Added earlier" count={earlier} note="left out" />}
        <div className={classes['sum']}>
          <dt>{kind === 'add' ? 'To add' : 'To take out'}</dt>
          <dd className="tabular">{format.number(leads)}</dd>
          <dd>{requestCount(batchCount)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Fact({ term, count, note = '' }: { readonly term: string; readonly count: number; readonly note?: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="tabular">{format.number(count)}</dd>
      <dd>{note}</dd>
    </div>
  );
}

function PassedGoal({ change, segment }: { readonly change: SegmentChange; readonly segment: Segment }) {
  const { goalTargetValue: target, goalCurrentValue: current } = segment;
  const sum = current + change.leads;
  if (change.kind === 'remove' || target === null || sum <= target) return null;
  return (
    <Note tone="warning" title="The goal will be passed.">
      {format.number(current)} + {format.number(change.leads)} = {format.number(sum)}, and the target is{' '}
      {format.number(target)}. That is allowed.
    </Note>
  );
}

interface StartButtonProps {
  readonly kind: Kind;
  readonly prepared: Prepared;
  /** The prepared list may be gone: it is read again. */
  readonly onFailed: () => void;
}

function StartButton({ kind, prepared: { change, isReading }, onFailed }: StartButtonProps) {
  const start = useChannelMutation('segment:start');
  const leads = change?.leads ?? 0;
  const Icon = kind === 'add' ? IconUserPlus : IconUserMinus;
  const words = kind === 'add' ? 'Add' : 'Remove';
  return (
    <>
      <FailureNote failure={start.error} />
      <div className="buttonRow">
        <MainButton
          icon={Icon}
          disabled={change === null || isReading || leads === 0 || start.isPending}
          onClick={() => {
            if (change === null) return;
            start.mutate(
              { changeId: change.id },
              { onSuccess: (started) => navigate('segments', started.id), onError: onFailed },
            );
          }}
        >
          {change === null ? `${words} leads` : `${words} ${leadCount(leads)}`}
        </MainButton>
        {change !== null && (
          <SecondaryButton onClick={() => navigate('segments', change.id)}>See the list</SecondaryButton>
        )}
      </div>
      {change !== null && leads === 0 && <p className="quiet">{nothingWords(change)}</p>}
    </>
  );
}

/** Why nothing of a list is left to send. */
function nothingWords({ earlier }: SegmentChange): string {
  return earlier === 0
    ? 'No lead id is in this list, so there is nothing to send.'
    : 'Earlier changes from here have added all of these leads.';
}
