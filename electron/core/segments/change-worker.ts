import { letOtherWorkRun, serveThread } from '../threads/thread-server.ts';
import { ChangeDesk } from './change-desk.ts';
import type { ChangeAnswers, ChangeRequest } from './change-messages.ts';

/** The thread that has the leads of changes, so that the one that paces imports never waits for a long list. */
const desk = new ChangeDesk(letOtherWorkRun);

serveThread<ChangeRequest, ChangeAnswers[keyof ChangeAnswers]>({
  answer: (request) => desk.answer(request),
  close: () => desk.close(),
  order: 'one by one',
});
