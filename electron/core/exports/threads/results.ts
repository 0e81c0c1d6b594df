import type { Clock, Log } from '../../foundation/ports.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { programBeside } from '../../threads/program-beside.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import { IdleResults } from './idle-results.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';

type Kind = ResultRequest['kind'];
type RequestOf<Key extends Kind> = Extract<ResultRequest, { kind: Key }>;

/** The worker thread of the exports. The first question starts it. */
export interface Results {
  /** Errors: `cancelled`; `file` with the reason of the file trouble (disk full, damaged). */
  ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions): Promise<ResultAnswers[Key]>;
  /** Starts the thread before it is needed: loading its program takes a moment. */
  prepare(): void;
  close(): Promise<void>;
}

export function createResults(log: Pick<Log, 'bug'>, clock: Clock): Results {
  const thread = new ThreadClient<ResultRequest, ResultAnswers[Kind]>({
    program: programBeside(import.meta.url, 'result-worker'),
    log,
    says: {
      diskFull:
        'The disk is full, so no more leads could be saved. The leads that arrived before are safe. Free some space and fetch again.',
    },
  });
  const idle = new IdleResults(thread, (path) => ({ kind: 'rest', path }), clock, log);
  return {
    async ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions) {
      // The thread answers each kind with its own shape; the map of requests cannot carry that type.
      return (await idle.ask(request, options)) as ResultAnswers[Key];
    },
    prepare: () => thread.prepare(),
    close: () => idle.close(),
  };
}
