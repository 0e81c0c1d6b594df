import type { Clock, Log } from '../../foundation/ports.ts';
import { IdleResults, type ResultThread } from './idle-results.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';

/** The worker thread of the exports. */
export type Results = ResultThread<ResultRequest, ResultAnswers>;

export function createResults(log: Pick<Log, 'bug'>, clock: Clock): Results {
  const diskFull =
    'The disk is full, so no more leads could be saved. The leads that arrived before are safe. Free some space and fetch again.';
  return new IdleResults<ResultRequest, ResultAnswers>('result-worker', diskFull, log, clock);
}
