import { Button, Loader, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AccountSummary, TestReport } from '../../../../shared/contract/account/account.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { CancelButton, FailureNote } from '../../ui/index.ts';
import { ProtectionLine } from './ConnectForm.tsx';
import { TestTrouble } from './TestSteps.tsx';
import classes from './PasswordForm.module.css';

export interface PasswordFormProps {
  readonly account: AccountSummary;
  readonly onSignedIn?: () => void;
  readonly onCancel?: () => void;
  /** `line`: field and button beside each other, for a note. */
  readonly layout?: 'form' | 'line';
}

/** Signs in again with a new password; the old one stays in use until the new one works. */
export function PasswordForm({ account, onSignedIn, onCancel, layout = 'form' }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [report, setReport] = useState<TestReport | null>(null);
  const signIn = useChannelMutation('account:signIn');
  const name = `Password of ${account.username}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setReport(null);
    setIsMissing(password === '');
    if (password === '' || signIn.isPending) return;
    signIn.mutate(
      { accountId: account.id, password },
      {
        onSuccess: (answer) => {
          setReport(answer);
          if (!answer.works) return;
          setPassword('');
          onSignedIn?.();
        },
      },
    );
  }

  return (
    <form className={classes['form']} data-layout={layout} onSubmit={submit} noValidate>
      <PasswordInput
        {...(layout === 'line' ? { 'aria-label': name, placeholder: name } : { label: name })}
        value={password}
        error={isMissing ? 'Type the password of this user.' : undefined}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setIsMissing(false);
        }}
        readOnly={signIn.isPending}
        autoComplete="current-password"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        data-autofocus
      />
      {layout === 'form' && <ProtectionLine />}
      {report === null || report.works ? null : <TestTrouble steps={report.steps} />}
      <FailureNote failure={signIn.error} />
      <div className={classes['buttons']}>
        <Button
          type="submit"
          miw={108}
          aria-disabled={signIn.isPending}
          leftSection={signIn.isPending ? <Loader size={14} color="var(--lc-on-accent)" aria-hidden /> : undefined}
        >
          {signIn.isPending ? 'Signing in' : 'Sign in'}
        </Button>
        {onCancel === undefined ? null : <CancelButton onClick={onCancel} />}
      </div>
    </form>
  );
}
