import { useState } from 'react';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { useEvent } from '../../bridge/index.ts';
import { LiveRegion } from '../../ui/index.ts';
import { announce, type Announced } from './job-announcements.ts';

/** Announces the progress of jobs to screen readers: at each tenth, at most once a minute. */
export function JobAnnouncer() {
  const [polite, setPolite] = useState('');
  const [urgent, setUrgent] = useState('');
  const [announced] = useState(() => new Map<string, Announced>());
  useEvent('job:progress', (job: JobSummary) => {
    const next = announce(announced.get(job.id), job, Date.now());
    announced.set(job.id, next.announced);
    if (next.polite !== null) setPolite(next.polite);
    if (next.urgent !== null) setUrgent(next.urgent);
  });
  return (
    <>
      <LiveRegion text={polite} />
      <LiveRegion text={urgent} urgent />
    </>
  );
}
