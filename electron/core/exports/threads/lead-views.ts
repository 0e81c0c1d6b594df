import { notFound } from '../../foundation/failure.ts';
import type { Clock, Log } from '../../foundation/ports.ts';
import { IdleResults, type ResultThread } from './idle-results.ts';
import { SELECTION_GONE, type ViewAnswers, type ViewRequest } from './view-messages.ts';

/** The worker thread of the views. A question fails with `notFound`, too, when the selection of its view is gone. */
export type LeadViews = ResultThread<ViewRequest, ViewAnswers>;

export function createLeadViews(log: Pick<Log, 'bug'>, clock: Clock): LeadViews {
  const diskFull = 'The disk is full, so the search is slow. Nothing was lost. Free some space.';
  const thread = new IdleResults<ViewRequest, ViewAnswers>('view-worker', diskFull, log, clock);
  return {
    async ask(request, options) {
      const answer = await thread.ask(request, options);
      if ((answer as unknown) === SELECTION_GONE)
        throw notFound('The chosen leads are not known any more. Choose them again.');
      return answer;
    },
    prepare: () => thread.prepare(),
    close: () => thread.close(),
  };
}
