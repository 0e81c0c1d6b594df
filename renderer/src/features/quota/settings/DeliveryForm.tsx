import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AlertDelivery } from '../../../../../shared/contract/quota/quota-alerts.ts';
import { call, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { FailureNote, Note, SecondaryButton, startWork } from '../../../ui/index.ts';
import classes from './Settings.module.css';

/** Where alerts go beside the screen. Saving sends a test, so that what fails is seen at once. */
export function DeliveryForm({ delivery }: { readonly delivery: AlertDelivery }) {
  const [webhook, setWebhook] = useState(delivery.webhook ?? '');
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const change = useChannelMutation('quota:alertDelivery');
  const now = useNow(60_000);
  const save = (file: 'keep' | null | (string & {})) =>
    change.mutate({ webhook: webhook.trim() === '' ? null : webhook.trim(), file });

  async function chooseFile(): Promise<void> {
    const { target } = await call('host:chooseTarget', { suggestedName: 'quota-alerts.jsonl' });
    if (target !== null) save(target.token);
  }

  return (
    <form
      className={classes['section']}
      aria-label="Where alerts go"
      onSubmit={(event) => {
        event.preventDefault();
        save('keep');
      }}
    >
      <h3 className={classes['title']}>Where alerts go</h3>
      <TextInput
        label="Address that gets each alert as JSON"
        description="https, or http on this computer. No lead, user or password is sent along."
        placeholder="https://hooks.company.example/quota"
        type="url"
        maxLength={2000}
        value={webhook}
        onChange={(event) => setWebhook(event.currentTarget.value)}
      />
      {host?.host === 'desktop' && (
        <div className={classes['buttons']}>
          <span className={classes['words']}>
            {delivery.file === null ? 'No file gets them.' : `A line for each is added to ${delivery.file}.`}
          </span>
          {delivery.file !== null && (
            <Button variant="subtle" disabled={change.isPending} onClick={() => save(null)}>
              No file
            </Button>
          )}
          <SecondaryButton disabled={change.isPending} onClick={() => startWork(chooseFile)}>
            Choose a file…
          </SecondaryButton>
        </div>
      )}
      <FailureNote failure={change.error} />
      {delivery.failure !== null && (
        <Note tone="warning" title={`The last alert did not arrive (${format.moment(delivery.failure.at, now)})`}>
          {delivery.failure.message}
        </Note>
      )}
      <div className={classes['buttons']}>
        <span className={classes['words']} role="status">
          {change.isSuccess && delivery.failure === null && webhook.trim() === (delivery.webhook ?? '')
            ? delivery.webhook === null && delivery.file === null
              ? 'Saved: alerts are on the screen only.'
              : 'Saved, and a test was sent.'
            : ''}
        </span>
        <SecondaryButton type="submit" disabled={change.isPending}>
          Save and send a test
        </SecondaryButton>
      </div>
    </form>
  );
}
