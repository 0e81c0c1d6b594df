// Why: decision 0388.
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { useChannel, useChannelMutation, useEvent, newCallId, useShownAccount } from '../../../bridge/index.ts';
import { CampaignInput, useCampaigns } from '../../../lib/campaign/CampaignInput.tsx';
import { useTypedCampaign } from '../../../lib/campaign/use-typed-campaign.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import {
  Card,
  Changes,
  ConfirmDialog,
  FailureNote,
  Note,
  SecondaryButton,
  SmallButton,
  startWork,
} from '../../../ui/index.ts';
import { useNow } from '../../../lib/use-now.ts';
import { noteProgress, useFilesOfQueues } from './queue-files.ts';
import { campaignOf, type DraftCheck, type Queue, queueBlocker, queuesOf, sumWords } from './queue-model.ts';
import { fileStart, fileStartWords, queueStartWords } from './queue-start.ts';
import { QueuedDraft, UnreadFile } from './QueueItems.tsx';
import { useQueueChecks } from './use-queue-checks.ts';
import classes from './Queue.module.css';

const fileForms = { one: '# file', other: '# files' };

/** Files that were chosen together, for one campaign each time. Absent when there are none. */
export function Queues() {
  const { data } = useChannel('import:drafts', {});
  const files = useFilesOfQueues();
  useEvent('import:progress', noteProgress);
  return queuesOf(data?.drafts ?? [], files).map((queue) => <QueueCard key={queue.id} queue={queue} />);
}

function QueueCard({ queue }: { readonly queue: Queue }) {
  const { drafts, files } = queue;
  const arrange = useChannelMutation('import:arrangeQueue');
  const work = useQueueChecks(drafts);
  const inPlace = (draftIds: readonly string[], out?: string) =>
    arrange.mutate({ queueId: queue.id, draftIds: [...draftIds], out });
  const ids = drafts.map(({ id }) => id);

  function move(index: number, by: -1 | 1): void {
    const moved = ids.toSpliced(index, 1);
    inPlace(moved.toSpliced(index + by, 0, ids[index] ?? ''));
  }

  const failure = arrange.error ?? work.failure;
  const teamTrouble = work.checks.map((check) => check?.teamTrouble ?? '').find((words) => words !== '') ?? '';
  return (
    <Card
      title={`Queue of ${format.count(drafts.length + files.length, fileForms)}`}
      context="into one campaign, each file an import of its own"
      flush
    >
      <CampaignLine queue={queue} />
      <FailureNote failure={failure} />
      {teamTrouble !== '' && work.running === null && (
        <Note
          tone="warning"
          role="status"
          title="The team was not asked about all of these files."
          actions={<SmallButton onClick={() => startWork(work.check)}>Ask again</SmallButton>}
        >
          {teamTrouble} You can start: a lead that a colleague has is not sent, also when the team was not asked.
        </Note>
      )}
      <ul aria-label="Files of the queue">
        {drafts.map((draft, index) => (
          <QueuedDraft
            key={draft.id}
            draft={draft}
            check={work.checks[index] ?? null}
            isChecking={work.running === draft.id}
            isFirst={index === 0}
            isLast={index === drafts.length - 1}
            onMove={(by) => move(index, by)}
            onTakeOut={() => inPlace([], draft.id)}
          />
        ))}
        {files.map((file) => (
          <UnreadFile key={file.callId} file={file} />
        ))}
      </ul>
      <QueueFoot queue={queue} work={work} />
    </Card>
  );
}

/** The campaign of all files, chosen once. */
function CampaignLine({ queue }: { readonly queue: Queue }) {
  const id = useId();
  const campaignCode = campaignOf(queue.drafts);
  const [typed, setTyped] = useTypedCampaign(campaignCode);
  const change = useChannelMutation('import:queueCampaign');

  function commit(code: string): void {
    const chosen = code.trim();
    if (chosen !== '' && chosen !== campaignCode && queue.drafts.length > 0)
      change.mutate({ queueId: queue.id, campaignCode: chosen });
  }

  return (
    <Changes>
      <div className={classes['campaign']}>
        <span id={id} className="strong">
          Campaign
        </span>
        <CampaignInput labelId={id} value={typed} width={240} onChange={setTyped} onCommit={commit} />
        {change.isPending && <span className={classes['what']}>Looking up its fields in every file</span>}
      </div>
      <FailureNote failure={change.error} />
    </Changes>
  );
}

