import { Button, Loader, PasswordInput, TextInput } from '@mantine/core';
import { IconArrowRight, IconLock } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { normaliseAddress } from '../../../../shared/domain/service/address.ts';
import { isCancelled, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { FailureNote, ReservedLines } from '../../ui/index.ts';
import { emptyFields, fieldErrors, type ConnectFields } from './connect-model.ts';
import { TestSteps, TestTrouble } from './TestSteps.tsx';
import { useTestSteps } from './use-test-steps.ts';
import classes from './ConnectForm.module.css';

export interface ConnectFormProps {
  readonly onConnected?: (account: AccountSummary) => void;
}

/** Address, user and password; tests them step by step and keeps the account when every step succeeded. */
export function ConnectForm({ onConnected }: ConnectFormProps) {
  const [fields, setFields] = useState<ConnectFields>(emptyFields);
  const [echo, setEcho] = useState('');
  const [errors, setErrors] = useState<Partial<ConnectFields>>({});
  const connect = useChannelMutation('account:connect');
  const test = useTestSteps();
  const isBusy = connect.isPending;

  function change(part: Partial<ConnectFields>): void {
    setFields({ ...fields, ...part });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part))));
    if (!isBusy) test.clear();
    connect.reset();
  }

  function echoAddress(): void {
    if (fields.address.trim() === '') return setEcho('');
    const result = normaliseAddress(fields.address);
    setEcho(result.ok ? result.address : '');
    setErrors((known) => (result.ok ? known : { ...known, address: result.message }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = fieldErrors(fields);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      const form = event.currentTarget as HTMLFormElement;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    echoAddress();
    connect.mutate(
      { ...fields, callId: test.begin() },
      {
        onSuccess: ({ account, report }) => {
          test.finish(report);
          if (account !== null) onConnected?.(account);
        },
        onError: (error) => {
          if (isCancelled(error)) test.clear();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Address"
        placeholder="company.example.com"
        value={fields.address}
        error={errors.address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        onBlur={echoAddress}
        readOnly={isBusy}
        autoComplete="url"
        spellCheck={false}
        maxLength={2000}
        data-autofocus
      />
      {errors.address === undefined ? (
        <ReservedLines lines={1}>
          {echo === '' ? null : (
            <p className={classes['echo']}>
              <IconArrowRight size={14} stroke={1.75} aria-hidden />
              Will be used as <strong className="truncate">{echo}</strong>
            </p>
          )}
        </ReservedLines>
      ) : null}
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
      <ProtectionLine />
      <div className={classes['steps']}>
        <TestSteps steps={test.steps} look="lines" />
        <TestTrouble steps={test.steps} />
        {connect.error === null ? null : <FailureNote failure={connect.error} />}
      </div>
      <div className={classes['buttons']}>
        {/* Not disabled while it works: the focus would be lost. */}
        <Button
          type="submit"
          className={classes['connect'] ?? ''}
          aria-disabled={isBusy}
          onClick={(event) => {
            if (isBusy) event.preventDefault();
          }}
          leftSection={isBusy ? <Loader size={14} color="var(--lc-on-accent)" aria-hidden /> : undefined}
        >
          {isBusy ? 'Connecting' : 'Connect'}
        </Button>
        {isBusy ? (
          <Button variant="default" onClick={test.cancel}>
            Cancel
          </Button>
        ) : null}
        <span className={classes['cost']}>Testing uses up to 3 requests.</span>
      </div>
    </form>
  );
}

/** Where the host keeps the password. */
export function ProtectionLine() {
  const { data } = useChannel('host:info', {}, { staleTime: Infinity });
  return (
    <ReservedLines lines={1}>
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
