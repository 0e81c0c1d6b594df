import { SegmentedControl } from '@mantine/core';
import { format } from '../../../../lib/format.ts';
import { sendable } from '../../checking/check-sum.ts';
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
  const { summary, corrections } = useCheckStep();
  const more = sendable(summary, reasonId);
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'leaveOut', label: `Leave out ${format.number(rows)}` },
        {
          value: 'send',
          label: `${send} ${format.number(rows - leftOut + more)}`,
          disabled: rows - leftOut + more === 0,
        },
      ]}
      value={leftOut === rows ? 'leaveOut' : more === 0 ? 'send' : ''}
      onChange={(next) => {
        if (next === 'send') corrections.takeBack(reasonId);
        else corrections.leaveReasonOut(reasonId, title, null);
      }}
    />
  );
}
