import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountSummary } from '../../../../../shared/contract/account/account.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { FailureNote, Note } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';

/** The job is paused until the service accepts a password again. */
export function PasswordNote({ job, account }: { readonly job: JobSummary; readonly account: AccountSummary }) {
  const [password, setPassword] = useState('');
  const signIn = useChannelMutation('account:signIn');
  const resume = useChannelMutation('job:resume');
  const { created, refused, unknown } = job.counts;
  const sent = created + refused + unknown;
  const isRefused = signIn.data !== undefined && !signIn.data.works;
  const failedStep = signIn.data?.steps.find((step) => step.state === 'failed');

  async function goOn(): Promise<void> {
    const report = await signIn.mutateAsync({ accountId: account.id, password });
    if (!report.works) return;
    setPassword('');
    await resume.mutateAsync({ jobId: job.id });
  }

  return (
    <Note
      tone="error"
      title={account.signedIn ? 'The password is no longer accepted.' : 'Enter the password again.'}
      role="alert"
    >
      The job is paused {sent === 0 ? 'before its first row' : `after ${format.count(sent, rowForms)}`}. The other rows
      wait. Enter the password for user {account.username} to go on.
      <form
        className={classes['signIn']}
        onSubmit={(event) => {
          event.preventDefault();
          // The mutations show their failures below.
          goOn().catch(() => undefined);
        }}
      >
        <PasswordInput
          label="Password"
          w={260}
          autoComplete="current-password"
          value={password}
          error={isRefused ? (failedStep?.detail ?? 'It was not accepted.') : null}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" disabled={password === '' || signIn.isPending}>
          Sign in and continue
        </Button>
      </form>
      <FailureNote failure={signIn.error} />
      <FailureNote failure={resume.error} />
    </Note>
  );
}
