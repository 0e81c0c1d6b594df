import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { computersWords } from '../../../../../shared/domain/team/team-words.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ConfirmDialog, MainButton } from '../../../ui/index.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './Wizard.module.css';

interface StartButtonProps {
  readonly wizard: Wizard;
  /** What it does, in words. */
  readonly label: string;
}

/** Starts the import. A file of which colleagues have more than half is probably theirs: a person is asked first. */
export function StartButton({ wizard, label }: StartButtonProps) {
  const { blocker, check, state, start } = wizard;
  const [isAsking, setIsAsking] = useState(false);
  const { summary } = check.state;
  const isTheirs = summary !== null && (summary.team?.rows ?? 0) * 2 > summary.rows;
  return (
    <>
      <MainButton
        className={classes['start'] ?? ''}
        title={label}
        icon={IconPlayerPlay}
        disabled={blocker !== null || state.isStarting}
        onClick={isTheirs ? () => setIsAsking(true) : start}
      >
        {label}
      </MainButton>
      {isTheirs && (
        <ConfirmDialog
          opened={isAsking}
          title="More than half of this file is at colleagues. Send the rest?"
          confirmLabel={label}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            start();
          }}
        >
          <TheirRows summary={summary} />
        </ConfirmDialog>
      )}
    </>
  );
}

function TheirRows({ summary: { rows, standing, team } }: { readonly summary: CheckSummary }) {
  const now = useNow(60_000);
  if (team === null) return null;
  const anyway = team.rows - team.leftOut;
  return (
    <p>
      Colleagues have sent the leads of {format.number(team.rows)} of {format.count(rows, rowForms)}:{' '}
      {computersWords(team.computers, (at) => format.ago(at, now))} Of these,{' '}
      {anyway === 0
        ? 'none is sent again'
        : format.count(anyway, { one: '# is sent again, as you chose', other: '# are sent again, as you chose' })}
      . {format.count(rows - standing.leftOut, { one: '# row of the file goes', other: '# rows of the file go' })} to
      the campaign.
    </p>
  );
}
