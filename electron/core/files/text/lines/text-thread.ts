import type { Log } from '../../../foundation/ports.ts';
import { programBeside } from '../../../threads/program-beside.ts';
import { ThreadClient } from '../../../threads/thread-client.ts';
import type { TextPage, TextRequest } from './text-lines.ts';

/** MiB of memory of the thread: a page needs at most 8 MiB of bytes, their text, and the cells cut from it. */
const THREAD_MEMORY = 512;

/**
 * Reads lines of text files in a thread, because 8 MiB of damaged text take longer than the pacing of an import may wait.
 * Its errors are those of `readTextLines`, as failures of the kind `file`.
 */
export function createTextThread(log: Pick<Log, 'bug'>): ThreadClient<TextRequest, TextPage> {
  return new ThreadClient({
    program: programBeside(import.meta.url, 'text-worker'),
    memory: THREAD_MEMORY,
    log,
    says: {
      diskFull: 'The disk is full, so the text of the file cannot be shown. Free some space and try again.',
      outOfMemory:
        'The text of this file needs too much memory to be shown. Look at the file as a table; all its rows are there.',
    },
  });
}
