import { Button } from '@mantine/core';
import { IconGauge, IconRefresh } from '@tabler/icons-react';
import type { QuotaSnapshot } from '../../../../shared/contract/quota/quota.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { idleWords, inUsualOrder, isInUse } from '../../lib/quota-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { EmptyState, FailureNote, Page, Skeleton, startWork } from '../../ui/index.ts';
import { HeadersCard, RawCard } from './AnswerCards.tsx';
import { QuotaNotes } from './QuotaNotes.tsx';
import { RequestLog } from './RequestLog.tsx';
import { ServiceCard } from './ServiceCard.tsx';
import classes from './QuotaPage.module.css';

/** What each service still allows, where each figure comes from, and the last requests. */
export function QuotaPage() {
  const snapshot = useChannel('quota:snapshot', {});
  const refresh = useChannelMutation('quota:refresh');
  const now = useNow(1000);
  const { data } = snapshot;
  const failure = refresh.error ?? snapshot.error;
  const read = (): void => {
    if (!refresh.isPending) refresh.mutate({});
  };
  return (
    <Page
      title="Quota"
      context={data === undefined ? null : contextWords(data, now)}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
          onClick={read}
          aria-disabled={refresh.isPending}
          className={classes['read'] ?? ''}
        >
          {refresh.isPending ? 'Reading' : 'Read limits and counts'}
        </Button>
      }
    >
      <div className={classes['page']}>
        {failure === null ? null : (
          <FailureNote
            failure={failure}
            onRetry={() => {
              if (refresh.error === null) startWork(() => snapshot.refetch());
              else read();
            }}
          />
        )}
        {data === undefined ? (
          snapshot.isPending ? (
            <Skeleton lines={6} label="The quota is loading" />
          ) : null
        ) : (
          <Content snapshot={data} now={now} read={read} />
        )}
      </div>
    </Page>
  );
}

function contextWords(snapshot: QuotaSnapshot, now: number): string {
  const read =
    snapshot.readAt === null
      ? 'limits and counts not read yet'
      : `limits and counts read ${format.ago(snapshot.readAt, now, snapshot.timeZone)}`;
  return `Counted here, ${read}. Fair use is ${snapshot.fairUse ? 'on' : 'off'}.`;
}

interface ContentProps {
  readonly snapshot: QuotaSnapshot;
  readonly now: number;
  readonly read: () => void;
}

function Content({ snapshot, now, read }: ContentProps) {
  const services = inUsualOrder(snapshot.services);
  const inUse = services.filter(isInUse);
  const others = services.filter((service) => !isInUse(service));
  if (inUse.length === 0 && snapshot.rawLimits === null) {
    return (
      <EmptyState
        icon={IconGauge}
        title="Nothing is known yet"
        action={
          <Button variant="default" onClick={read}>
            Read limits and counts
          </Button>
        }
      >
        The service gives its limits with the first answer. Reading them now uses 2 requests.
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes['cards']}>
        {inUse.map((service) => (
          <ServiceCard key={service.service} service={service} now={now} zone={snapshot.timeZone} />
        ))}
      </div>
      {others.length === 0 ? null : (
        <p className={classes['others']}>Not used today: {others.map(idleWords).join(', ')}.</p>
      )}
      <QuotaNotes snapshot={snapshot} />
      <div className={classes['below']}>
        <RequestLog zone={snapshot.timeZone} />
        <div className={classes['side']}>
          <HeadersCard services={services} zone={snapshot.timeZone} />
          <RawCard snapshot={snapshot} now={now} />
        </div>
      </div>
    </>
  );
}
