import { systemClock } from '../../system/system-clock.ts';
import { letOtherWorkRun, serveThread } from '../../threads/thread-server.ts';
import { CheckEngine } from './check-engine.ts';
import { setLayerAside } from './layer-file.ts';
import type { CheckThreadAnswer, CheckThreadRequest } from './check-messages.ts';
import { readPhone } from '../fields/phone-reader.ts';

/**
 * The thread that judges rows and keeps the results. Judging a million rows takes seconds; here it delays neither the
 * pacing of an import nor the window.
 */
const engine = new CheckEngine(() => systemClock.monotonicNow(), systemClock.wallNow());

serveThread<CheckThreadRequest, CheckThreadAnswer>({
  answer: async (request, { signal, onProgress }) => {
    if (request.kind === 'letGo') {
      engine.letGo(request.draftId);
      if (request.setAside !== null) setLayerAside(request.setAside);
      return null;
    }
    return engine.answer(request, {
      readPhone,
      async pause() {
        await letOtherWorkRun();
        signal.throwIfAborted();
      },
      yieldTurn: letOtherWorkRun,
      onProgress,
    });
  },
  close: () => engine.close(),
  // An edit needs the check that an earlier request began.
  order: 'one by one',
});
