import { Button } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { isCancelled, useChannelMutation } from '../../bridge/index.ts';
import { PasswordForm, TestSteps, useTestSteps } from '../../lib/connect/index.ts';
import { Card, CopyButton, FailureNote, StatusWord, toast } from '../../ui/index.ts';
import classes from './ConnectionCard.module.css';

/** Address and user, where the password is, and the connection test. */
export function ConnectionCard({ account }: { readonly account: AccountSummary }) {
  const again = useChannelMutation('account:testAgain');
  const test = useTestSteps();
  const isPractice = account.kind === 'practice';
  const works = again.data?.works;

  function run(): void {
    if (again.isPending) return;
    again.mutate(
      { accountId: account.id, callId: test.begin() },
      { onSuccess: test.finish, onError: (error) => isCancelled(error) && test.clear() },
    );
  }

  return (
    <Card
      title="Connection"
      context={
        works === undefined || again.isPending ? null : (
          <StatusWord status={works ? 'ok' : 'error'} size="small">
            {works ? 'works' : 'does not work'}
          </StatusWord>
        )
      }
      actions={
        account.signedIn ? (
          <Button
            size="xs"
            variant="default"
            className={classes['test'] ?? ''}
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            onClick={again.isPending ? test.cancel : run}
          >
            {again.isPending ? 'Stop testing' : 'Test again'}
          </Button>
        ) : null
      }
    >
      <dl className={classes['facts']}>
        <div>
          <dt>Address</dt>
          <dd className={classes['address']}>
            {account.address}
            <CopyButton compact text={account.address} label="Copy the address" />
          </dd>
        </div>
        <div>
          <dt>User name</dt>
          <dd>{account.username}</dd>
        </div>
      </dl>
      {isPractice ? (
        <p className={classes['line']}>A simulated service on this computer. Nothing leaves it.</p>
      ) : (
        <Password account={account} />
      )}
      {again.error === null ? null : <FailureNote failure={again.error} onRetry={run} />}
      {test.steps.length === 0 ? null : (
        <div className={classes['steps']}>
          <TestSteps steps={test.steps} look="list" />
        </div>
      )}
    </Card>
  );
}

const keptWords: Record<AccountSummary['protection'], string> = {
  os: 'Password kept by this computer’s credential vault.',
  session: 'Password kept in memory until Lead Console closes.',
  none: 'The password was not kept. Enter it to continue.',
};

function Password({ account }: { readonly account: AccountSummary }) {
  const [isReplacing, setIsReplacing] = useState(false);
  if (!account.signedIn || isReplacing) {
    return (
      <div className={classes['password']}>
        {account.signedIn ? null : <p className={classes['line']}>{keptWords.none}</p>}
        <PasswordForm
          account={account}
          onSignedIn={() => {
            setIsReplacing(false);
            toast(`Signed in to ${account.name}.`, 'The new password is in use.');
          }}
          {...(account.signedIn ? { onCancel: () => setIsReplacing(false) } : {})}
        />
      </div>
    );
  }
  return (
    <p className={classes['line']}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {keptWords[account.protection]}
      <button type="button" className={classes['link']} onClick={() => setIsReplacing(true)}>
        Replace…
      </button>
    </p>
  );
}
