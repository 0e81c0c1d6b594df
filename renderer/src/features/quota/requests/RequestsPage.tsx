import { useChannel } from '../../../bridge/index.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { FailureNote, Page, Skeleton, startWork } from '../../../ui/index.ts';
import { HeadersCard, RawCard } from './AnswerCards.tsx';
import { RequestLog } from '../../../lib/request-log/RequestLog.tsx';
import classes from './RequestsPage.module.css';

/** Its place in the address, beside the names of budgets. */
export const REQUESTS = 'requests';

/** The last requests, and what the service itself says about limits and counts. */
export function RequestsPage() {
  const snapshot = useChannel('quota:snapshot', {});
  const now = useNow(1000);
  const { data } = snapshot;
  return (
    <Page
      parent={{ name: 'Quota', href: placeHref('quota') }}
      title="Request log"
      context="without personal data, kept until the program ends"
    >
      <FailureNote failure={snapshot.error} onRetry={() => startWork(() => snapshot.refetch())} />
      {snapshot.isPending && <Skeleton lines={6} label="The requests are loading" />}
      {data !== undefined && (
        <div className={classes['columns']}>
          <RequestLog />
          <div className="flexColumn gap16 shrinks">
            <HeadersCard services={data.services} />
            <RawCard snapshot={data} now={now} />
          </div>
        </div>
      )}
    </Page>
  );
}
