import { Button, Loader, PasswordInput, TextInput } from '@mantine/core';
import { IconArrowRight, IconLock } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { useChannel } from '../../bridge/index.ts';
import { CancelButton, FailureNote, ReservedLines } from '../../ui/index.ts';
import { NetworkDialog } from './NetworkDialog.tsx';
import { TestSteps, TestTrouble } from './TestSteps.tsx';
import { type Connecting, useConnect } from './use-connect.ts';
import classes from './ConnectForm.module.css';

/** Pixels. A line of words, and the room above it. */
const UNDER_A_FIELD = 22;

/** Address, user and password; tests them step by step and keeps the account when every step succeeded. */
export function ConnectForm({ onConnected }: { readonly onConnected?: (account: AccountSummary) => void }) {
  const form = useConnect(onConnected);
  const { test, isBusy, failure } = form;
  return (
    <>
      <form onSubmit={form.submit} noValidate>
        <AddressField form={form} />
        <CredentialFields form={form} />
        <ProtectionLine />
        <div className={classes['steps']}>
          <TestSteps steps={test.steps} look="lines" />
          <TestTrouble steps={test.steps} />
          <FailureNote failure={failure} />
        </div>
        <div className="flexCentred gap10 above16">
          {/* Not disabled while it works: the focus would be lost. */}
          <Button
            type="submit"
            miw={114}
            aria-disabled={isBusy}
            onClick={(event) => {
              if (isBusy) event.preventDefault();
            }}
            leftSection={isBusy ? <Loader size={14} color="var(--lc-on-accent)" aria-hidden /> : undefined}
          >
            {isBusy ? 'Connecting' : 'Connect'}
          </Button>
          {isBusy ? <CancelButton onClick={test.cancel} /> : null}
          <span className="quiet atEnd">Testing uses up to 6 requests.</span>
        </div>
      </form>
      <NetworkDialog />
    </>
  );
}

interface FieldsProps {
  readonly form: Connecting;
}

/** The address as typed, and below it as it will be used. */
function AddressField({ form: { fields, errors, usedAddress, isBusy, change, showUsedAddress } }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Address"
        placeholder="company.example.com"
        value={fields.address}
        error={errors.address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        onBlur={showUsedAddress}
        readOnly={isBusy}
        autoComplete="url"
        spellCheck={false}
        maxLength={2000}
        data-autofocus
      />
      {errors.address === undefined ? (
        <ReservedLines lines={1} lineHeight={UNDER_A_FIELD}>
          {usedAddress === '' ? null : (
            <p className={classes['echo']}>
              <IconArrowRight size={14} stroke={1.75} aria-hidden />
              Will be used as{' '}
              <strong className="truncate" title={usedAddress}>
                {usedAddress}
              </strong>
            </p>
          )}
        </ReservedLines>
      ) : null}
    </>
  );
}

function CredentialFields({ form: { fields, errors, isBusy, change } }: FieldsProps) {
  return (
    <div className={classes['pair']}>
      <TextInput
        label="User name"
        value={fields.username}
        error={errors.username}
        onChange={(event) => change({ username: event.currentTarget.value })}
        readOnly={isBusy}
        autoComplete="username"
        spellCheck={false}
        maxLength={500}
      />
      <PasswordInput
        label="Password"
        value={fields.password}
        error={errors.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        readOnly={isBusy}
        autoComplete="current-password"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
    </div>
  );
}

/** Where the host keeps the password. */
export function ProtectionLine() {
  const { data } = useChannel('host:info', {}, { staleTime: Infinity });
  return (
    <ReservedLines lines={1} lineHeight={UNDER_A_FIELD}>
      {data === undefined ? null : (
        <p className={classes['protection']}>
          <IconLock size={14} stroke={1.75} aria-hidden />
          {data.protection === 'os'
            ? 'Kept by this computer’s credential vault. It cannot be read back here.'
            : 'Kept in memory until Lead Console closes. You will be asked for it again.'}
        </p>
      )}
    </ReservedLines>
  );
}
