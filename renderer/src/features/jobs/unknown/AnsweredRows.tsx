import { IconArrowBackUp } from '@tabler/icons-react';
import type { RowAnswer, UnknownDecision } from '../../../../../shared/contract/jobs/jobs.ts';
import { type CallError, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card, FailureNote, showFailure, startWork, TextButton, toast } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';

/** The three answers in the words of the screen. */
export const ANSWER_WORDS: Readonly<Record<Exclude<UnknownDecision, 'reopen'>, string>> = {
  exists: 'Exists',
  sendOnce: 'Not there: send once',
  leave: 'Leave',
};

/** Answers that are listed at once. */
const SHOWN = 100;

export interface Answers {
  /** The last one first; not all of them when there are many. */
  readonly list: readonly RowAnswer[];
  readonly total: number;
  /** The row is unknown again, unless it was sent since. Failures are shown. */
  readonly takeBack: (answer: Pick<RowAnswer, 'row' | 'line'>) => Promise<void>;
  readonly failure: CallError | null;
  readonly isBusy: boolean;
}

/** The answers about unknown rows of the job. Each can be taken back until its row is sent. */
export function useAnswers(jobId: string): Answers {
  const { data, error, refetch } = useChannel(
    'job:answers',
    { jobId, offset: 0, limit: SHOWN },
    { keepPrevious: true, staleTime: 0 },
  );
  const decide = useChannelMutation('job:decide');
  return {
    list: data?.answers ?? [],
    total: data?.total ?? 0,
    failure: error,
    isBusy: decide.isPending,
    async takeBack({ row, line }) {
      try {
        await decide.mutateAsync({ jobId, rows: [row], decision: 'reopen' });
        toast(`Line ${format.number(line)} is unknown again`);
      } catch (error) {
        showFailure(error);
        // One that was sent since cannot be taken back any more, and the failure has said so.
        await refetch();
      }
    },
  };
}

export function AnsweredRows({ answers }: { readonly answers: Answers }) {
  const { list, total, failure } = answers;
  const now = useNow(60_000);
  const title = total > list.length ? `Your last ${format.number(list.length)} answers` : 'Your answers';
  return (
    <Card title={title} context="each can be taken back until its row is sent" flush>
      <FailureNote failure={failure} />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={classes['answered']} aria-label="Your answers">
        {list.map((answer) => (
          <li key={answer.row}>
            <span className="tabular">line {format.number(answer.line)}</span>
            <span>{ANSWER_WORDS[answer.decision]}</span>
            <time>{format.moment(answer.at, now)}</time>
            <TextButton
              icon={IconArrowBackUp}
              aria-label={`Take back the answer about line ${format.number(answer.line)}`}
              aria-disabled={answers.isBusy}
              onClick={() => !answers.isBusy && startWork(() => answers.takeBack(answer))}
            >
              Take back
            </TextButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
