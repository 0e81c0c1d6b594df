import { type AskOptions, createThreadClient, programBeside } from '../../threads/thread-client.ts';
import type { CheckAnswers, CheckKindOfQuestion, CheckQuestions, CheckRequest, CheckTarget } from './check-messages.ts';

/** The thread of the checks, started when it is first asked. */
export interface CheckThread {
  /** Errors: `cancelled`; `file` (disk full, staging file gone, too many rows for this computer's memory). */
  ask<Kind extends CheckKindOfQuestion>(
    kind: Kind,
    target: CheckTarget,
    question: CheckQuestions[Kind],
    options?: AskOptions,
  ): Promise<CheckAnswers[Kind]>;
  /** Starts it before it is needed: loading its rules takes a moment. */
  prepare(): void;
  /** Whether it holds files of any draft. */
  readonly isStarted: boolean;
  close(): Promise<void>;
}

/** Memory of the thread in MiB: five million rows with two phones each fit. */
const THREAD_MEMORY = 2_048;

export function createCheckThread(): CheckThread {
  const thread = createThreadClient<CheckRequest, CheckAnswers[CheckKindOfQuestion]>({
    program: programBeside(import.meta.url, 'check-worker'),
    memory: THREAD_MEMORY,
    says: {
      diskFull:
        'The disk is full, so nothing could be kept. What was changed before is there. Free some space and try again.',
      outOfMemory:
        'The file has more rows than can be checked in the memory of this program. Nothing was changed. Split the file, or go on without the check.',
    },
  });
  return {
    prepare: () => thread.prepare(),
    get isStarted() {
      return thread.isStarted;
    },
    async ask(kind, target, question, options) {
      const answer = await thread.ask({ kind, target, question } as CheckRequest, options);
      // The thread answers each kind with its own shape; the map of requests cannot carry that type.
      return answer as CheckAnswers[typeof kind];
    },
    close: () => thread.close(),
  };
}
