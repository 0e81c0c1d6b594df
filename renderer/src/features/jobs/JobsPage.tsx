import { usePlace } from '../../lib/navigation.ts';
import { DOUBT_PART } from './doubt/doubt-model.ts';
import { DoubtPage } from './doubt/DoubtPage.tsx';
import { JobPage } from './job/JobPage.tsx';
import { ReceiptPage } from './receipt/ReceiptPage.tsx';
import { JobListPage } from './list/JobListPage.tsx';
import { OUTCOMES_PLACE, OUTCOMES_PRINT, scopeOf } from './outcomes/outcome-model.ts';
import { OutcomesPage } from './outcomes/OutcomesPage.tsx';
import { JobOutcomesPaper, OutcomesPaper } from './outcomes/OutcomesPaper.tsx';

/** All imports, the one that is open, what became of their leads, or what is in doubt about all. */
export function JobsPage() {
  const { id, part } = usePlace();
  if (id === OUTCOMES_PLACE) {
    const scope = scopeOf(part);
    return scope.isPrint ? <OutcomesPaper scope={scope} /> : <OutcomesPage scope={scope} />;
  }
  if (id !== null && part === OUTCOMES_PRINT) return <JobOutcomesPaper key={id} jobId={id} />;
  if (id !== null && part === 'receipt') return <ReceiptPage key={id} jobId={id} />;
  if (id === DOUBT_PART) return <DoubtPage />;
  return id === null ? <JobListPage /> : <JobPage key={id} jobId={id} />;
}