function QueueFoot({ queue, work }: { readonly queue: Queue; readonly work: ReturnType<typeof useQueueChecks> }) {
  const [isAsked, setIsAsked] = useState(false);
  const blocker = queueBlocker(queue);
  const checks = work.checks.flatMap((check) => check ?? []);
  const isChecked = blocker === null && checks.length === queue.drafts.length;
  const rows = checks.reduce((sum, { goOn }) => sum + goOn, 0);
  return (
    <Changes>
      <div className={classes['foot']}>
        <p className={classes['standing']} role="status">
          {blocker ??
            (isChecked
              ? `${sumWords(checks).rows}. ${sumWords(checks).others}`
              : 'Nothing is sent before you start it.')}
        </p>
        {work.running !== null ? (
          <SecondaryButton onClick={work.cancel}>Cancel the check</SecondaryButton>
        ) : isChecked ? (
          <Button disabled={rows === 0} onClick={() => setIsAsked(true)}>
            Start all…
          </Button>
        ) : (
          <Button disabled={blocker !== null} onClick={() => startWork(work.check)}>
            Check all
          </Button>
        )}
      </div>
      {isChecked && (
        <StartQueue
          queue={queue}
          checks={checks}
          opened={isAsked}
          onRefused={() => startWork(() => work.check(true))}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Changes>
  );
}

interface StartQueueProps {
  readonly queue: Queue;
  /** One for each draft. */
  readonly checks: readonly DraftCheck[];
  readonly opened: boolean;
  /** Other rows may go on now, because another import has sent some meanwhile. */
  readonly onRefused: () => void;
  readonly onClose: () => void;
}

/** Says the sums, and starts every file. */
function StartQueue({ queue, checks, opened, onRefused, onClose }: StartQueueProps) {
  const start = useChannelMutation('import:startQueue');
  const account = useShownAccount();
  const reach = useChannelMutation('import:saveDraft');
  const { others } = sumWords(checks);
  const { drafts } = queue;
  const campaignCode = campaignOf(drafts);
  const now = useNow(5000);
  const starts = drafts.map(({ terms }, index) => fileStart(checks[index]?.goOn ?? 0, terms, now));
  const { title, action, waits } = queueStartWords(starts, campaignCode);
  const { remembered } = useCampaigns();
  const isNew = !remembered.some(({ code, jobs }) => isSameCampaign(code, campaignCode) && jobs > 0);
  const [first] = drafts;
  const agreed = drafts.map(({ id }, index) => ({ draftId: id, rows: checks[index]?.goOn ?? 0 }));
  // In the plan of a file for a new campaign a trial is on. A step that the draft has not reached cannot be opened.
  const trialOf = ({ id: draftId }: DraftSummary) => ({
    label: 'Try the first file',
    isBusy: reach.isPending,
    onClick: () =>
      reach.mutate({ draftId, step: 'plan' }, { onSuccess: () => navigate('import', draftId, { part: 'plan' }) }),
  });
  const error = start.error ?? reach.error;

  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel={start.isPending ? 'Starting' : action}
      busy={start.isPending}
      {...(isNew && first !== undefined ? { first: trialOf(first) } : {})}
      onClose={() => {
        onClose();
        // The next one has not failed; one that is on its way leads to the jobs all the same.
        if (!start.isPending) start.reset();
        if (!reach.isPending) reach.reset();
      }}
      onConfirm={() =>
        start.mutate(
          { queueId: queue.id, drafts: agreed, callId: newCallId(), account },
          {
            onSuccess: () => {
              onClose();
              navigate('jobs');
            },
            onError: onRefused,
          },
        )
      }
    >
      <ul className={classes['sums']} aria-label="Rows of each file">
        {drafts.map(({ id, fileName }, index) => (
          <li key={id}>
            <span>{fileName}</span>
            <span className="tabular">{starts[index] !== undefined && fileStartWords(starts[index])}</span>
          </li>
        ))}
      </ul>
      {waits !== '' && <p>{waits}</p>}
      <p>
        {others} Each file becomes an import of its own, with its own plan, and they share the pace that the service
        allows.
      </p>
      {isNew && (
        <p>
          This computer has never sent to <bdi>{campaignCode}</bdi>. A trial of the first file shows whether its leads
          arrive as they should.
        </p>
      )}
      <FailureNote failure={error} />
    </ConfirmDialog>
  );
}
