import type { DatabaseSync } from 'node:sqlite';
import type { WitnessMemory } from '../witness/witness.ts';

const NOT_SENT =
  'Not sent, as the record of what was sent says. It was lost with the damaged journal: import the file again to send it.';
const MAYBE_SENT = 'Its state was lost with the damaged journal. The lead may exist.';

/**
 * After a journal was rebuilt: every row of a job has its place in the counts again. A row whose state is lost is never
 * sent; it is unknown unless a whole witness says that it never left.
 *
 * @param isTrusted the witness is whole
 */
export function completeRows(journal: DatabaseSync, memory: WitnessMemory, isTrusted: boolean, now: number): void {
  const knownCell = journal.prepare('SELECT 1 FROM import_cell WHERE job = ? AND n = ?');
  const addCell = journal.prepare(`INSERT INTO import_cell (job, n, line, cells) VALUES (?, ?, ?, '[]')`);
  const knownRow = journal.prepare('SELECT state FROM import_row WHERE job = ? AND n = ?');
  const addRow = journal.prepare('INSERT INTO import_row (job, n, state, reason, at) VALUES (?, ?, ?, ?, ?)');
  const setRow = journal.prepare('UPDATE import_row SET state = ?, reason = ?, at = ? WHERE job = ? AND n = ?');
  for (const job of journal.prepare('SELECT id, rows FROM import_job').all()) {
    const id = String(job['id']);
    const sent = memory.jobs.get(id)?.sent;
    for (let n = 1; n <= Number(job['rows']); n += 1) {
      const hasCells = knownCell.get(id, n) !== undefined;
      if (!hasCells) addCell.run(id, n, n);
      const state = knownRow.get(id, n)?.['state'];
      if (state !== undefined && (hasCells || state !== 'ready')) continue;
      const isNotSent = isTrusted && sent?.has(n) !== true;
      const next = isNotSent ? ['skipped', NOT_SENT] : ['unknown', MAYBE_SENT];
      if (state === undefined) addRow.run(id, n, ...next, now);
      else setRow.run(...next, now, id, n);
    }
    recount(journal, id);
  }
}

function recount(journal: DatabaseSync, job: string): void {
  journal.prepare('DELETE FROM import_tally WHERE job = ?').run(job);
  journal
    .prepare(
      'INSERT INTO import_tally (job, state, rows) SELECT job, state, count(*) FROM import_row WHERE job = ? GROUP BY job, state',
    )
    .run(job);
}
