import { serveThread } from '../../../threads/thread-server.ts';
import { readTextLines, type TextPage, type TextRequest } from './text-lines.ts';

/** The thread that reads lines of text files; each request opens the file and closes it again. */
serveThread<TextRequest, TextPage>({
  answer: readTextLines,
  close: () => undefined,
  order: 'one by one',
});
