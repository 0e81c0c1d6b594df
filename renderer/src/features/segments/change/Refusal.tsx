import { Button } from '@mantine/core';
import type { SegmentBatch, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { Card, FailureNote, StatusWord } from '../../../ui/index.ts';
import { leadCount } from '../change-words.ts';
import classes from './ChangePage.module.css';

interface RefusalProps {
  readonly change: SegmentChange;
  readonly batch: SegmentBatch;
}

/** A batch that the service refused as a whole. Once the reason is gone, it can be sent again. */
export function Refusal({ change, batch }: RefusalProps) {
  const resolve = useChannelMutation('segment:resolve');
  return (
    <Card title={<StatusWord status="refused">The service refused batch {batch.number}</StatusWord>}>
      <p className={classes['doubtText']}>
        {batch.reason === '' ? '' : `${batch.reason} `}
        None of its {leadCount(batch.leads)} was {change.kind === 'add' ? 'added' : 'removed'}.
      </p>
      {resolve.error !== null && <FailureNote failure={resolve.error} />}
      <div className={classes['answers']}>
        <Button
          size="xs"
          variant="default"
          disabled={resolve.isPending}
          onClick={() => resolve.mutate({ changeId: change.id, batch: batch.number, as: 'again' })}
        >
          Send batch {batch.number} again
        </Button>
      </div>
    </Card>
  );
}
