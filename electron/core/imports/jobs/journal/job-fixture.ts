import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDurable } from '../../../storage/database.ts';
import { attachDraftRows } from '../../check/draft-rows.ts';
import type { NewJob } from './job-records.ts';
import { JobStore } from './job-store.ts';

/** For specs: a journal with one job on a real disk. */

/** A staging file as the reader of spreadsheets leaves it. */
function stage(path: string, rows: readonly (readonly string[])[]): void {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE rows (n INTEGER PRIMARY KEY, line INTEGER NOT NULL, cells TEXT NOT NULL); BEGIN');
  const insert = database.prepare('INSERT INTO rows (n, line, cells) VALUES (?, ?, ?)');
  for (const [index, cells] of rows.entries()) insert.run(index + 1, index + 2, JSON.stringify(cells));
  database.exec('COMMIT');
  database.close();
}

const JOB: NewJob = {
  id: 'job',
  name: 'people',
  fileName: 'people.csv',
  fileSize: 10,
  fileHash: 'ab',
  columns: ['Phone'],
  mapping: [{ field: 'Phone', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] }],
  campaignCode: 'SPRING',
  poolName: null,
  stopAfterSameRefusal: 0,
  terms: USUAL_TERMS,
  createdAt: 1,
};

export interface JournalUnderTest extends Disposable {
  readonly path: string;
  readonly journal: DatabaseSync;
  readonly store: JobStore;
  /** Adds a job with these rows. `isAgreed`: a person knows what other jobs have sent, as usual. */
  add(rows: readonly (readonly string[])[], change?: Partial<NewJob>, isAgreed?: boolean): NewJob;
}

export function createJournal(): JournalUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-jobs-'));
  const path = join(folder, 'journal.sqlite');
  const journal = openDurable(path);
  const store = new JobStore(journal);
  return {
    path,
    journal,
    store,
    add(rows, change = {}, isAgreed = true) {
      const job = { ...JOB, ...change };
      const staged = join(folder, `rows-${job.id}.sqlite`);
      rmSync(staged, { force: true });
      stage(staged, rows);
      store.create(job, (database) => attachDraftRows(database, staged), isAgreed);
      return job;
    },
    [Symbol.dispose]() {
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** So many phones, each another. */
export const phones = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`+4530${String(index + 1).padStart(6, '0')}`]);
