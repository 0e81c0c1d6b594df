import { Button } from '@mantine/core';
import type { QuotaSnapshot } from '../../../../shared/contract/quota/quota.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import { clockWords, nightPriceWords } from './notes-model.ts';
import classes from './QuotaNotes.module.css';

/** What holds for all services: whether they can be reached, the clocks, and the price at night with its check. */
export function QuotaNotes({ snapshot }: { readonly snapshot: QuotaSnapshot }) {
  const probe = useChannelMutation('quota:probe');
  const clock = clockWords(snapshot.clockOffset);
  const message = probe.data?.message ?? '';
  return (
    <div className={classes['notes']}>
      {snapshot.offline === '' ? null : <p role="status">{snapshot.offline}</p>}
      {clock === '' ? null : <p>{clock}</p>}
      <p className={classes['price']}>
        <span>{nightPriceWords(snapshot.nightPrice, snapshot.timeZone)}</span>
        <Button
          size="xs"
          variant="subtle"
          aria-disabled={probe.isPending}
          onClick={() => {
            if (!probe.isPending) probe.mutate({});
          }}
        >
          {probe.isPending ? 'Checking' : 'Check now (8 requests)'}
        </Button>
        <span role="status">{probe.isPending ? '' : message}</span>
      </p>
      {probe.error === null ? null : <FailureNote failure={probe.error} />}
    </div>
  );
}
