import { usePlace } from '../../lib/navigation.ts';
import { DOUBT_PART } from './doubt/doubt-model.ts';
import { DoubtPage } from './doubt/DoubtPage.tsx';
import { JobPage } from './job/JobPage.tsx';
import { ReceiptPage } from './receipt/ReceiptPage.tsx';
import { JobListPage } from './list/JobListPage.tsx';

/** All imports, the one that is open, or what is in doubt about all. */
export function JobsPage() {
  const { id, part } = usePlace();
  if (id !== null && part === 'receipt') return <ReceiptPage key={id} jobId={id} />;
  if (id === DOUBT_PART) return <DoubtPage />;
  return id === null ? <JobListPage /> : <JobPage key={id} jobId={id} />;
}
