import type { TrialReading } from '../../../../shared/contract/jobs/trial.ts';
import type { ServiceUse } from '../../../../shared/domain/service/discovery/settle-use.ts';
import { invalid } from '../../foundation/failure.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { KeptReadings } from './kept-readings.ts';
import type { LookTools } from './reconcile/look-for-rows.ts';
import type { RunningJobs } from './running-jobs.ts';
import { readTrial } from './reconcile/read-trial.ts';

type ReadTools = Pick<LookTools, 'clock' | 'signal' | 'onProgress'>;

/** What was read back of the trials of an account since it was opened. A later program reads them again: one request each. */
export class TrialReadings {
  readonly #jobs: RunningJobs;
  readonly #onUse: AccountSession['onUse'];
  readonly #kept: KeptReadings<TrialReading>;
  readonly #tried = new Set<string>();

  constructor(jobs: RunningJobs, { onUse }: Pick<AccountSession, 'onUse'>) {
    this.#jobs = jobs;
    this.#onUse = onUse;
    this.#kept = new KeptReadings((jobId) => jobs.store.find(jobId) !== undefined);
  }

  current(jobId: string): { reading: TrialReading | null; isTried: boolean } {
    this.#jobs.job(jobId);
    return { reading: this.#kept.current(jobId), isTried: this.#tried.has(jobId) };
  }

  forget(jobId: string): void {
    this.#kept.forget(jobId);
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
    return this.#kept.read(jobId, async () => {
      const reading = await readTrial({ ...this.#jobs.lookTools(), ...tools }, this.#jobs.store, job);
      const pools = poolsShown(reading);
      if (pools !== null) this.#onUse?.(pools);
      return reading;
    });
  }
}

/** What the leads say of the lead pool that was sent; null when none of them names its pool, or none was sent. */
function poolsShown({ leads }: TrialReading): ServiceUse | null {
  const shown = leads.flatMap(({ fields }) => fields.filter(({ isPool, match }) => isPool && match !== 'unseen'));
  if (shown.length === 0) return null;
  return { kind: 'pool', leads: shown.length, isSame: shown.every(({ match }) => match === 'same') };
}
