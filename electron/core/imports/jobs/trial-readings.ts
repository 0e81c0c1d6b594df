import type { TrialReading } from '../../../../shared/contract/jobs/trial.ts';
import type { ServiceUse } from '../../../../shared/domain/service/discovery/settle-use.ts';
import { invalid } from '../../foundation/failure.ts';
import type { AccountSession } from '../../sessions/session.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import type { LookTools } from './reconcile/look-for-rows.ts';
import type { RunningJobs } from './running-jobs.ts';
import { readTrial } from './reconcile/read-trial.ts';

type ReadTools = Pick<LookTools, 'signal' | 'onProgress'>;

/** What was read back of the trials of an account since it was opened. A later program reads them again: one request each. */
export class TrialReadings {
  readonly #jobs: RunningJobs;
  readonly #onUse: AccountSession['onUse'];
  readonly #readings = new Map<string, TrialReading>();
  /** Reads under way: a second page does not ask the service again. */
  readonly #reads = new Map<string, Promise<TrialReading>>();
  readonly #tried = new Set<string>();

  constructor(jobs: RunningJobs, { onUse }: Pick<AccountSession, 'onUse'>) {
    this.#jobs = jobs;
    this.#onUse = onUse;
  }

  current(jobId: string): { reading: TrialReading | null; isTried: boolean } {
    this.#jobs.job(jobId);
    // A page that comes while another one reads joins it, and does not say that nothing was read.
    const isTried = this.#tried.has(jobId) && !this.#reads.has(jobId);
    return { reading: this.#readings.get(jobId) ?? null, isTried };
  }

  forget(jobId: string): void {
    this.#readings.delete(jobId);
    this.#tried.delete(jobId);
  }

  /** @throws Failure `validation` when the job does not wait after its trial, or the trial created no lead */
  read(jobId: string, tools: ReadTools): Promise<TrialReading> {
    const job = this.#jobs.job(jobId);
    const hold = this.#jobs.runner(jobId)?.hold ?? job.hold;
    if (hold?.kind !== 'trial') throw invalid('This import does not wait after its trial. Nothing was read back.');
    if (this.#jobs.store.rows.tally(jobId).created === 0)
      throw invalid('The trial created no lead, so there is nothing to read back.');
    this.#tried.add(jobId);
    const running = this.#reads.get(jobId);
    if (running !== undefined) return running;
    const read = this.#readOnce(job, tools).finally(() => this.#reads.delete(jobId));
    this.#reads.set(jobId, read);
    return read;
  }

  async #readOnce(job: JobRecord, tools: ReadTools): Promise<TrialReading> {
    const reading = await readTrial({ ...this.#jobs.lookTools(), ...tools }, this.#jobs.store, job);
    const pools = poolsShown(reading);
    if (pools !== null) this.#onUse?.(pools);
    // It may have been deleted while its leads came: nothing of them stays, then.
    if (this.#jobs.store.find(job.id) !== undefined) this.#readings.set(job.id, reading);
    return reading;
  }
}

/** What the leads say of the lead pool that was sent; null when none of them names its pool, or none was sent. */
function poolsShown({ leads }: TrialReading): ServiceUse | null {
  const shown = leads.flatMap(({ fields }) => fields.filter(({ isPool, match }) => isPool && match !== 'unseen'));
  if (shown.length === 0) return null;
  return { kind: 'pool', leads: shown.length, isSame: shown.every(({ match }) => match === 'same') };
}
