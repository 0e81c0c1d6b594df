// Why: decision 0160.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../../../foundation/failure.ts';
import { inTransaction, migrate } from '../../../../storage/database.ts';
import type { WitnessedJob, WitnessLine } from '../../witness/witness-lines.ts';
import type { Slices } from '../../../../threads/in-slices.ts';
import { type JobMemory, type ReadWitness, undo, Witness, WITNESS_FILE } from '../../witness/witness.ts';

/** `last`: number of the last line that the journal knows. `id`: of the witness; NULL before its first line. */
const SENT_RECORD_SCHEMA = [
  `CREATE TABLE sent_witness (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT, last INTEGER NOT NULL) STRICT;
   INSERT INTO sent_witness (one, id, last) VALUES (1, NULL, 0);`,
] as const;

/** The journal's side of the witness: it numbers the lines, and holds the lock under which they are written. */
export class SentRecord {
  readonly witness: Witness;
  readonly #journal: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'witness', SENT_RECORD_SCHEMA);
    const path = journal.location();
    if (path === null) throw new Error('a journal in memory has no witness');
    this.#journal = journal;
    this.witness = new Witness(join(dirname(path), WITNESS_FILE));
    this.#statements = statementsOf(journal);
  }

  get position(): { readonly id: string | null; readonly last: number } {
    const row = this.#statements.read.get();
    return { id: typeof row?.['id'] === 'string' ? row['id'] : null, last: Number(row?.['last'] ?? 0) };
  }

  /** Call it last in the transaction of a step: when it throws, the step is undone. */
  began(value: WitnessedJob): void {
    this.#append((sequence) => ({ kind: 'began', sequence, value }));
  }

  /** As `began`, before the row leaves. `at`: Unix milliseconds. */
  sent(job: string, n: number, at: number): void {
    this.#append((sequence) => ({ kind: 'sent', sequence, value: { job, n, at } }));
  }

  /** The row waits again. */
  free(job: string, n: number, at: number): void {
    this.#append((sequence) => ({ kind: 'free', sequence, value: { job, n, at } }));
  }

  /** Writes the witness anew, from these jobs. Call it in a transaction. */
  adopt(id: string | null, last: number, jobs: Iterable<JobMemory>): void {
    const kept = id ?? randomUUID();
    this.#statements.place.run(kept, last);
    this.witness.rewrite(kept, last, jobs);
  }

  /**
   * The job was deleted: nothing of it stays. Call it in the transaction that deletes it.
   *
   * @param known what was read of the witness before, so that the journal is not locked while all of it is read
   * @throws Failure `file` when the witness was damaged since the account was opened
   */
  forget(jobId: string, known: ReadWitness): void {
    const { id, last } = this.position;
    const memory = this.witness.read(known);
    if (memory.isMissing) return;
    // Written anew, it would look whole, and what it lost would never be missed.
    if (memory.trouble > 0 || memory.isCut) throw damagedSinceOpening();
    // The number of a step within which a program was killed is taken now: without it the line would accuse the journal.
    if (memory.lastLine !== null && memory.lastLine.sequence > last) undo(memory.jobs, memory.lastLine);
    const others = [...memory.jobs].filter(([other]) => other !== jobId).map(([, job]) => job);
    this.adopt(id, Math.max(last, memory.last), others);
  }

  /** Shortens the witness to one line a job. When the disk is full it stays as it is. */
  *compacting(): Slices {
    const known = yield* this.witness.reading();
    inTransaction(this.#journal, () => {
      const { id, last } = this.position;
      const memory = this.witness.read(known);
      // The next opening of the account looks at damage, so nothing may write over it.
      if (id === null || memory.id !== id || memory.trouble > 0 || memory.isCut || memory.last !== last) return;
      this.witness.rewrite(id, last, memory.jobs.values());
    });
  }

  #append(line: (sequence: number) => WitnessLine): void {
    inTransaction(this.#journal, () => {
      const row = this.#statements.next.get();
      const sequence = Number(row?.['last']);
      if (row?.['id'] !== null) return this.witness.append(line(sequence));
      const id = randomUUID();
      this.#statements.place.run(id, sequence);
      this.witness.append(
        { kind: 'witness', sequence: sequence - 1, value: { version: 1, id, jobs: 0 } },
        line(sequence),
      );
    });
  }
}

function damagedSinceOpening(): Failure {
  return new Failure({
    code: 'file',
    reason: 'journal',
    message: `The record of what was sent (${WITNESS_FILE}) was damaged while the account was open. Nothing was deleted. Close Lead Console and open it again: it looks at the damage first.`,
  });
}

function statementsOf(journal: DatabaseSync) {
  return {
    read: journal.prepare('SELECT id, last FROM sent_witness'),
    next: journal.prepare('UPDATE sent_witness SET last = last + 1 RETURNING id, last'),
    place: journal.prepare('UPDATE sent_witness SET id = ?, last = ?'),
  };
}
