// Why: decision 0174.
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { CampaignInput } from '../../../lib/campaign/CampaignInput.tsx';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { FailureNote, Note } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';

/** The service does not know the campaign: its rows can go on into another one, after a look at its fields. */
export function WrongCampaignNote({ job }: { readonly job: JobSummary }) {
  const labelId = useId();
  const [code, setCode] = useState(job.campaignCode);
  const correct = useChannelMutation('job:correctCampaign');
  const wanted = code.trim();
  const isOther = wanted !== '' && wanted !== job.campaignCode;
  const rows = format.count(job.counts.refused + job.counts.waiting, {
    one: 'its refused or waiting row goes on as a new import, as you repaired it',
    other: 'its # refused and waiting rows go on as a new import, as you repaired them',
  });
  return (
    <Note
      tone="warning"
      role="status"
      title={
        <>
          The service refused the campaign <bdi>{job.campaignCode}</bdi>, and created no lead.
        </>
      }
    >
      Name the right one, and {rows}. Before anything is sent you see which of your fields it has.
      <form
        className={classes['signIn']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOther || correct.isPending) return;
          correct.mutate(
            { jobId: job.id, campaignCode: wanted },
            { onSuccess: (draft) => navigate('import', draft.id, { part: draft.step }) },
          );
        }}
      >
        <div className="flexColumn fine gap4 medium">
          <span id={labelId}>Campaign</span>
          <CampaignInput labelId={labelId} value={code} width={260} without={job.campaignCode} onChange={setCode} />
        </div>
        <Button type="submit" disabled={!isOther || correct.isPending}>
          {correct.isPending ? 'Preparing the rows' : 'Correct the campaign and go on'}
        </Button>
      </form>
      <FailureNote failure={correct.error} />
    </Note>
  );
}
