// Why: decision 0174.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { navigate } from '../../lib/navigation.ts';
import { FailureNote, Note } from '../../ui/index.ts';
import classes from './JobPage.module.css';

/** The service does not know the campaign: its rows can go on into another one, as a new job. */
export function WrongCampaignNote({ job }: { readonly job: JobSummary }) {
  const [code, setCode] = useState(job.campaignCode);
  const correct = useChannelMutation('job:correctCampaign');
  const { data } = useChannel('import:campaigns', {});
  const wanted = code.trim();
  const isOther = wanted !== '' && wanted !== job.campaignCode;
  const rows = format.count(job.counts.refused + job.counts.waiting, {
    one: '# refused or waiting row goes on',
    other: '# refused and waiting rows go on',
  });
  return (
    <Note tone="warning" role="status" title="The service refused the campaign of this import.">
      It is <bdi className={classes['campaign']}>{job.campaignCode}</bdi>. Correct it, and {rows} as a new import.
      <form
        className={classes['signIn']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOther || correct.isPending) return;
          correct.mutate(
            { jobId: job.id, campaignCode: wanted },
            { onSuccess: (next) => navigate('jobs', next.id, { replace: true }) },
          );
        }}
      >
        <TextInput
          label="Campaign"
          w={260}
          dir="auto"
          maxLength={200}
          value={code}
          list="known-campaigns"
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <datalist id="known-campaigns">
          {data?.campaigns.map((campaign) => (
            <option key={campaign.code} value={campaign.code}>
              {campaign.code}
            </option>
          ))}
        </datalist>
        <Button type="submit" disabled={!isOther || correct.isPending}>
          Correct the campaign and go on
        </Button>
      </form>
      {correct.error !== null && <FailureNote failure={correct.error} />}
    </Note>
  );
}
