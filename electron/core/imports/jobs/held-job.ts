// Why: decisions 0174, 0352 and 0610.
import { appendFile, writeFile } from 'node:fs/promises';
import type { ChannelArgs } from '../../../../shared/contract/channels.ts';
import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { CellEdit } from '../../../../shared/domain/check/edited-cells.ts';
import { quotedCsvLine } from '../../../../shared/domain/files/csv-line.ts';
import { withFieldRule } from '../../../../shared/domain/check/field-rules.ts';
import { isPersonHold } from '../../../../shared/domain/jobs/job-state.ts';
import { invalid } from '../../foundation/failure.ts';
import type { Lease } from '../../storage/lease.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { planOf } from './copy-rows.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Rows read from the journal before other work has a turn. */
const ROWS_AT_ONCE = 1000;

/** A row of the job, with what a person repaired in it. */
export interface CarriedRow {
  readonly row: number;
  readonly line: number;
  readonly edits: readonly CellEdit[];
}

/**
 * A job that does not run and that nobody else can run until this is disposed of: its open rows, those that are refused or
 * wait, go on in another import.
 */
export class HeldJob implements Disposable {
  readonly job: JobRecord;
  readonly #jobs: RunningJobs;
  readonly #lease: Lease;

  private constructor(job: JobRecord, jobs: RunningJobs, lease: Lease) {
    this.job = job;
    this.#jobs = jobs;
    this.#lease = lease;
  }

  /** @throws Failure `validation` while the job runs, here or elsewhere, and `file` for a damaged one */
  static async hold(jobs: RunningJobs, jobId: string): Promise<HeldJob> {
    const job = jobs.wholeJob(jobId);
    const waits = jobs.runner(jobId)?.hold ?? null;
    const sendsNoMore = (waits !== null && isPersonHold(waits.kind)) || !jobs.hasRowsLeft(jobId);
    // Its last rows may still be on their way.
    if (sendsNoMore) await jobs.letGo(jobId, 'pause');
    if (jobs.runner(jobId) !== null)
      throw invalid('This import is running. Pause it first, then change its campaign or its mapping.');
    using unowned = new DisposableStack();
    const lease = unowned.use(await jobs.leases.take(jobId));
    // Includes the steps that the last run could not write because the disk was full.
    jobs.recover(jobId);
    unowned.move();
    return new HeldJob(job, jobs, lease);
  }

  /**
   * The open rows as they were in the file, with a mapping, a plan and rules that fit them.
   *
   * @param longest characters that a field takes from now on, beside the rules it had
   * @throws Failure `validation` when there is none
   */
  openRows(campaignCode: string, longest?: ChannelArgs<'job:correctCampaign'>['longest']) {
    const { job } = this;
    const rows = this.#jobs.store.lists.openRows(job.id);
    if (rows.length === 0) throw invalid('No row of this import is refused or waits, so there is nothing to send.');
    const { results } = this.#jobs.store;
    const { by, readAs, rules } = this.#jobs.store.originOf(job.id);
    return {
      name: job.fileName,
      rows: rows.length,
      mapping: job.mapping,
      plan: { ...planOf(job), campaignCode },
      write: (path: string) => this.#write(path, rows),
      from: {
        accountId: this.#jobs.account.id,
        jobId: job.id,
        name: job.name,
        campaignCode: job.campaignCode,
        fileName: job.fileName,
        fileSize: job.fileSize,
        fileHash: job.fileHash,
        by,
        readAs,
        resultFolder: results.find(job.id)?.folder ?? null,
      },
      settings: withCountryOf(
        job,
        longest === undefined
          ? rules.settings
          : withFieldRule(rules.settings, longest.field, { longest: longest.characters }),
      ),
      carried: () => this.#carried(rows),
    };
  }

  /** Those of these rows that are not open any more: they were sent, or a person decided about them. */
  notOpen(rows: Iterable<number>): Set<number> {
    const open = new Set(this.#jobs.store.lists.openRows(this.job.id));
    return new Set([...rows].filter((row) => !open.has(row)));
  }

  /** Whether all open rows are among these. */
  hasOnly(rows: ReadonlySet<number>): boolean {
    return this.#jobs.store.lists.openRows(this.job.id).every((row) => rows.has(row));
  }

  /** Nothing of this job leaves any more. Call it in the transaction that begins the import that all open rows go on in. */
  stop(): void {
    this.#jobs.store.setWish(this.job.id, 'stop');
    this.#jobs.store.setHold(this.job.id, null);
  }

  /** Another import sends these rows. The job ends when no other row waits. */
  async goesOnIn(campaignCode: string, rows: readonly number[]): Promise<void> {
    const { store, run } = this.#jobs;
    const { id } = this.job;
    // Of a code that was corrected in its case alone, the service may know only the new one.
    const reason =
      campaignCode === this.job.campaignCode
        ? 'Goes on in another import, because the mapping was changed.'
        : `Goes on in the import into ${campaignCode}, because the campaign was corrected.`;
    await this.#jobs.upkeep.inSlices(store.rows.passingOn(id, rows, reason, this.#jobs.now(), run));
    this.#jobs.inTransaction(() => {
      if (store.rows.hasRowsLeft(id)) return;
      this.stop();
      store.setEnded(id, this.#jobs.now());
    });
    this.#jobs.settled(id);
  }

  [Symbol.dispose](): void {
    this.#lease[Symbol.dispose]();
  }

  async #write(path: string, rows: readonly number[]): Promise<void> {
    const { columns } = this.job;
    await writeFile(path, quotedCsvLine(columns), { flag: 'wx', mode: 0o600 });
    for (const part of this.#parts(rows)) {
      const lines = part.map(({ cells }) => quotedCsvLine(columns.map((_, index) => cells[index] ?? '')));
      await appendFile(path, lines.join(''));
    }
  }

  async *#carried(rows: readonly number[]): AsyncGenerator<CarriedRow[], void, void> {
    for (const part of this.#parts(rows)) {
      const repairs = this.#jobs.store.repairs.of(
        this.job.id,
        part.map(({ row }) => row),
      );
      yield part.map(({ row, line }) => ({ row, line, edits: repairs.get(row)?.cells ?? [] }));
      await letOtherWorkRun();
    }
  }

  *#parts(rows: readonly number[]) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      yield this.#jobs.store.lists.rowsAt(this.job.id, rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** Phones go out as numbers of the same country, also where it was guessed then. */
function withCountryOf({ mapping }: JobRecord, settings: CheckSettings): CheckSettings {
  const steps = mapping.flatMap(({ cleaning }) => cleaning);
  const country = settings.country ?? steps.find((step) => step.kind === 'phone')?.country ?? null;
  return { ...settings, country };
}
