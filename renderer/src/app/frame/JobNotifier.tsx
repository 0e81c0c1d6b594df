import { useState } from 'react';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { type HeardStates, jobNews } from '../../../../shared/domain/jobs/job-news.ts';
import { useChannel, useEvent } from '../../bridge/index.ts';
import { notifyAway } from '../../lib/page-notifications.ts';
import { startWork } from '../../ui/index.ts';
import { openPlace } from '../open-place.ts';

// Why: decision 0210.
/** In a browser the page itself tells a person who looks elsewhere; on the desktop the program does. */
export function JobNotifier() {
  const { data: info } = useChannel('host:info', {}, { staleTime: Infinity });
  const [heard] = useState<HeardStates>(() => new Map());
  useEvent('job:progress', (job: JobSummary) => {
    const news = jobNews(heard, job);
    if (news === null || info?.host !== 'browser') return;
    notifyAway({ ...news, tag: job.id }, () => startWork(() => openPlace(job.accountId, 'jobs', job.id)));
  });
  return null;
}
