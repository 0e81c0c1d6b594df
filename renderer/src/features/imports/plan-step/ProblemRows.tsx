import { Button } from '@mantine/core';
import { problemsInOrder } from '../../../../../shared/domain/check/duplicate-answers.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { startWork, toast } from '../../../ui/index.ts';
import { CHANGE_NOTE } from '../checking/check-sum.ts';
import type { Check } from '../checking/use-check.ts';

interface ProblemRowsProps {
  /** Rows with problems that would be sent. */
  readonly count: number;
  readonly check: Check;
}

/** Asks about the rows with problems: they can be sent, and are likely to be refused. */
export function ProblemRows({ count, check }: ProblemRowsProps) {
  const rows = format.count(count, {
    one: '# row with problems will be sent: leave it out?',
    other: '# rows with problems will be sent: leave them out?',
  });
  const hasRepeats = check.state.summary?.reasons.some(({ kind }) => kind === 'notUnique') === true;

  async function leaveOut(): Promise<void> {
    const { summary } = check.state;
    if (summary === null) return;
    let left = 0;
    for (const { id } of problemsInOrder(summary.reasons)) {
      const answer = await check.leaveOut({ choice: { reasonId: id, keep: 'first' }, isOut: true });
      if (answer === null) return;
      left = answer.standing.leftOut - summary.standing.leftOut;
    }
    toast(`Left out ${format.count(left, rowForms)}`, 'They can be taken back under Check.', {
      name: CHANGE_NOTE,
    });
  }

  return (
    <>
      . {rows} {hasRepeats && 'Of rows that repeat a value, the first is sent. '}
      <Button size="compact-xs" variant="subtle" onClick={() => startWork(leaveOut)}>
        {hasRepeats ? 'Leave out the others' : `Leave out ${format.number(count)}`}
      </Button>
    </>
  );
}
