import type { Log } from '../../foundation/ports.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { programBeside } from '../../threads/program-beside.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import type {
  CheckAnswers,
  CheckQuestionKind,
  CheckQuestions,
  CheckRequest,
  CheckTarget,
  CheckThreadAnswer,
  CheckThreadRequest,
} from './check-messages.ts';

/** MiB. Bounds the memory of the thread: five million rows with two phones each fit. */
const THREAD_MEMORY = 2_048;
/** MiB for rows while they are judged: a sixth less time than with as little as other threads have. */
const THREAD_YOUNG = 48;

/** The thread of the checks. The first question starts it. */
export function createCheckThread(log: Pick<Log, 'bug'>) {
  const thread = new ThreadClient<CheckThreadRequest, CheckThreadAnswer>({
    program: programBeside(import.meta.url, 'check-worker'),
    memory: THREAD_MEMORY,
    young: THREAD_YOUNG,
    log,
    says: {
      diskFull:
        'The disk is full, so the change could not be saved. Earlier changes are safe. Free some space and try again.',
      outOfMemory:
        'The file has too many rows to check in the memory that Lead Console may use. Nothing was changed. Split the file, or continue without the check.',
    },
  });
  return {
    /** Starts the thread before the first question: loading its rules takes a moment. */
    prepare: () => thread.prepare(),
    /** Closes the files of a draft if they are open; every change is then on the disk. */
    async letGo(draftId: string) {
      if (thread.isStarted) await thread.ask({ kind: 'letGo', draftId, setAside: null });
    },
    /** Sets the changes of a draft aside, after every question that was put before and before every later one. */
    async setLayerAside(draftId: string, stagedPath: string) {
      await thread.ask({ kind: 'letGo', draftId, setAside: stagedPath });
    },
    /** Errors: `cancelled`; `file` (disk full, staging file gone, too many rows for this computer's memory). */
    async ask<Kind extends CheckQuestionKind>(
      kind: Kind,
      target: CheckTarget,
      question: CheckQuestions[Kind],
      options?: AskOptions,
    ): Promise<CheckAnswers[Kind]> {
      const answer = await thread.ask({ kind, target, question } as CheckRequest, options);
      // The thread answers each kind with its own shape; the type of its messages cannot express that.
      return answer as CheckAnswers[Kind];
    },
    /** Gives the memory of the thread back when no question waits; the next one starts it again. */
    rest: () => thread.rest(),
    close: () => thread.close(),
  };
}
