import type { RowStep } from '../../../../../shared/domain/jobs/job-row.ts';
import type { Clock } from '../../../foundation/ports.ts';
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
  private readonly rows: RowSteps;
  private readonly clock: Clock;
  private readonly jobId: string;
  private readonly run: string;
  private readonly unwritten = new Map<number, Step>();

  /** @param run names this run of the program in the list of attempts */
  constructor(rows: RowSteps, clock: Clock, jobId: string, run: string) {
    this.rows = rows;
    this.clock = clock;
    this.jobId = jobId;
    this.run = run;
  }

  get isAllWritten(): boolean {
    return this.unwritten.size === 0;
  }

  /** Throws what the journal throws; the step is kept for `flush`, unless the row's state does not allow it. */
  write(n: number, name: RowStep, detail: Omit<RowStepDetail, 'at' | 'run'>): void {
    const step = { name, detail: { ...detail, at: this.clock.wallNow(), run: this.run } };
    // A row that is not skipped now is still waiting, and is looked at again.
    if (name !== 'skip' && name !== 'sentElsewhere') this.unwritten.set(n, step);
    this.put(n, step);
  }

  /** Writes what could not be written before. Throws what the journal throws. */
  flush(): void {
    for (const [n, step] of [...this.unwritten]) this.put(n, step);
  }

  private put(n: number, step: Step): void {
    try {
      this.rows.step(this.jobId, n, step.name, step.detail);
    } catch (error) {
      // A full disk may have room later; a state that does not allow the step never will.
      if (error instanceof RowConflict) this.unwritten.delete(n);
      throw error;
    }
    this.unwritten.delete(n);
  }
}
