import { isTeamUntold } from '../../../../../shared/contract/team/team.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { ConfirmDialog, FailureNote } from '../../../ui/index.ts';

/** What changes the team for good. `computer`: as "Bent’s computer". */
export type TeamAct =
  | { readonly kind: 'leave' }
  | { readonly kind: 'restored' }
  | { readonly kind: 'without'; readonly office: number; readonly computer: string };

/** Asks before it, and says what it means. */
export function TeamActDialog({ act, onClose }: { readonly act: TeamAct; readonly onClose: () => void }) {
  const leave = useChannelMutation('team:leave');
  const restored = useChannelMutation('team:restored');
  const without = useChannelMutation('team:goOnWithout');
  const failure = leave.error ?? restored.error ?? without.error;
  const isUntold = leave.error !== null && isTeamUntold(leave.error.details);
  const done = { onSuccess: onClose };

  function confirm(): void {
    if (act.kind === 'leave') leave.mutate({ isForced: isUntold }, done);
    else if (act.kind === 'restored') restored.mutate({}, done);
    else without.mutate({ office: act.office }, done);
  }

  const { title, words, label } = wordsOf(act);
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={isUntold ? 'Leave without telling it' : label}
      danger
      busy={leave.isPending || restored.isPending || without.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {words}
      <FailureNote failure={failure} />
      {isUntold && 'Leaving without telling it: up to 26 leads that this computer has claimed and not sent stay taken.'}
    </ConfirmDialog>
  );
}

function wordsOf(act: TeamAct): { readonly title: string; readonly words: string; readonly label: string } {
  switch (act.kind) {
    case 'leave':
      return {
        title: 'Leave the team?',
        words:
          'Lead Console forgets the invitation and the login. From then on this computer does not know what colleagues send, and a lead can be sent twice. What it has sent stays known to the team.',
        label: 'Leave',
      };
    case 'restored':
      return {
        title: 'Was the database put back to an earlier state?',
        words:
          'Every computer of the team tells it again what it has sent, and nobody sends before all have. Lead Console notices most cases by itself; say it only if whoever runs the database has put it back.',
        label: 'It was put back',
      };
    case 'without':
      return {
        title: `Go on without ${act.computer}?`,
        words: `Nobody waits for ${act.computer} any more. If the database has forgotten what that computer sent, its leads can be sent a second time. If it is found again, it tells what it sent and is in the team as before.`,
        label: 'Go on without it',
      };
  }
}
