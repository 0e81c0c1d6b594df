import { systemClock } from '../../system/system-clock.ts';
import { breathe, serveThread } from '../../threads/thread-server.ts';
import { createCheckEngine } from './check-engine.ts';
import type { CheckAnswers, CheckKindOfQuestion, CheckRequest } from './check-messages.ts';
import { readPhone } from '../fields/phone-reader.ts';

/**
 * The thread that judges rows and holds what was found. Judging a million rows takes seconds; here it holds up neither
 * the pacing of an import nor the window.
 */
const engine = createCheckEngine(() => systemClock.monotonicNow(), systemClock.wallNow());

serveThread<CheckRequest, CheckAnswers[CheckKindOfQuestion]>({
  answer: (request, { signal, onProgress }) =>
    engine.answer(request, {
      readPhone,
      async pause() {
        await breathe();
        signal.throwIfAborted();
      },
      breathe,
      onProgress,
    }),
  close: () => engine.close(),
  // An edit must find the check that an earlier request began.
  order: 'one by one',
});
