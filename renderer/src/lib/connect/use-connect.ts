import { useState, type FormEvent } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { normaliseAddress } from '../../../../shared/domain/service/address.ts';
import { CallError, isCancelled, useChannelMutation } from '../../bridge/index.ts';
import { emptyFields, fieldErrors, type ConnectFields } from './connect-model.ts';
import { useTestSteps } from './use-test-steps.ts';

/** A connection that is being typed and tested. */
export type Connecting = ReturnType<typeof useConnect>;

/** Keeps what is typed, checks it, and connects. */
export function useConnect(onConnected: ((account: AccountSummary) => void) | undefined) {
  const [fields, setFields] = useState<ConnectFields>(emptyFields);
  /** The address as it will be used; empty until it is known. */
  const [usedAddress, setUsedAddress] = useState('');
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

  function showUsedAddress(): void {
    if (fields.address.trim() === '') return setUsedAddress('');
    const result = normaliseAddress(fields.address);
    setUsedAddress(result.ok ? result.address : '');
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
    showUsedAddress();
    // Awaited: the new account takes the place of the page, and react-query drops the callbacks of an unmounted page.
    connect.mutateAsync({ ...fields, callId: test.begin() }).then(
      ({ account, report }) => {
        test.finish(report);
        if (account !== null) onConnected?.(account);
      },
      (error: unknown) => {
        if (error instanceof CallError && isCancelled(error)) test.clear();
      },
    );
  }

  return { fields, errors, usedAddress, isBusy, failure: connect.error, test, change, showUsedAddress, submit };
}
