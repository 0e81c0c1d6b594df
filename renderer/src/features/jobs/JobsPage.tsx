import { usePlace } from '../../lib/navigation.ts';
import { JobPage } from './JobPage.tsx';
import { JobListPage } from './JobListPage.tsx';

/** All imports, or the one that is open. */
export function JobsPage() {
  const { id } = usePlace();
  return id === null ? <JobListPage /> : <JobPage key={id} jobId={id} />;
}
