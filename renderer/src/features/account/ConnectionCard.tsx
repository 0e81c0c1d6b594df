import { Button, TextInput } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { type Discovery, MOST_TEST_REQUESTS } from '../../../../shared/contract/account/discovery.ts';
import { isCancelled, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { PasswordForm } from '../../lib/connect/PasswordForm.tsx';
import { TestSteps } from '../../lib/connect/TestSteps.tsx';
import { useTestSteps } from '../../lib/connect/use-test-steps.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import {
  CancelButton,
  Card,
  CopyButton,
  FailureNote,
  isSecondOfTwo,
  SmallButton,
  StatusWord,
  toast,
} from '../../ui/index.ts';
import { isLess } from './discovery-words.ts';
import classes from './ConnectionCard.module.css';

export interface ConnectionCardProps {
  readonly account: AccountSummary;
  /** The last test that was kept. */
  readonly discovery: Discovery | null;
}

/** Address and user, where the password is, and the connection test. */
export function ConnectionCard({ account, discovery }: ConnectionCardProps) {
  const again = useChannelMutation('account:testAgain');
  const test = useTestSteps();
  const now = useNow(60_000);
  const isPractice = account.kind === 'practice';
  const steps = test.steps.length > 0 ? test.steps : (discovery?.steps ?? []);
  const seen = steps.reduce((most, step) => Math.max(most, step.request ?? 0), 0);
  const sent = again.isPending ? seen : Math.max(seen, discovery?.requests.length ?? 0);

  function run(): void {
    if (again.isPending) return;
    again.mutate(
      { accountId: account.id, callId: test.begin() },
      { onSuccess: test.finish, onError: (error) => isCancelled(error) && test.clear() },
    );
  }

  /** A failure with the former address or password says nothing of the new one, whose test is kept. */
  function forgetTest(): void {
    again.reset();
    test.clear();
  }

  return (
    <Card
      title="Connection"
      context={again.isPending ? null : <Works works={again.data?.works ?? discovery?.works} discovery={discovery} />}
      actions={
        account.signedIn ? (
          <SmallButton
            miw={112}
            icon={IconRefresh}
            onClick={(event) => {
              if (!again.isPending) run();
              else if (!isSecondOfTwo(event)) test.cancel();
            }}
          >
            {again.isPending ? 'Stop testing' : discovery === null ? 'Test' : 'Test again'}
          </SmallButton>
        ) : null
      }
    >
      <dl className={classes['facts']}>
        <Address account={account} onChanged={forgetTest} />
        <div>
          <dt>User name</dt>
          <dd>{account.username}</dd>
        </div>
      </dl>
      {isPractice ? (
        <p className={classes['line']}>A simulated service on this computer. Nothing leaves it.</p>
      ) : (
        <Password account={account} onChanged={forgetTest} />
      )}
      <FailureNote failure={again.error} onRetry={run} />
      {steps.length === 0 ? (
        <p className={classes['untested']}>
          A test sends at most {MOST_TEST_REQUESTS} requests, changes no setting and no lead, and says what this service
          does where its specification is silent.
        </p>
      ) : (
        <div className={classes['steps']}>
          <TestSteps steps={steps} look="columns" />
        </div>
      )}
      {steps.length === 0 ? null : (
        <p className={classes['foot']}>
          <Pips sent={sent} />
          {discovery === null || again.isPending
            ? null
            : `tested ${format.ago(discovery.testedAt, now, account.dialect.timeZone)}`}
        </p>
      )}
    </Card>
  );
}

function Works({ works, discovery }: { readonly works: boolean | undefined; readonly discovery: Discovery | null }) {
  if (works === undefined) return null;
  if (!works) return <StatusWord status="error">does not work</StatusWord>;
  return isLess(discovery) ? (
    <StatusWord status="warning">less than before</StatusWord>
  ) : (
    <StatusWord status="ok">works</StatusWord>
  );
}

/** One mark for each request that a test may send, filled when it was sent. */
function Pips({ sent }: { readonly sent: number }) {
  return (
    <span className={classes['pips']}>
      <span className={classes['pipRow']} aria-hidden>
        {Array.from({ length: MOST_TEST_REQUESTS }, (_, index) => (
          <span key={index} className={classes['pip']} data-sent={index < sent || undefined} />
        ))}
      </span>
      <span className="tabular">
        {sent} of {MOST_TEST_REQUESTS} requests
      </span>
    </span>
  );
}

interface PartProps {
  readonly account: AccountSummary;
  /** Another address or password works and is in use. */
  readonly onChanged: () => void;
}

/** The address, and a form for another one of the same service. */
function Address({ account, onChanged }: PartProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className={classes['wide']}>
      <dt>Address</dt>
      <dd className={classes['address']}>
        {isEditing ? (
          <AddressForm account={account} onChanged={onChanged} onEnd={() => setIsEditing(false)} />
        ) : (
          <>
            <span>{account.address}</span>
            <CopyButton compact text={account.address} label="Copy the address" />
            {account.kind === 'practice' || !account.signedIn ? null : (
              <button type="button" className={classes['link']} onClick={() => setIsEditing(true)}>
                Change…
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function AddressForm({ account, onChanged, onEnd }: PartProps & { readonly onEnd: () => void }) {
  const [address, setAddress] = useState(account.address);
  const change = useChannelMutation('account:address');
  const test = useTestSteps();
  const failed =
    change.data?.account === null ? change.data.report.steps.find(({ state }) => state === 'failed') : null;
  return (
    <form
      className={classes['addressForm']}
      onSubmit={(event) => {
        event.preventDefault();
        if (change.isPending) return;
        change.mutate(
          { accountId: account.id, address, callId: test.begin() },
          {
            onSuccess: ({ account: moved }) => {
              if (moved === null) return;
              onChanged();
              onEnd();
              toast(`${moved.name} is now at ${moved.address}.`, 'Jobs and results stay with the connection.');
            },
          },
        );
      }}
    >
      <TextInput
        aria-label="New address"
        description="For the same service at another address. For another service, add a connection: jobs and results stay with this one."
        value={address}
        readOnly={change.isPending}
        spellCheck={false}
        maxLength={2000}
        error={
          failed?.detail ?? (change.error === null || isCancelled(change.error) ? undefined : change.error.message)
        }
        data-autofocus
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          change.reset();
        }}
      />
      <div className="buttonRow above8">
        <Button type="submit" size="xs" aria-disabled={change.isPending}>
          {change.isPending ? 'Testing' : 'Test and change'}
        </Button>
        <CancelButton size="xs" onClick={change.isPending ? test.cancel : onEnd} />
      </div>
    </form>
  );
}

function Password({ account, onChanged }: PartProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  if (!account.signedIn || isReplacing) {
    return (
      <div className={classes['password']}>
        {account.signedIn ? null : <p className={classes['line']}>The password was not kept. Enter it to go on.</p>}
        <PasswordForm
          account={account}
          onSignedIn={() => {
            onChanged();
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
      <span>
        {account.protection === 'os' ? keptByVault : keptInMemory(host?.host)}{' '}
        <button type="button" className={classes['link']} onClick={() => setIsReplacing(true)}>
          Sign in again…
        </button>
      </span>
    </p>
  );
}

const keptByVault =
  'Password kept by this computer’s credential vault, encrypted for your user. Lead Console does not show it again.';

function keptInMemory(host: 'desktop' | 'browser' | undefined): string {
  const why =
    host === 'desktop'
      ? 'this computer offers no credential vault that protects it'
      : 'in a browser no credential vault is used';
  return `The password stays in memory until Lead Console closes: ${why}.`;
}
