import { usePlace } from '../../lib/navigation.ts';
import { JobPage } from './JobPage.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';
import { JobListPage } from './JobListPage.tsx';

/** All imports, or the one that is open. */
export function JobsPage() {
  const { id, part } = usePlace();
  if (id !== null && part === 'receipt') return <ReceiptPage key={id} jobId={id} />;
  return id === null ? <JobListPage /> : <JobPage key={id} jobId={id} />;
}
