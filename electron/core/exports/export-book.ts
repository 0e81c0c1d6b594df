import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { notFound, STORAGE_WORDS, storageTrouble } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import type { ComparedResult } from './compare/account-comparisons.ts';
import { createComparisonRecords } from './compare/comparison-records.ts';
import { createExportRecords, type ExportRecord, type ExportRecords } from './export-records.ts';
import { findFollowed } from './followed-files.ts';
import { removeLeftOvers } from './left-over-files.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { removeRefreshFiles } from './refresh-result.ts';

/** Milliseconds between two snapshots of a running export: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;

/** What is known of the exports of one account: in the journal, and in memory while one runs. Sends nothing. */
export class ExportBook {
  readonly records: ExportRecords;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  /** Exports as they are now. The journal has a running one as it began, and one whose end could not be written too. */
  readonly #live = new Map<string, ExportRecord>();

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.records = createExportRecords(session.journal);
    this.#removeLeftOvers();
  }

  /** @throws Failure `notFound` */
  record(id: string): ExportRecord {
    const found = this.#live.get(id) ?? this.records.find(id);
    if (!found) throw notFound('This export was deleted. Fetch it again.');
    return found;
  }

  /** A result as a comparison sees it: a refresh makes another one of it. @throws Failure `notFound` */
  compared(id: string): ComparedResult {
    const record = this.record(id);
    const { refreshedAt } = record.answer;
    return refreshedAt === null ? record : { ...record, endedAt: refreshedAt };
  }

  all(): ExportSummary[] {
    return this.records.all().map((record) => this.summary(this.#live.get(record.id) ?? record));
  }

  resultPath(id: string): string {
    return join(this.#session.folder, 'results', `${id}.sqlite`);
  }

  summary(record: ExportRecord): ExportSummary {
    const { columns, startedAt, endedAt, rows, answer, ...facts } = record;
    const { followed: _path, ...answered } = answer;
    const elapsed = Math.max(1, (endedAt ?? this.#services.clock.wallNow()) - startedAt);
    return {
      ...facts,
      ...answered,
      accountId: this.#session.account.id,
      rows,
      rowsPerSecond: Math.round((rows * 1000) / elapsed),
      columns: columns.map(({ path, filled }, index) => ({ index, path, filled })),
      startedAt,
      endedAt,
      cannotRefresh: refreshTrouble(record),
      storedBytes: storedSize(this.resultPath(record.id)),
      sequence: this.#services.nextSequence(),
    };
  }

  /** The export runs, and is what `record` answers from now on. */
  begin(record: ExportRecord): void {
    this.records.save(record);
    this.#live.set(record.id, record);
  }

  /** The export has ended as the record says; when that cannot be written, the record says partial. See `#save`. */
  end(record: ExportRecord): void {
    if (this.#save(record)) this.#live.delete(record.id);
  }

  /** A refresh has ended; a later start finds one that did not when the record cannot be written. */
  endRefresh(record: ExportRecord): void {
    try {
      this.records.save(record);
      this.#live.delete(record.id);
    } catch (error) {
      if (storageTrouble(error) === null) this.#services.log.bug('write the end of a refresh', error);
    }
  }

  /** The ends of exports that could not be written before: the disk may have room now. */
  settle(): void {
    for (const record of this.#live.values()) this.#save(record);
  }

  rename(id: string, name: string): ExportSummary {
    const record = this.record(id);
    record.name = name;
    this.records.save(record);
    return this.summary(record);
  }

  /** Remembers the file that scheduled work saves a result into. */
  follow(id: string, file: { readonly path: string; readonly sha256: string }): void {
    const record = this.record(id);
    record.answer = { ...record.answer, followed: { ...file } };
    this.records.save(record);
  }

  /** The result that a file was saved from; see `findFollowed`. */
  async followed(file: { readonly path: string; readonly name: string }, query: ExportQuery): Promise<string | null> {
    const records = this.records.all().filter(({ state }) => state === 'complete');
    return (await findFollowed(records, file, query))?.id ?? null;
  }

  /** Chooses which leads of a result are shown and saved. */
  keep(id: string, keeps: 'all' | 'asked' | null): ExportSummary {
    const record = this.record(id);
    record.answer = { ...record.answer, answered: { ...record.answer.answered, keeps } };
    this.records.save(record);
    return this.summary(record);
  }

  /** Says at most every so often how an export goes on. */
  announcing(record: ExportRecord): () => void {
    const { clock, emit } = this.#services;
    let announcedAt = clock.monotonicNow() - PROGRESS_PAUSE;
    return () => {
      if (clock.monotonicNow() - announcedAt < PROGRESS_PAUSE) return;
      announcedAt = clock.monotonicNow();
      emit('export:progress', this.summary(record));
    };
  }

  /** Removes its files, which no thread may have open, and its record. */
  remove(id: string): void {
    const path = this.resultPath(id);
    removeRefreshFiles(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`, this.#leasePath(id)]) rmSync(file, { force: true });
    this.records.remove(id);
    this.#live.delete(id);
  }

  takeLease(id: string): Lease | null {
    return takeLease(this.#leasePath(id));
  }

  /**
   * Writes the record; false when that failed. The record then says partial, because that is what a later start will
   * find.
   */
  #save(record: ExportRecord): boolean {
    try {
      this.records.save(record);
      return true;
    } catch (error) {
      const trouble = storageTrouble(error);
      if (trouble === null) this.#services.log.bug('write the end of an export', error);
      if (record.state === 'complete') {
        const { cause, remedy } = STORAGE_WORDS[trouble ?? 'broken'];
        record.reason = `${cause}, so the end of this export was not saved. All ${record.rows.toLocaleString('en')} leads arrived and can be read and saved now. After a restart the export counts as partial. ${remedy} and fetch again.`;
      }
      if (record.state !== 'cancelled') record.state = 'partial';
      return false;
    }
  }

  #removeLeftOvers(): void {
    try {
      const compared = createComparisonRecords(this.#session.journal);
      removeLeftOvers(join(this.#session.folder, 'results'), () =>
        [...this.records.all(), ...compared.all()].map((record) => record.id),
      );
    } catch (error) {
      // They take room and do no other harm; the next start tries again.
      this.#services.log.bug('remove files of results that are gone', error);
    }
  }

  #leasePath(id: string): string {
    return join(this.#session.folder, 'locks', `export-${id}.sqlite`);
  }
}

/** Bytes of a result on disk, with the write-ahead log beside it that has the latest rows. */
function storedSize(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
