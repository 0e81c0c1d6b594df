import { startRefetch, useChannel } from '../../bridge/index.ts';
import { ConnectForm } from '../../lib/connect/ConnectForm.tsx';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { Card, FailureNote, Page, Pane, Panes, Skeleton } from '../../ui/index.ts';
import { AccountActions } from './AccountActions.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { ConnectionList } from './ConnectionList.tsx';
import { LoginStart } from './LoginStart.tsx';
import { ProgramUpdate } from './ProgramUpdate.tsx';
import { StorageBox } from './StorageBox.tsx';
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
      actions={
        // What failed for one connection must not be asked of another.
        shown === undefined ? null : (
          <AccountActions key={shown.id} account={shown} isActive={shown.id === data?.activeId} />
        )
      }
      layout="fill"
    >
      <FailureNote
        className={classes['failure']}
        failure={accounts.error}
        onRetry={() => startRefetch(accounts.refetch)}
      />
      <Panes>
        <Pane label="Connections" width={232} ground="canvas">
          {data === undefined ? (
            <Skeleton className="pad20" lines={3} />
          ) : (
            <ConnectionList
              accounts={data.accounts}
              activeId={data.activeId}
              shownId={isAdding ? null : (shown?.id ?? null)}
              onAdd={() => navigate('account', adding)}
            >
              {shown === undefined ? null : (
                <StorageBox key={shown.id} account={shown} isActive={shown.id === data.activeId} />
              )}
              <LoginStart isPasswordKept={shown?.kind !== 'service' || shown.protection === 'os'} />
              <ProgramUpdate />
            </ConnectionList>
          )}
        </Pane>
        <Pane label={isAdding ? 'Another connection' : 'Details'} ground="canvas">
          {isAdding ? (
            <div className={classes['add']}>
              <Card title="Add a connection" context="the web service account your administrator gave you">
                <ConnectForm
                  onConnected={(account) => {
                    navigate('account', account.id, { replace: true });
                    // The button that had the focus is gone.
                    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus());
                  }}
                />
              </Card>
            </div>
          ) : shown === undefined ? null : (
            <AccountDetails key={shown.id} account={shown} isOpen={shown.id === data?.activeId && shown.signedIn} />
          )}
        </Pane>
      </Panes>
    </Page>
  );
}
