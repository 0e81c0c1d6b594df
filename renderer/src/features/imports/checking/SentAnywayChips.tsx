// Why: decision 0270.
import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { startWork, useIsReadOnly } from '../../../ui/index.ts';
import { changeNotes } from './change-notes.ts';
import { IN_QUEUE, SENT_BEFORE, SENT_BY_TEAM, sentAnyway } from './check-sum.ts';
import classes from './SentAnywayChips.module.css';
import type { Check } from './use-check.ts';

/** What a person sends although it was sent before, is in the campaign or in an earlier file of the queue: each is one decision, and a click takes it back. */
export function SentAnywayChips({ check }: { readonly check: Check }) {
  const { summary } = check.state;
  if (summary === null) return null;
  const { again, there, queued, ofTeam } = sentAnyway(summary);

  async function leaveOut(rows: number, ask: () => Promise<CheckSummary | null>): Promise<void> {
    const answer = await ask();
    if (answer !== null) changeNotes(check).announce(`Left out ${format.count(rows, rowForms)}`, answer);
  }

  function leaveReasonOut(rows: number, reasonId: string): () => void {
    const choice = { reasonId, keep: null };
    return () => startWork(() => leaveOut(rows, () => check.leaveOut({ choice, isOut: true })));
  }

  async function leaveOutThere(): Promise<CheckSummary | null> {
    let answer: CheckSummary | null = null;
    for (const { origin } of summary?.campaign?.groups.filter((group) => group.leftOut < group.rows) ?? [])
      answer = await check.chooseInCampaign({ choice: { origin, all: 'leaveOut' } });
    return answer;
  }

  return (
    <>
      {again > 0 && (
        <Chip
          words={`${format.number(again)} sent again`}
          title="They were sent to this campaign before. Click to leave them out."
          onClick={leaveReasonOut(again, SENT_BEFORE)}
        />
      )}
      {queued > 0 && (
        <Chip
          words={`${format.number(queued)} of an earlier file sent anyway`}
          title="An earlier file of the queue sends them too. Click to leave them out."
          onClick={leaveReasonOut(queued, IN_QUEUE)}
        />
      )}
      {ofTeam > 0 && (
        <Chip
          words={`${format.number(ofTeam)} of colleagues sent anyway`}
          title="Another computer of the team has their leads. Click to leave them out."
          onClick={leaveReasonOut(ofTeam, SENT_BY_TEAM)}
        />
      )}
      {there > 0 && (
        <Chip
          words={`${format.number(there)} in the campaign sent anyway`}
          title="The campaign holds them already. Click to leave them out."
          onClick={() => startWork(() => leaveOut(there, leaveOutThere))}
        />
      )}
    </>
  );
}

interface ChipProps {
  readonly words: string;
  readonly title: string;
  readonly onClick: () => void;
}

function Chip({ words, title, onClick }: ChipProps) {
  const isReadOnly = useIsReadOnly();
  return (
    <UnstyledButton
      className={classes['chip'] ?? ''}
      aria-label={`${words}: leave them out`}
      title={title}
      disabled={isReadOnly}
      onClick={onClick}
    >
      <span className="tabular">{words}</span>
      <IconX size={12} stroke={2} aria-hidden />
    </UnstyledButton>
  );
}
