import type { SegmentBatch, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { Card, FailureNote, SmallButton, StatusTitle } from '../../../ui/index.ts';
import { asSentence, leadCount, requestCount } from '../change-words.ts';
import classes from './ChangePage.module.css';

/** A batch that the service refused as a whole: it is sent again as it was, or divided to find the lead to blame. */
export function Refusal({ change, batch }: { readonly change: SegmentChange; readonly batch: SegmentBatch }) {
  const resolve = useChannelMutation('segment:resolve');
  const send = (as: 'again' | 'halves' | 'singly' | 'left') =>
    resolve.mutate({ changeId: change.id, batch: batch.number, as });
  const most = requestCount(batch.leads);
  return (
    <Card title={<StatusTitle status="refused">The service refused batch {batch.number}</StatusTitle>}>
      <p className={classes['doubtText']}>
        {batch.reason === '' ? '' : `${asSentence(batch.reason)} `}
        None of its {leadCount(batch.leads)} was {change.kind === 'add' ? 'added' : 'removed'}.
      </p>
      <p className={classes['doubtText']}>
        One lead may be to blame. In halves, a half that is refused is divided again, until that lead is found: about{' '}
        {requestCount(2 * Math.ceil(Math.log2(batch.leads)))}. One by one takes up to {most}.
      </p>
      <FailureNote failure={resolve.error} />
      <div className={classes['answers']}>
        <SmallButton disabled={resolve.isPending} onClick={() => send('again')}>
          Send batch {batch.number} again
        </SmallButton>
        <SmallButton disabled={resolve.isPending} onClick={() => send('halves')}>
          In halves
        </SmallButton>
        <SmallButton disabled={resolve.isPending} onClick={() => send('singly')}>
          One by one
        </SmallButton>
        {!batch.isAccepted && (
          <SmallButton disabled={resolve.isPending} onClick={() => send('left')}>
            Leave it refused
          </SmallButton>
        )}
      </div>
    </Card>
  );
}
