import { serveThread } from '../../../threads/thread-server.ts';
import { readTextLines, type TextPage, type TextRequest } from './text-lines.ts';

/** The thread that looks up lines of text files; each question opens the file and closes it again. */
serveThread<TextRequest, TextPage>({
  answer: readTextLines,
  close: () => undefined,
  order: 'one by one',
});
