import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type LeadClaims, NO_TEAM } from '../../../foundation/lead-claims.ts';
import { openDurable } from '../../../storage/database.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { column } from '../../fields/column-fixture.ts';
import type { JobRecord, NewJob } from './records/job-records.ts';
import type { RemovalDetail } from './job-removal.ts';
import { JobStore } from './job-store.ts';
import type { NewRow, NewRows } from './records/new-rows.ts';
import type { RowStepDetail } from './rows/row-steps.ts';

/** For specs: a journal with one job on a real disk. */

export const JOB: NewJob = {
  id: 'job',
  name: 'people',
  fileName: 'people.csv',
  fileSize: 10,
  fileHash: 'ab',
  columns: ['Phone'],
  mapping: [column(0, 'Phone')],
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
  readonly claims: LeadClaims;
  /** Adds a job with these rows. `isAgreed`: a person knows what other jobs have sent, as usual. */
  add(rows: readonly (readonly string[])[], change?: Partial<NewJob>, isAgreed?: boolean): NewJob;
  /** A job as the journal has it now. @throws Error without one */
  job(id?: string): JobRecord;
  /** The row left, and the service created its lead. */
  created(n: number, by: RowStepDetail, job?: string): void;
}

/** @param claimsOf what the account has of a team; left out: none */
export function createJournal(
  claimsOf: (journal: DatabaseSync, folder: string) => LeadClaims = () => NO_TEAM,
): JournalUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-jobs-'));
  const path = join(folder, 'journal.sqlite');
  const journal = openDurable(path);
  const claims = claimsOf(journal, folder);
  const store = new JobStore(journal, undefined, claims);
  return {
    path,
    journal,
    store,
    claims,
    add(rows, change = {}, isAgreed = true) {
      const job = { ...JOB, ...change };
      atOnce(store.making(job, newRows(rows), { isAgreed }));
      return job;
    },
    job(id = JOB.id) {
      const job = store.find(id);
      if (job === undefined) throw new Error(`there is no job ${id}`);
      return job;
    },
    created(n, { leadId = null, ...by }, id = JOB.id) {
      store.rows.step(id, n, 'send', by);
      store.rows.step(id, n, 'created', { ...by, leadId });
    },
    [Symbol.dispose]() {
      journal.close();
      rmSync(folder, { recursive: true, maxRetries: 10, force: true });
    },
  };
}

/** Rows of a new job. Cells that are a text stand for what the file keeps of them, damaged or not. */
export function newRows(cells: readonly (readonly string[] | string)[]): NewRows {
  const rows = cells.map((row, index): NewRow => {
    const json = typeof row === 'string' ? row : JSON.stringify(row);
    return {
      n: index + 1,
      line: index + 2,
      cells: json,
      leftOut: null,
      isAnswered: false,
      isAgreed: false,
      insisted: null,
    };
  });
  return {
    total: rows.length,
    after: (n, limit) => rows.slice(n, n + limit),
    [Symbol.dispose]: () => undefined,
  };
}

/** Does work in slices without a turn for anything else. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const step = work.next(100);
    if (step.done === true) return step.value;
  }
}

/** Deletes a job. */
export function remove(store: JobStore, id: string, detail: RemovalDetail, inTheSame?: () => void): void {
  const job = store.find(id);
  if (job === undefined) return;
  atOnce(store.removal.hide(job, detail, inTheSame ?? (() => undefined)));
  atOnce(store.removal.rest(id, detail));
}

/** This number of phones, all different. */
export const phones = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`+4530${String(index + 1).padStart(6, '0')}`]);
