// Why: decision 0321, decision 0322.
import type { Outcomes } from '../../../../shared/contract/jobs/outcomes.ts';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import { formatServiceTime, wallClockAt } from '../../../../shared/domain/service/service-time.ts';
import { invalid } from '../../foundation/failure.ts';
import type { GrantedFile } from '../../foundation/ports.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import { type OutcomeSaveOptions, saveOutcomes } from './outcomes/outcome-file.ts';
import { reportOutcomes } from './outcomes/outcome-report.ts';
import type { ReadJob } from './outcomes/outcome-rows.ts';
import { type AskedJob, type OutcomeTools, readOutcomes } from './reconcile/read-outcomes.ts';
import type { LookTools } from './reconcile/look-for-rows.ts';
import type { RunningJobs } from './running-jobs.ts';

export type OutcomeChannel = 'job:outcomes' | 'job:readOutcomes' | 'job:saveOutcomes';

type ReadTools = Pick<LookTools, 'signal' | 'onProgress'> & Pick<OutcomeTools, 'lane'>;

/** What became of the leads of imports, as it was read. */
export class OutcomeReadings {
  readonly #jobs: RunningJobs;
  /** Readings under way: a second page does not ask the service again. */
  readonly #reads = new Map<string, { readonly signal: AbortSignal; readonly done: Promise<void> }>();

  constructor(jobs: RunningJobs) {
    this.#jobs = jobs;
  }

  /**
   * Asks for the leads of the imports' campaigns and keeps what became of those of the imports.
   *
   * @param changed only what changed since the last reading is asked for, where there is one
   * @throws Failure `validation` when they created no lead
   */
  read(jobIds: readonly string[], changed: boolean, tools: ReadTools): Promise<void> {
    const key = `${String(changed)} ${jobIds.toSorted().join(' ')}`;
    const running = this.#reads.get(key);
    if (running !== undefined)
      return running.done.catch((error: unknown) => {
        if (!running.signal.aborted) throw error;
        // The page that began it was closed, and this one still waits.
        return this.read(jobIds, changed, tools);
      });
    const done = this.#read(jobIds, changed, tools).finally(() => this.#reads.delete(key));
    this.#reads.set(key, { signal: tools.signal, done });
    return done;
  }

  async #read(jobIds: readonly string[], changed: boolean, tools: ReadTools): Promise<void> {
    const jobs = this.#jobs;
    const { store } = jobs;
    const created = this.#found(jobIds).filter(({ id }) => store.rows.tally(id).created > 0);
    if (created.length === 0) throw invalid('This import has created no lead yet, so nothing can have become of one.');
    // A damaged one among others is not read: its rows are counted as such.
    const whole = created.filter(({ isDamaged }) => !isDamaged);
    if (whole.length === 0) jobs.wholeJob(created[0]?.id ?? '');
    const at = jobs.now();
    const asked: (AskedJob & { readonly wholeAt: number })[] = [];
    for (const job of whole) {
      const last = changed ? store.outcomes.readings(job.id).at(-1) : undefined;
      const known =
        last === undefined ? null : { since: last.at, rows: await jobs.upkeep.inSlices(store.outcomes.latest(job.id)) };
      asked.push({ job, known, wholeAt: last?.wholeAt ?? at });
    }
    const lookTools = { ...jobs.lookTools(), ...tools };
    const found = await readOutcomes(lookTools, store, asked);
    const day = formatServiceTime(wallClockAt(at, lookTools.zone)).slice(0, 10);
    for (const { job, wholeAt } of asked) {
      const read = found.get(job.id);
      if (read !== undefined) await jobs.upkeep.inSlices(store.outcomes.keeping(job.id, { ...read, at, day, wholeAt }));
    }
  }

  /** Null: none of the imports was read. */
  async report(jobIds: readonly string[], by: string | null): Promise<Outcomes | null> {
    const read = this.#readJobs(jobIds);
    return read.some(({ readings }) => readings.length > 0)
      ? reportOutcomes(this.#jobs.store, read, { by, now: this.#jobs.now() })
      : null;
  }

  save(
    jobIds: readonly string[],
    target: Pick<GrantedFile, 'path' | 'name'>,
    options: OutcomeSaveOptions,
  ): Promise<SavedFile> {
    const read = this.#readJobs(jobIds).filter(({ readings }) => readings.length > 0);
    if (read.length === 0) throw invalid('Nothing was read of this import yet. Read what became of its leads first.');
    return saveOutcomes(this.#jobs.store, read, target, options);
  }

  #readJobs(jobIds: readonly string[]): ReadJob[] {
    const { outcomes } = this.#jobs.store;
    return this.#found(jobIds).map((job) => ({ job, readings: outcomes.readings(job.id) }));
  }

  /** Those that were not deleted meanwhile. @throws Failure `notFound` when all were */
  #found(jobIds: readonly string[]): JobRecord[] {
    const found = [...new Set(jobIds)].flatMap((id) => this.#jobs.store.find(id) ?? []);
    return found.length > 0 ? found : [this.#jobs.job(jobIds[0] ?? '')];
  }
}

/** @param onProgress with the rows whose lead was found, and the leads that came */
export function outcomeHandlers(
  grantedFile: FeatureServices['grantedFile'],
  readings: OutcomeReadings,
  onProgress: (callId: string | undefined) => LookTools['onProgress'],
): Handlers<OutcomeChannel> {
  return {
    'job:outcomes': async ({ jobs, by }) => ({ outcomes: await readings.report(jobs, by) }),
    'job:readOutcomes': async ({ jobs, by, changed, callId }, { signal }) => {
      await readings.read(jobs, changed, { signal, onProgress: onProgress(callId), lane: 'person' });
      const outcomes = await readings.report(jobs, by);
      if (outcomes === null) throw invalid('The import was deleted while its leads were read.');
      return outcomes;
    },
    'job:saveOutcomes': ({ jobs, token, overwrite }, { signal }) =>
      readings.save(jobs, grantedFile(token, 'write'), { signal, overwrite }),
  };
}
