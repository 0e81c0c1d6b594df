import type { DatabaseSync } from 'node:sqlite';
import { rowStateSchema } from '../../../../../../shared/contract/jobs/jobs.ts';
import type { WitnessedJob } from '../../witness/witness-lines.ts';
import type { WitnessMemory } from '../../witness/witness.ts';
import { IS_WHOLE } from '../records/job-records.ts';
import { JOB_TABLES } from '../records/journal-schema.ts';

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
    const known = memory.jobs.get(id);
    const sent = known?.sent;
    const rows = known?.job?.rows ?? Number(job['rows']);
    dropRowsBehind(journal, id, rows);
    for (let n = 1; n <= rows; n += 1) {
      const hasCells = knownCell.get(id, n) !== undefined;
      if (!hasCells) addCell.run(id, n, n);
      const state = knownRow.get(id, n)?.['state'];
      if (isRowState(state) && (hasCells || state !== 'ready')) continue;
      const isNotSent = isTrusted && sent?.has(n) !== true;
      const next = isNotSent ? ['skipped', NOT_SENT] : ['unknown', MAYBE_SENT];
      if (state === undefined) addRow.run(id, n, ...next, now);
      else setRow.run(...next, now, id, n);
    }
    recount(journal, id);
  }
}

const states: readonly unknown[] = rowStateSchema.options;
const isRowState = (state: unknown) => states.includes(state);

/**
 * A job under an id that the witness does not know, and that nothing else in the journal has: where the witness knows a job that
 * was made of the same file at the same moment, and is not in the journal, the id was damaged. It gets the right one back.
 */
export function restoreIds(journal: DatabaseSync, { jobs }: Pick<WitnessMemory, 'jobs'>): void {
  const all = journal
    .prepare(`SELECT id, file_hash, file_size, campaign_code, created_at FROM import_job WHERE ${IS_WHOLE}`)
    .all();
  const known = new Set(all.map(({ id }) => String(id)));
  for (const row of all) {
    const id = String(row['id']);
    const isLone = JOB_TABLES.every(
      (table) => journal.prepare(`SELECT 1 FROM ${table} WHERE job = ? LIMIT 1`).get(id) === undefined,
    );
    if (jobs.has(id) || !isLone) continue;
    const isOfIt = ({ hash, bytes, campaign, at }: WitnessedJob) =>
      hash === row['file_hash'] &&
      bytes === row['file_size'] &&
      campaign === row['campaign_code'] &&
      at === row['created_at'];
    const right = [...jobs].find(([other, { job }]) => !known.has(other) && job !== null && isOfIt(job))?.[0];
    if (right === undefined) continue;
    journal.prepare('UPDATE import_job SET id = ? WHERE id = ?').run(right, id);
    known.add(right);
  }
}

/** The number of rows, and the number of a row, may be damaged, too: nothing behind the last row counts as a row. */
function dropRowsBehind(journal: DatabaseSync, job: string, rows: number): void {
  journal.prepare('UPDATE import_job SET rows = ? WHERE id = ? AND rows <> ?').run(rows, job, rows);
  for (const table of ['import_row', 'import_cell'])
    journal.prepare(`DELETE FROM ${table} WHERE job = ? AND NOT n BETWEEN 1 AND ?`).run(job, rows);
}

/** Counts the rows of the job by their states anew. */
export function recount(journal: DatabaseSync, job: string): void {
  journal.prepare('DELETE FROM import_tally WHERE job = ?').run(job);
  journal
    .prepare(
      'INSERT INTO import_tally (job, state, rows) SELECT job, state, count(*) FROM import_row WHERE job = ? GROUP BY job, state',
    )
    .run(job);
}
