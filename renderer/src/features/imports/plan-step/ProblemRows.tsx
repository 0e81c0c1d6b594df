import { Button } from '@mantine/core';
import { format } from '../../../lib/format.ts';
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

  async function leaveOut(): Promise<void> {
    const { summary } = check.state;
    if (summary === null) return;
    let left = 0;
    for (const { id, severity } of summary.reasons) {
      if (severity !== 'problem') continue;
      const answer = await check.leaveOut({ choice: { reasonId: id, keep: null }, isOut: true });
      if (answer === null) return;
      left = answer.standing.leftOut - summary.standing.leftOut;
    }
    toast(`Left out ${format.count(left, { one: '# row', other: '# rows' })}`, 'They can be taken back under Check.', {
      name: CHANGE_NOTE,
    });
  }

  return (
    <>
      . {rows}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => startWork(leaveOut)}>
        Leave out {format.number(count)}
      </Button>
    </>
  );
}
