import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { CallError, startRefetch, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { ConnectForm } from '../../lib/connect/index.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { Card, ConfirmDialog, FailureNote, Page, Pane, Panes, showFailure, Skeleton, toast } from '../../ui/index.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { ConnectionList } from './ConnectionList.tsx';
import { DialectCard } from './DialectCard.tsx';
import { LookCard } from './LookCard.tsx';
import { UsersCard } from './UsersCard.tsx';
import classes from './AccountPage.module.css';

/** In the place of an id: the form for another connection. */
const adding = 'new';

/** Connections, their test, users, how the service differs, and how the program looks. */
export function AccountPage() {
  const accounts = useChannel('account:list', {});
  const { id } = usePlace();
  const { data } = accounts;
  const chosen = data?.accounts.find((account) => account.id === (id ?? data.activeId));
  const isAdding = id === adding;
  const shown = isAdding ? undefined : (chosen ?? data?.accounts.find((account) => account.id === data.activeId));
  return (
    <Page
      title="Account"
      context={isAdding ? 'Another connection' : shown?.name}
      actions={shown === undefined ? null : <AccountActions account={shown} isActive={shown.id === data?.activeId} />}
      layout="fill"
    >
      {accounts.error === null ? null : (
        <div className={classes['failure']}>
          <FailureNote failure={accounts.error} onRetry={() => startRefetch(accounts.refetch)} />
        </div>
      )}
      <Panes>
        <Pane label="Connections" width={232} ground="canvas">
          {data === undefined ? (
            <div className={classes['wait']}>
              <Skeleton lines={3} />
            </div>
          ) : (
            <ConnectionList
              accounts={data.accounts}
              activeId={data.activeId}
              shownId={isAdding ? null : (shown?.id ?? null)}
              onAdd={() => navigate('account', adding)}
            />
          )}
        </Pane>
        <Pane label={isAdding ? 'Another connection' : 'Details'} ground="canvas">
          {isAdding ? (
            <div className={classes['add']}>
              <Card title="Add a connection" context="the web service account your administrator gave you">
                <ConnectForm onConnected={(account) => navigate('account', account.id, { replace: true })} />
              </Card>
            </div>
          ) : shown === undefined ? null : (
            <div className={classes['cards']} key={shown.id}>
              <div className={classes['column']}>
                <ConnectionCard account={shown} />
                {shown.kind === 'service' ? <DialectCard account={shown} /> : <LookCard />}
              </div>
              <div className={classes['column']}>
                {shown.id === data?.activeId && shown.signedIn ? <UsersCard zone={shown.dialect.timeZone} /> : null}
                {shown.kind === 'service' ? <LookCard /> : null}
              </div>
            </div>
          )}
        </Pane>
      </Panes>
    </Page>
  );
}

function AccountActions({ account, isActive }: { readonly account: AccountSummary; readonly isActive: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const activate = useChannelMutation('account:activate');
  const remove = useChannelMutation('account:remove');
  const isPractice = account.kind === 'practice';

  async function confirm(): Promise<void> {
    // Awaited: removing the last account unmounts this page, and react-query drops the callbacks of an unmounted page.
    try {
      await remove.mutateAsync({ accountId: account.id });
    } catch (error) {
      // Shown in the dialog, which stays open.
      if (error instanceof CallError) return;
      throw error;
    }
    setIsAsking(false);
    navigate('account', null, { replace: true });
    if (isPractice) toast('You have left practice.', 'What you made there stays on this computer.');
    else toast(`${account.name} is removed.`, 'Its password is no longer kept.');
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {isPractice ? 'Leave practice…' : 'Remove…'}
      </Button>
      {isActive ? null : (
        <Button
          onClick={() => activate.mutate({ accountId: account.id }, { onError: (error) => showFailure(error) })}
          aria-disabled={activate.isPending}
        >
          Use this connection
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={isPractice ? 'Leave practice?' : `Remove ${account.name}?`}
        confirmLabel={isPractice ? 'Leave' : 'Remove'}
        danger
        busy={remove.isPending}
        onConfirm={() => {
          confirm().catch((error: unknown) => window.reportError(error));
        }}
        onClose={() => setIsAsking(false)}
      >
        {isPractice
          ? 'Running jobs stop between two rows. What you made in practice stays on this computer for when you come back.'
          : 'Lead Console forgets its password and stops its jobs between two rows. Jobs and results stay on this computer for when you connect again with the same address and user.'}
        {remove.error === null ? null : <FailureNote failure={remove.error} />}
      </ConfirmDialog>
    </>
  );
}
