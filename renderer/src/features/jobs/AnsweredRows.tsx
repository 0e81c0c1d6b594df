import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, showFailure, startWork, toast } from '../../ui/index.ts';
import classes from './JobPage.module.css';

/** A person's answer about an unknown row. */
export interface Answered {
  readonly row: number;
  readonly line: number;
  /** For the screen. */
  readonly words: string;
}

export interface Answers {
  /** The last one first. */
  readonly list: readonly Answered[];
  readonly add: (answer: Answered) => void;
  /** The row is unknown again, unless it was sent since. Failures are shown. */
  readonly takeBack: (answer: Answered) => Promise<void>;
  readonly isBusy: boolean;
}

/** The answers that were given since the page of the job was opened. Each can be taken back until its row is sent. */
export function useAnswers(jobId: string): Answers {
  const [list, setList] = useState<readonly Answered[]>([]);
  const decide = useChannelMutation('job:decide');
  const remove = (row: number): void => setList((before) => before.filter((other) => other.row !== row));
  return {
    list,
    isBusy: decide.isPending,
    add: (answer) => setList((before) => [answer, ...before.filter(({ row }) => row !== answer.row)]),
    async takeBack({ row, line }) {
      try {
        await decide.mutateAsync({ jobId, rows: [row], decision: 'reopen' });
        toast(`Line ${format.number(line)} is unknown again`);
      } catch (error) {
        showFailure(error);
      }
      // One that was sent since cannot be taken back any more, and the failure has said so.
      remove(row);
    },
  };
}

export function AnsweredRows({ answers }: { readonly answers: Answers }) {
  return (
    <Card title="Your answers" context="each can be taken back until its row is sent" flush>
      <ul className={classes['answered']} aria-label="Your answers">
        {answers.list.map((answer) => (
          <li key={answer.row}>
            <span className="tabular">line {format.number(answer.line)}</span>
            <span>{answer.words}</span>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
              aria-label={`Take back the answer about line ${format.number(answer.line)}`}
              aria-disabled={answers.isBusy}
              onClick={() => !answers.isBusy && startWork(() => answers.takeBack(answer))}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
