import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountLook, AccountSummary } from '../../../../shared/contract/account/account.ts';
import { isTeamUntold } from '../../../../shared/contract/team/team.ts';
import { CallError, useChannelMutation } from '../../bridge/index.ts';
import { navigate } from '../../lib/navigation.ts';
import { ConfirmDialog, couldNot, FailureNote, NameDialog, SecondaryButton, toast } from '../../ui/index.ts';
import { DiagnosticsButton } from './DiagnosticsButton.tsx';
import { LookFields } from './LookFields.tsx';

const UNMARKED: AccountLook = { colour: null, isProduction: false };

interface AccountActionsProps {
  readonly account: AccountSummary;
  readonly isActive: boolean;
}

/** What can be done with a connection as a whole. */
export function AccountActions({ account, isActive }: AccountActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const [look, setLook] = useState<AccountLook>(UNMARKED);
  const rename = useChannelMutation('account:rename');
  const activate = useChannelMutation('account:activate');
  const remove = useChannelMutation('account:remove');
  const isUntold = remove.error !== null && isTeamUntold(remove.error.details);
  const isPractice = account.kind === 'practice';

  async function confirm(): Promise<void> {
    // Awaited: removing the last account unmounts this page, and react-query drops the callbacks of an unmounted page.
    try {
      await remove.mutateAsync({ accountId: account.id, isForced: isUntold });
    } catch (error) {
      // Shown in the dialog, which stays open.
      if (error instanceof CallError) return;
      throw error;
    }
    setIsAsking(false);
    navigate('account', null, { replace: true });
    toast(`${account.name} is removed.`, 'What was kept for it here is deleted. Files that you saved stay.');
  }

  return (
    <>
      <DiagnosticsButton />
      {isPractice ? null : (
        <SecondaryButton
          icon={IconPencil}
          onClick={() => {
            rename.reset();
            setLook(account.look ?? UNMARKED);
            setIsNaming(true);
          }}
        >
          Name and colour…
        </SecondaryButton>
      )}
      <SecondaryButton
        icon={IconTrash}
        onClick={() => {
          // The team is tried again before a person is asked to do without it.
          remove.reset();
          setIsAsking(true);
        }}
      >
        Remove…
      </SecondaryButton>
      {isActive ? null : (
        <Button onClick={() => activate.mutate({ accountId: account.id }, couldNot)} aria-disabled={activate.isPending}>
          Use this connection
        </Button>
      )}
      <NameDialog
        opened={isNaming}
        title={`Name and colour of ${account.name}`}
        name={account.name}
        confirmLabel="Save"
        work={rename}
        onConfirm={(name) =>
          rename.mutate({ accountId: account.id, name, look }, { onSuccess: () => setIsNaming(false) })
        }
        onClose={() => setIsNaming(false)}
      >
        <LookFields look={look} onChange={setLook} />
      </NameDialog>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove ${account.name}?`}
        confirmLabel={isUntold ? 'Remove without telling the team' : 'Remove'}
        danger
        busy={remove.isPending}
        onConfirm={() => {
          confirm().catch((error: unknown) => window.reportError(error));
        }}
        onClose={() => setIsAsking(false)}
      >
        {isPractice
          ? 'Its jobs stop between two rows. All that was made in practice is deleted from this computer: jobs with their rows, results, and the leads of the practice service. To come back to it later, leave practice in the menu of the account instead.'
          : 'Lead Console forgets its password and stops its jobs between two rows. Its jobs with their rows, its results, queries and templates are deleted from this computer; that cannot be undone. If it is in a team, it gives back the leads that it has claimed and not sent, and leaves. Leads in the service stay. To keep all of it here and forget only the password, sign out instead.'}
        <FailureNote failure={remove.error} />
      </ConfirmDialog>
    </>
  );
}
