// Why: decision 0321.
import type { Outcomes, OutcomeGroup } from '../../../../shared/contract/jobs/outcomes.ts';
import { OutcomeTally } from '../../../../shared/domain/service/leads/lead-outcomes.ts';
import { invalid } from '../../foundation/failure.ts';
import { KeptReadings } from './kept-readings.ts';
import { type OutcomeReading, pagesOf, readOutcomes } from './reconcile/read-outcomes.ts';
import type { LookTools } from './reconcile/look-for-rows.ts';
import type { RunningJobs } from './running-jobs.ts';

type ReadTools = Pick<LookTools, 'clock' | 'signal' | 'onProgress'>;

/** Groups of a report; the rows of rarer values stand together. */
const MOST_GROUPS = 200;

/** What became of the leads of imports, as it was read since the account was opened. A later program reads it again. */
export class OutcomeReadings {
  readonly #jobs: RunningJobs;
  readonly #kept: KeptReadings<OutcomeReading>;

  constructor(jobs: RunningJobs) {
    this.#jobs = jobs;
    this.#kept = new KeptReadings((jobId) => jobs.store.find(jobId) !== undefined);
  }

  forget(jobId: string): void {
    this.#kept.forget(jobId);
  }

  current(jobId: string): OutcomeReading | null {
    this.#jobs.job(jobId);
    return this.#kept.current(jobId);
  }

  /** @throws Failure `validation` when the import created no lead */
  async read(jobId: string, tools: ReadTools): Promise<OutcomeReading> {
    const job = this.#jobs.wholeJob(jobId);
    if (this.#jobs.store.rows.tally(jobId).created === 0)
      throw invalid('This import has created no lead yet, so nothing can have become of one.');
    return this.#kept.read(jobId, () => readOutcomes({ ...this.#jobs.lookTools(), ...tools }, this.#jobs.store, job));
  }

  /** @param by column of the file, by whose values the rows are grouped; null: none */
  async report(jobId: string, reading: OutcomeReading, by: number | null): Promise<Outcomes> {
    const all = new OutcomeTally();
    let [byTag, byValues] = [0, 0];
    for (const { outcome, foundBy } of reading.rows.values()) {
      all.add(outcome);
      if (foundBy === 'tag') byTag += 1;
      if (foundBy === 'values') byValues += 1;
    }
    const { groups, joined } = by === null ? { groups: [], joined: 0 } : await this.#groups(jobId, reading, by);
    return {
      at: reading.at,
      created: all.rows,
      looked: reading.looked,
      byTag,
      byValues,
      counts: all.counts(),
      groups,
      joined,
    };
  }

  async #groups(jobId: string, reading: OutcomeReading, by: number): Promise<Pick<Outcomes, 'groups' | 'joined'>> {
    const tallies = new Map<string, OutcomeTally>();
    for await (const page of pagesOf(this.#jobs.store, this.#jobs.job(jobId)))
      for (const { row, cells } of page) {
        const found = reading.rows.get(row);
        if (found === undefined) continue;
        const value = (cells[by] ?? '').trim();
        const tally = tallies.get(value) ?? new OutcomeTally();
        tallies.set(value, tally);
        tally.add(found.outcome);
      }
    const sorted = [...tallies].sort(([, one], [, other]) => other.rows - one.rows);
    const groups: OutcomeGroup[] = sorted
      .slice(0, MOST_GROUPS)
      .map(([value, tally]) => ({ value, rows: tally.rows, counts: tally.counts() }));
    const rare = sorted.slice(MOST_GROUPS);
    if (rare.length === 0) return { groups, joined: 0 };
    const rest = new OutcomeTally();
    for (const [, tally] of rare) rest.addAll(tally.counts());
    return { groups: [...groups, { value: null, rows: rest.rows, counts: rest.counts() }], joined: rare.length };
  }
}
