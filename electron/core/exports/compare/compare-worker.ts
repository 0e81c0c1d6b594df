import { letOtherWorkRun, serveThread } from '../../threads/thread-server.ts';
import { type Compared, compareResults, type CompareRequest } from './compare-results.ts';

/** A thread of its own: it must delay neither leads that arrive nor pages of the grid. Ended after each comparison. */
serveThread<CompareRequest, Compared>({
  answer: (request, { signal, onProgress }) => compareResults(request, { signal, onProgress, letOtherWorkRun }),
  close: () => undefined,
  order: 'one by one',
});
