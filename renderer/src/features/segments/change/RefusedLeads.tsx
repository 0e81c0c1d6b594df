import type { SegmentBatch, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, FailureNote, SmallButton, StatusTitle } from '../../../ui/index.ts';
import { leadCount } from '../change-words.ts';
import { KnownName } from '../KnownName.tsx';
import { useLeadNames } from '../use-lead-names.ts';
import classes from './ChangePage.module.css';

/** Refused leads that are read, and leads named on the card; all are in the result file. */
const READ = 200;
const NAMED = 5;

interface RefusedLeadsProps {
  readonly change: SegmentChange;
  /** Refused batches of one lead. */
  readonly batches: readonly SegmentBatch[];
}

/** Leads that the service refused when they were sent alone, each with its reason: they are to blame. */
export function RefusedLeads({ change, batches }: RefusedLeadsProps) {
  const resolve = useChannelMutation('segment:resolve');
  const { data, error } = useChannel(
    'segment:leads',
    { changeId: change.id, state: 'refused', search: '', offset: 0, limit: READ },
    { keepPrevious: true, staleTime: 0 },
  );
  const alone = new Set(batches.map(({ number }) => number));
  const named = (data?.leads ?? []).filter(({ batch }) => alone.has(batch)).slice(0, NAMED);
  const names = useLeadNames(named.map(({ leadId }) => leadId));
  const failure = resolve.error ?? error;
  return (
    <Card
      title={<StatusTitle status="refused">The service refused {leadCount(batches.length)} sent alone</StatusTitle>}
    >
      <FailureNote failure={failure} />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={classes['alone']} aria-label="Leads to blame">
        {named.map(({ leadId, batch, reason }) => (
          <li key={leadId}>
            <span className={classes['aloneWords']}>
              <bdi className={classes['leadId']}>{leadId}</bdi>
              <KnownName names={names} leadId={leadId} />
              <span className={classes['leadReason']}>{reason}</span>
            </span>
            {change.state !== 'stopped' && (
              <SmallButton
                aria-label={`Send ${leadId} again`}
                disabled={resolve.isPending}
                onClick={() => resolve.mutate({ changeId: change.id, batch, as: 'again' })}
              >
                Send again
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {batches.length > named.length && data !== undefined && (
        <p className={classes['columnEnd']}>{format.number(batches.length - named.length)} more in the result file</p>
      )}
    </Card>
  );
}
