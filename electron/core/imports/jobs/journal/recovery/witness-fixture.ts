import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { specFolder } from '../../../../foundation/folder-fixture.ts';
import { openDurable } from '../../../../storage/database.ts';
import { WITNESS_FILE } from '../../witness/witness.ts';
import { createJournal, type JournalUnderTest } from '../job-fixture.ts';
import { JobStore } from '../job-store.ts';
import { compareWithWitness, type WitnessDifference } from './compare-witness.ts';

/* For specs: a journal beside its witness, and journals that are older than it. */

/** Unix milliseconds of the first row that leaves; the next ones leave a second apart. */
export const START = Date.UTC(2026, 10, 22, 10);
export const NOW = START + 3_600_000;

export interface Side {
  readonly journal: DatabaseSync;
  readonly store: JobStore;
}

/** @param isRebuilt the journal was damaged and built anew */
export function compare({ journal, store }: Side, isRebuilt = false): WitnessDifference | null {
  const { sentRecord, deleted } = store;
  return compareWithWitness({ journal, sentRecord, deleted, now: NOW, run: 'next', isRebuilt });
}

export const rowsOf = ({ store }: Side, job = 'a') => store.lists.rowsAfter(job, 0, 100);
export const statesOf = (side: Side, job = 'a') => rowsOf(side, job).map(({ state }) => state);
export const sentOf = ({ store }: Side, job = 'a') => [...(store.sentRecord.witness.read().jobs.get(job)?.sent ?? [])];

/** After a comparison both say the same, whatever they said before. */
export function expectSame(side: Side): void {
  const { witness, position } = side.store.sentRecord;
  const memory = witness.read();
  expect(position).toEqual({ id: memory.id, last: memory.last });
  expect(memory).toMatchObject({ trouble: 0, isCut: false });
  const before = readFileSync(witness.path, 'utf8');
  expect(compare(side)).toBeNull();
  expect(readFileSync(witness.path, 'utf8')).toBe(before);
}

/** A journal with its witness. */
export class WitnessBench implements Disposable {
  readonly at: JournalUnderTest = createJournal();
  readonly #opened: DatabaseSync[] = [];
  #left = 0;

  /** Answers when the row left. */
  send(n: number, job = 'a'): number {
    const time = START + 1000 * this.#left++;
    this.at.store.rows.step(job, n, 'send', { at: time, run: 'former' });
    return time;
  }

  /** Later than every send. */
  step(n: number, name: RowStep, job = 'a'): void {
    this.at.store.rows.step(job, n, name, { at: START + 600_000, run: 'former' });
  }

  /** The journal as it is now. Answers how to open it later, beside the witness of then, as a backup that was put back. */
  backup(): () => Side {
    const folder = specFolder('older');
    const path = join(folder, 'journal.sqlite');
    this.at.journal.exec(`VACUUM INTO '${path}'`);
    return () => {
      if (existsSync(this.witnessPath)) copyFileSync(this.witnessPath, join(folder, WITNESS_FILE));
      const journal = openDurable(path);
      this.#opened.push(journal);
      return { journal, store: new JobStore(journal) };
    };
  }

  get witnessPath(): string {
    return this.at.store.sentRecord.witness.path;
  }

  witnessText(): string {
    return readFileSync(this.witnessPath, 'utf8');
  }

  lines(): string[] {
    return this.witnessText().trimEnd().split('\n');
  }

  setPosition(id: string | null, last: number): void {
    this.at.journal.prepare('UPDATE sent_witness SET id = ?, last = ?').run(id, last);
  }

  [Symbol.dispose](): void {
    for (const journal of this.#opened) journal.close();
    this.at[Symbol.dispose]();
  }
}
