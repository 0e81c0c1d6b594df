import { SegmentedControl } from '@mantine/core';
import { format } from '../../../../lib/format.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import type { KnownReason } from '../model/use-corrections.ts';

interface SendChoiceProps {
  readonly reasonId: KnownReason;
  readonly title: string;
  /** Whose rows they are, for people who hear the page. */
  readonly label: string;
  readonly rows: number;
  readonly leftOut: number;
  readonly send: 'Send again' | 'Send anyway';
}

/** One decision for all rows that another import has, which can be undone. Rows that were chosen one by one: none. */
export function SendChoice({ reasonId, title, label, rows, leftOut, send }: SendChoiceProps) {
  const { corrections } = useCheckStep();
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'leaveOut', label: `Leave out ${format.number(rows)}` },
        { value: 'send', label: `${send} ${format.number(rows)}` },
      ]}
      value={leftOut === rows ? 'leaveOut' : leftOut === 0 ? 'send' : ''}
      onChange={(next) => {
        if (next === 'send') corrections.sendAgain(reasonId);
        else corrections.leaveReasonOut(reasonId, title, null);
      }}
    />
  );
}
