// Why: decision 0185.
import type { Log } from '../foundation/ports.ts';
import { programBeside } from '../threads/program-beside.ts';
import { ThreadClient } from '../threads/thread-client.ts';

/**
 * Writes a database anew without its empty pages, in a thread of its own: a long journal takes seconds. Deleted rows are overwritten
 * before (`secure_delete`); this gives its room back, and removes copies of cells that SQLite left behind when
 * it moved them to another page.
 *
 * @param path of a database in WAL mode; others may have it open
 */
export async function shrink(path: string, log: Pick<Log, 'bug'>): Promise<void> {
  const thread = new ThreadClient<string, null>({
    program: programBeside(import.meta.url, 'shrink-worker'),
    log,
    says: { diskFull: 'The disk is full, so the room of what was deleted could not be given back yet.' },
  });
  try {
    await thread.ask(path);
  } finally {
    await thread.close();
  }
}
