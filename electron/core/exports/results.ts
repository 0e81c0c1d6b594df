import { type AskOptions, createThreadClient, programBeside } from '../threads/thread-client.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';

type Kind = ResultRequest['kind'];
type RequestOf<Key extends Kind> = Extract<ResultRequest, { kind: Key }>;

/** The exports' worker thread, started when it is first asked. */
export interface Results {
  /** Errors: `cancelled`; `file` with the reason of the file trouble (disk full, damaged). */
  ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions): Promise<ResultAnswers[Key]>;
  /** Starts the thread before it is needed: loading its program takes a moment. */
  prepare(): void;
  close(): Promise<void>;
}

export function createResults(): Results {
  const thread = createThreadClient<ResultRequest, ResultAnswers[Kind]>({
    program: programBeside(import.meta.url, 'result-worker'),
    says: {
      diskFull:
        'The disk is full, so no more leads could be kept. What arrived before is there. Free some space and fetch again.',
    },
  });
  return {
    async ask<Key extends Kind>(request: RequestOf<Key>, options?: AskOptions) {
      // The thread answers each kind with its own shape; the map of requests cannot carry that type.
      return (await thread.ask(request, options)) as ResultAnswers[Key];
    },
    prepare: () => thread.prepare(),
    close: () => thread.close(),
  };
}
