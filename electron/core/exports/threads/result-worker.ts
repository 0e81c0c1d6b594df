import { serveThread } from '../../threads/thread-server.ts';
import { ResultDesk } from './result-desk.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';

const desk = new ResultDesk();

/**
 * The thread that owns every open result. Sorting a million rows takes seconds; in this thread it delays neither the
 * pacing of an import nor the window.
 */
serveThread<ResultRequest, ResultAnswers[keyof ResultAnswers]>({
  answer: (request, context) => desk.answer(request, context),
  close: () => desk.close(),
  // Saving a file takes minutes; pages of the grid must not wait for it.
  order: 'at once',
});
