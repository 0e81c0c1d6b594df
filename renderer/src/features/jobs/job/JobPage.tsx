import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import { startRefetch, useActiveAccount, useChannel } from '../../../bridge/index.ts';
import { Changes, FailureNote, Note, Page, Skeleton, useIsReadOnly } from '../../../ui/index.ts';
import { JobActions } from './JobActions.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFates } from './JobFates.tsx';
import { AnsweredRows, useAnswers } from '../unknown/AnsweredRows.tsx';
import { KeptResultNote } from './KeptResult.tsx';
import { LatestRows } from './LatestRows.tsx';
import { GoOnButton } from './GoOnButton.tsx';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { OUTCOMES_PRINT } from '../outcomes/outcome-model.ts';
import { OutcomeCard } from '../outcomes/OutcomeCard.tsx';
import { actionsOf, isWrongCampaign, needsPassword } from '../parts/job-model.ts';
import overview from '../../../ui/layout/Overview.module.css';
import classes from '../parts/JobPage.module.css';
import { PasswordNote } from './PasswordNote.tsx';
import { RefusedRows } from '../refused/RefusedRows.tsx';
import { StateWord } from '../parts/StateWord.tsx';
import { TrialCard } from '../trial/TrialCard.tsx';
import { TrialSide } from '../trial/TrialSide.tsx';
import { UnknownTray } from '../unknown/UnknownTray.tsx';
import { WrongCampaignNote } from './WrongCampaignNote.tsx';

/** One import: where every row is, how fast it goes, and what needs a person. */
export function JobPage({ jobId }: { readonly jobId: string }) {
  const { data: detail, error, refetch } = useChannel('job:get', { jobId });
  if (detail !== undefined) return <OpenJob detail={detail} />;
  return (
    <Page parent={{ name: 'Jobs', href: '#/jobs' }} title="Job" palette={false}>
      {error === null ? (
        <Skeleton lines={8} label="The job is loading" />
      ) : (
        <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      )}
    </Page>
  );
}

/** Letters of a reason that fit beside a long name; more would be cut. */
const LONGEST_IN_HEAD = 60;

function OpenJob({ detail }: { readonly detail: JobDetail }) {
  const job = detail.summary;
  const account = useActiveAccount();
  // The head has no room beside a long name, and a person has to read why.
  const isTrial = job.holdKind === 'trial';
  const isReadOnly = useIsReadOnly();
  const isUncounted = job.holdKind === 'count';
  const isWrong = isWrongCampaign(detail);
  // The frame asks for a password that is missing, a refused one is asked for here; the note about the campaign says it with what to do.
  const needsEyes = job.state === 'needsYou' || isUncounted;
  const isSaid = isTrial || isWrong || (isReadOnly && job.holdKind === 'auth');
  const isNoted = (needsEyes || job.reason.length > LONGEST_IN_HEAD) && job.reason !== '' && !isSaid;
  const isPasswordNeeded =
    !isReadOnly &&
    account !== undefined &&
    account !== null &&
    actionsOf(job).stop &&
    needsPassword(job, account.signedIn);
  return (
    <Page
      parent={{ name: 'Jobs', href: '#/jobs' }}
      title={<bdi>{job.name}</bdi>}
      windowTitle={job.name}
      context={
        <span className={classes['state']} data-page-state data-trial={isTrial || undefined}>
          <StateWord job={job} />
          {!isNoted && !isWrong && (
            <span className="truncate" title={job.reason}>
              {isTrial ? 'waits for you' : job.reason}
            </span>
          )}
        </span>
      }
      palette={false}
      actions={<JobActions job={job} isWrong={isWrong} />}
    >
      <div className={overview['page']}>
        {isNoted && (
          <Note
            tone={needsEyes && !isUncounted ? 'warning' : 'info'}
            title={<span dir="auto">{job.reason}</span>}
            {...(isUncounted && {
              actions: (
                <Changes>
                  <GoOnButton job={job} />
                </Changes>
              ),
            })}
          >
            {job.unwritten !== undefined &&
              `Do not close Lead Console until then: ${format.count(job.unwritten, { one: '# row was sent, and its answer is', other: '# rows were sent, and their answers are' })} not written down yet.`}
          </Note>
        )}
        {isPasswordNeeded && account !== null && <PasswordNote job={job} account={account} />}
        <Changes>
          <KeptResultNote job={job} />
          {isWrong && <WrongCampaignNote job={job} />}
        </Changes>
        {detail.countNotes.length > 0 && (
          <Note tone="info" role="status" title="The service’s count of leads">
            {detail.countNotes.map((sentence) => (
              <p key={sentence} className="below4">
                {sentence}
              </p>
            ))}
          </Note>
        )}
        <section className={overview['overview']} aria-label="Where the rows are">
          <JobFates detail={detail} />
          {/* Nothing is sent after a trial, so there is no rate and no finish: the comparison comes up. */}
          {!isTrial && <JobFacts detail={detail} />}
        </section>
        <OpenRows key={job.id} detail={detail} />
        {job.counts.created > 0 && job.counts.waiting === 0 && (
          <OutcomeCard
            key={`outcomes ${job.id}`}
            jobs={[job.id]}
            campaigns={[job.campaignCode]}
            created={job.counts.created}
            fileName={job.fileName.replace(/\.[^.]*$/, '')}
            total="Created by this import"
            printHref={placeHref('jobs', job.id, OUTCOMES_PRINT)}
          />
        )}
      </div>
    </Page>
  );
}

/**
 * What waits for a person, and beside it what happened last: no card stands empty. After a trial its comparison comes first,
 * unless rows are unknown: only a person can say what became of them.
 */
function OpenRows({ detail }: { readonly detail: JobDetail }) {
  const { counts } = detail.summary;
  const answers = useAnswers(detail.summary.id);
  const hasTray = counts.unknown > 0;
  const { lastChange, nextChange } = detail;
  const hasRefused = counts.refused > 0 || (lastChange !== null && lastChange.open > 0) || nextChange !== null;
  const isTrial = detail.summary.holdKind === 'trial';
  const trial = isTrial && (
    <div className={classes['trial']}>
      <TrialCard job={detail.summary} />
      <TrialSide detail={detail} />
    </div>
  );
  if (isTrial && !hasTray && !hasRefused && answers.list.length === 0) return trial;
  return (
    <>
      {!hasTray && trial}
      <div
        className={classes['open']}
        data-tray={hasTray || undefined}
        data-side={(!hasTray && hasRefused) || undefined}
      >
        {hasTray && (
          <Changes>
            <UnknownTray job={detail.summary} answers={answers} />
          </Changes>
        )}
        {hasRefused && <RefusedRows detail={detail} />}
        {(!hasTray || !hasRefused) && <LatestRows detail={detail} />}
      </div>
      {(answers.list.length > 0 || answers.failure !== null) && (
        <Changes>
          <AnsweredRows answers={answers} />
        </Changes>
      )}
      {hasTray && trial}
    </>
  );
}
