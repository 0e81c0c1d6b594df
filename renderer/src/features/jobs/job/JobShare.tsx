import { Popover, Slider } from '@mantine/core';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { couldNot } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';

/** How much of the pace the job takes: changed while it runs. */
export function JobShare({ job }: { readonly job: JobSummary }) {
  const share = useChannelMutation('job:share');
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? job.terms.share;
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <button type="button" className="linkButton">
          share {format.number(job.terms.share)} %
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes['shareForm']}>
          <strong className="tabular">{format.number(shown)} % of the limit</strong>
          <Slider
            thumbLabel="Share of the limit, percent"
            min={5}
            max={100}
            step={5}
            label={null}
            value={shown}
            onChange={setMoving}
            onChangeEnd={(next) =>
              share.mutate({ jobId: job.id, share: next }, { ...couldNot, onSettled: () => setMoving(null) })
            }
          />
          <span className="text2">From the next row on. People’s clicks always go first.</span>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
