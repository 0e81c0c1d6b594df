import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import type { Clock } from '../../../../foundation/ports.ts';
import { RowConflict, type RowStepDetail, type RowSteps } from './row-steps.ts';

interface Step {
  readonly name: RowStep;
  readonly detail: RowStepDetail;
}

/**
 * Writes the steps of a job's rows to the journal and keeps those that could not be written, to write them later. Until
 * then their rows are on the disk as sent, so a crash makes them unknown.
 */
export class RowWriter {
  readonly #rows: RowSteps;
  readonly #clock: Clock;
  readonly #jobId: string;
  readonly #run: string;
  readonly #unwritten = new Map<number, Step>();
  /** Rows whose step "send" was undone by the journal, and not yet by the witness. */
  readonly #undone = new Set<number>();

  /** @param run names this run of the program in the list of attempts */
  constructor(rows: RowSteps, clock: Clock, jobId: string, run: string) {
    this.#rows = rows;
    this.#clock = clock;
    this.#jobId = jobId;
    this.#run = run;
  }

  get isAllWritten(): boolean {
    return this.#unwritten.size === 0 && this.#undone.size === 0;
  }

  /** Rows that are on the disk as sent, and whose answers this program alone has. */
  get unwritten(): number {
    return this.#unwritten.size;
  }

  /** Throws what the journal throws; the step is kept for `flush`, unless the row's state does not allow it. */
  write(n: number, name: RowStep, detail: Omit<RowStepDetail, 'at' | 'run'>): void {
    const step = { name, detail: { ...detail, at: this.#clock.wallNow(), run: this.#run } };
    // A row that is not skipped now is still waiting, and is looked at again.
    if (name !== 'skip' && name !== 'sentElsewhere') this.#unwritten.set(n, step);
    this.#put(n, step);
  }

  /**
   * The journal undid the step "send" after the witness had its line: the row never left. Throws what the journal throws; the
   * witness is told by `flush` then.
   */
  undoSend(n: number): void {
    this.#undone.add(n);
    this.#rows.undoneSend(this.#jobId, n, this.#clock.wallNow());
    this.#undone.delete(n);
  }

  /** As `writeRest`, and forgets it. */
  flush(): void {
    if (this.isAllWritten) return;
    this.writeRest();
    this.#undone.clear();
    this.#unwritten.clear();
  }

  /**
   * Writes what could not be written before, all of it or nothing. A row that another program has settled since stays as it
   * is. Throws what the journal throws.
   */
  writeRest(): void {
    const rows = this.#rows;
    const jobId = this.#jobId;
    const run = this.#run;
    rows.together(() => {
      for (const n of this.#undone) rows.undoneSend(jobId, n, this.#clock.wallNow());
      for (const [n, { name, detail }] of this.#unwritten)
        if (rows.isOnItsWayBy(jobId, n, run)) rows.step(jobId, n, name, detail);
    });
  }

  #put(n: number, step: Step): void {
    try {
      this.#rows.step(this.#jobId, n, step.name, step.detail);
    } catch (error) {
      // A full disk may have room later; a state that does not allow the step never will.
      if (error instanceof RowConflict) this.#unwritten.delete(n);
      throw error;
    }
    this.#unwritten.delete(n);
  }
}
