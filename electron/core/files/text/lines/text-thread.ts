import { createThreadClient, programBeside, type ThreadClient } from '../../../threads/thread-client.ts';
import type { TextPage, TextRequest } from './text-lines.ts';

/** Memory of the thread in MiB: a page is at most 8 MiB of bytes, their text, and the cells cut from it. */
const THREAD_MEMORY = 512;

/**
 * Lines of text files, looked up beside the core: 8 MiB of damaged text take longer than the pacing of an import may
 * stand still. Errors are those of `readTextLines`, as failures of the kind `file`.
 */
export function createTextThread(): ThreadClient<TextRequest, TextPage> {
  return createThreadClient({
    program: programBeside(import.meta.url, 'text-worker'),
    memory: THREAD_MEMORY,
    says: {
      diskFull: 'The disk is full, so the text of the file cannot be shown. Free some space and try again.',
      outOfMemory:
        'The text of this file needs more memory than showing it may take. Look at it as a table; the rows are there.',
    },
  });
}
