import { Button } from '@mantine/core';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import { startRefetch, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import {
  Changes,
  ConfirmDialog,
  couldNot,
  EmptyState,
  FailureNote,
  MainButton,
  Page,
  SecondaryButton,
  Skeleton,
  startWork,
  toast,
} from '../../../ui/index.ts';
import classes from './Doubt.module.css';
import { DoubtJobs } from './DoubtJobs.tsx';
import { DoubtSide } from './DoubtSide.tsx';
import { DoubtWays, type Way } from './DoubtWays.tsx';
import { type DoubtJob, jobsInDoubt } from './doubt-model.ts';
import { jobForms } from './doubt-words.ts';
import { MemoriesCard } from './MemoriesCard.tsx';
import { useWays } from './use-ways.ts';

/** What is uncertain about rows that this account sent, what proves the rest, and how a person settles it. */
export function DoubtPage() {
  const { data, error, refetch } = useChannel('job:doubt', {}, { staleTime: 0 });
  const doubt = data?.doubt ?? null;
  if (doubt !== null) return <DoubtView doubt={doubt} />;
  return (
    <Page parent={PARENT} title="In doubt">
      <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      {data === undefined && error === null && <Skeleton lines={8} label="What is in doubt is being read" />}
      {data !== undefined && (
        <EmptyState
          icon={IconShieldCheck}
          title="Nothing is in doubt"
          action={<MainButton href={placeHref('jobs')}>Show the jobs</MainButton>}
        >
          Journal and witness agree on what was sent, or a person has settled where they did not.
        </EmptyState>
      )}
    </Page>
  );
}

const PARENT = { name: 'Jobs', href: placeHref('jobs') };

function DoubtView({ doubt }: { readonly doubt: Doubt }) {
  const { data: list } = useChannel('job:list', {});
  const [way, setWay] = useState<Way>('compare');
  const summaries = new Map((list?.jobs ?? []).map((job) => [job.id, job]));
  const jobs = jobsInDoubt(doubt);
  const unknownOf = ({ jobId }: DoubtJob) => summaries.get(jobId)?.counts.unknown ?? 0;
  const open = jobs.filter((job) => job.named !== null && unknownOf(job) > 0);
  const ways = useWays(open);
  return (
    <Page
      parent={PARENT}
      title="In doubt"
      foot={<Foot doubt={doubt} open={open} way={way} ways={ways} />}
      context={format.count(doubt.held.length, { one: '# job is held', other: '# jobs are held' })}
    >
      <header className={classes['head']}>
        <IconHistory size={26} stroke={1.5} aria-hidden />
        <div>
          <h2>It is not known for sure what was sent from here</h2>
          {doubt.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>Leads already created are safe; only the memory of them is missing.</p>
        </div>
      </header>
      <FailureNote failure={ways.failure} />
      <div className={classes['columns']}>
        <div className="flexColumn gap14 shrinks">
          <MemoriesCard doubt={doubt} />
          {jobs.length > 0 && <DoubtJobs doubt={doubt} jobs={jobs} summaries={summaries} looks={ways.looks} />}
          <DoubtWays
            way={way}
            onWay={setWay}
            jobs={open.length}
            unknown={open.reduce((sum, job) => sum + unknownOf(job), 0)}
            hasNamed={jobs.some(({ named }) => named !== null)}
          />
        </div>
        <div className="flexColumn gap14 shrinks">
          <DoubtSide doubt={doubt} />
        </div>
      </div>
    </Page>
  );
}

interface FootProps {
  readonly doubt: Doubt;
  readonly open: readonly DoubtJob[];
  readonly way: Way;
  readonly ways: ReturnType<typeof useWays>;
}

function Foot({ doubt: { held }, open, way, ways }: FootProps) {
  const settle = useChannelMutation('job:settleDoubt');
  return (
    <>
      <p className="quiet shrinks" role="status">
        {ways.isComparing
          ? 'The leads of the campaigns are being read. Nothing is changed or sent.'
          : held.length > 0
            ? 'Nothing of a held job is sent before you press “Go on…” on its page. Closing the window changes nothing: the question comes again.'
            : 'No job is held. Closing the window changes nothing: the question comes again.'}
      </p>
      <Changes>
        <div className={classes['footActions']}>
          {held.length === 0 && (
            <SecondaryButton disabled={settle.isPending} onClick={() => settle.mutate({}, couldNot)}>
              I have read it
            </SecondaryButton>
          )}
          {open.length > 0 && <WayButton open={open} way={way} ways={ways} />}
        </div>
      </Changes>
    </>
  );
}

/** Has the name of the chosen way. */
function WayButton({ open, way, ways }: Omit<FootProps, 'doubt'>) {
  const [isAsking, setIsAsking] = useState(false);
  const [first] = open;

  async function treatAsSent(): Promise<void> {
    try {
      const rows = await ways.treatAsSent();
      toast(`${format.count(rows, rowForms)} left out`, 'They are not sent again by themselves.');
    } finally {
      setIsAsking(false);
    }
  }

  if (way === 'rows')
    return <Button onClick={() => first !== undefined && navigate('jobs', first.jobId)}>Open the tray</Button>;
  if (way === 'compare')
    return (
      <Button loading={ways.isComparing} disabled={ways.isBusy} onClick={() => startWork(ways.compare)}>
        Compare {format.count(open.length, jobForms)}
      </Button>
    );
  return (
    <>
      <Button disabled={ways.isBusy} onClick={() => setIsAsking(true)}>
        Treat as sent…
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Treat the rows that the witness names as sent?"
        confirmLabel="Treat as sent"
        busy={ways.isBusy}
        onClose={() => setIsAsking(false)}
        onConfirm={() => startWork(treatAsSent)}
      >
        Those that are still unknown in {format.count(open.length, jobForms)} are left out. A lead that did not arrive
        stays missing until somebody sends it.
      </ConfirmDialog>
    </>
  );
}
