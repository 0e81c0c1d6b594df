import { notFound } from '../../foundation/failure.ts';
import type { Clock, Log } from '../../foundation/ports.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { programBeside } from '../../threads/program-beside.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import { IdleResults } from './idle-results.ts';
import { SELECTION_GONE, type ViewAnswers, type ViewRequest } from './view-messages.ts';

type Kind = ViewRequest['kind'];
type RequestOf<Key extends Kind> = Extract<ViewRequest, { kind: Key }>;

/** The worker thread of the views. The first question starts it. */
export interface LeadViews {
  /** Errors: `cancelled`; `notFound` when the view's selection is gone; `file` with the reason of the file trouble. */
  ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions): Promise<ViewAnswers[Key]>;
  /** Starts the thread before the first question: loading its program takes a moment. */
  prepare(): void;
  close(): Promise<void>;
}

export function createLeadViews(log: Pick<Log, 'bug'>, clock: Clock): LeadViews {
  const thread = new ThreadClient<ViewRequest, ViewAnswers[Kind] | typeof SELECTION_GONE>({
    program: programBeside(import.meta.url, 'view-worker'),
    log,
    says: { diskFull: 'The disk is full, so the search is slow. Nothing was lost. Free some space.' },
  });
  const idle = new IdleResults(thread, (path) => ({ kind: 'rest', path }), clock, log);
  return {
    async ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions) {
      const answer = await idle.ask(request, options);
      if (answer === SELECTION_GONE) throw notFound('The chosen leads are not known any more. Choose them again.');
      // The thread answers each kind with its own shape; the map of requests cannot carry that type.
      return answer as ViewAnswers[Key];
    },
    prepare: () => thread.prepare(),
    close: () => idle.close(),
  };
}
