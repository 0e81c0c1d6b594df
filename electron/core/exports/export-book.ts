import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashOf } from '../files/foundation/file-hash.ts';
import { putTarget, type Target } from '../files/writing/target-file.ts';
import { removeFileNow } from '../foundation/patient-files.ts';
import type { ExportColumn, ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { namePartOf } from '../../../shared/domain/mapping/index.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { STORAGE_WORDS, storageTrouble } from '../foundation/failure.ts';
import type { Timer } from '../foundation/ports.ts';
import { accountWork } from '../sessions/account-work.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import type { Lease } from '../storage/lease.ts';
import type { OwnedWork } from '../storage/owned-work.ts';
import { isPlainId } from '../storage/plain-id.ts';
import type { ComparedResult } from './compare/account-comparisons.ts';
import { type ComparisonRecords, createComparisonRecords } from './compare/comparison-records.ts';
import { createExportRecords, exportGone, type ExportRecord, type ExportRecords } from './records/export-records.ts';
import { findFollowed } from './records/followed-files.ts';
import { askedAt } from './queries/point-reached.ts';
import { removeLeftOvers } from './records/left-over-files.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { refreshFiles } from './receive/refresh-result.ts';

/** Milliseconds between two snapshots of a running export: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;

/** Milliseconds by which two looks at the service's clock may differ without being set. */
const CLOCK_DOUBT = 5 * MINUTE;

/** Milliseconds between two tries to remove files that another program has open: it closes what nobody looks at for a minute. */
const REMOVE_AGAIN = 20_000;

/** What is known of the exports of one account: in the journal, and in memory while one runs. Sends nothing. */
export class ExportBook implements Disposable {
  readonly records: ExportRecords;
  /** Fetches and refreshes. */
  readonly work: OwnedWork;
  /** Results that are being saved are not removed meanwhile. */
  readonly #readers: OwnedWork;
  /** Called now and then for an export that another program fetches or refreshes and that a page sees. */
  onElsewhere: (id: string) => void = () => undefined;
  /** Files that saves write, by the hash of their paths. */
  readonly #targets: OwnedWork;
  readonly #compared: Pick<ComparisonRecords, 'all' | 'remove'>;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  /** Exports as they are now. The journal has a running one as it began, and one whose end could not be written too. */
  readonly #live = new Map<string, ExportRecord>();
  /** Ids of the exports that this program fetches or refreshes. */
  readonly #working = new Set<string>();
  readonly #removing = new Map<string, Timer>();

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.records = createExportRecords(session.journal);
    this.#compared = createComparisonRecords(session.journal);
    this.work = accountWork(services, session, 'export', WORKED_ON);
    this.#readers = accountWork(services, session, 'reading', IS_READ);
    this.#targets = accountWork(services, session, 'save', IS_WRITTEN);
    this.#removeLeftOvers();
  }

  /** Call it before the work of the account is ended. */
  [Symbol.dispose](): void {
    this.work[Symbol.dispose]();
    this.#readers[Symbol.dispose]();
    this.#targets[Symbol.dispose]();
    for (const timer of this.#removing.values()) timer.cancel();
  }

  /** @throws Failure `notFound` */
  record(id: string): ExportRecord {
    const found = this.#live.get(id) ?? this.records.find(id);
    if (!found) throw exportGone();
    return found;
  }

  /** A result as a comparison sees it: a refresh makes another one of it. @throws Failure `notFound` */
  compared(id: string): ComparedResult {
    const record = this.record(id);
    const { refreshedAt } = record.answer;
    return refreshedAt === null ? record : { ...record, endedAt: refreshedAt };
  }

  /** Forgets the comparisons of a result whose rows may be others now. Their files go at the next start. */
  forgetComparisons(id: string): void {
    for (const { id: compared, before, now, facts } of this.#compared.all())
      if (facts !== null && (before === id || now === id)) this.#compared.remove(compared);
  }

  all(): ExportSummary[] {
    return this.records.all().map((record) => this.summary(this.#live.get(record.id) ?? record));
  }

  /** @throws Failure `notFound` for an id that no result has, which could lead to another place */
  resultPath(id: string): string {
    if (!isPlainId(id)) throw exportGone();
    return join(this.#session.folder, 'results', `${id}.sqlite`);
  }

  summary(record: ExportRecord): ExportSummary {
    if (isBeingWorkedOn(record) && !this.work.isHere(record.id))
      this.work.lookLater(record.id, () => this.onElsewhere(record.id));
    const { columns, startedAt, endedAt, rows, answer, ...facts } = record;
    const { followed: _path, goesOnFrom, ...answered } = answer;
    const elapsed = (endedAt ?? this.#services.clock.wallNow()) - startedAt;
    return {
      ...facts,
      ...answered,
      // The page shows what a refresh will ask for.
      pointReached: goesOnFrom ?? answered.pointReached,
      askedAt: this.ranAt(record),
      accountId: this.#session.account.id,
      rows,
      // By a clock that was set back nobody knows how long it has taken.
      rowsPerSecond: elapsed < 0 ? 0 : Math.round((rows * 1000) / Math.max(1, elapsed)),
      columns: columns.map(({ path, filled }, index) => columnOf(index, path, filled)),
      startedAt,
      endedAt,
      cannotRefresh: refreshTrouble(record),
      storedBytes: storedSize(this.resultPath(record.id)),
      sequence: this.#services.nextSequence(),
    };
  }

  /** Earlier rather than later: what changed in between comes twice, and is not missing. @param instant of the request, in Unix milliseconds */
  #askedAt(instant: number): string {
    const { api, account } = this.#session;
    return askedAt(instant + (api.leastClockOffset() ?? 0), knownZone(account.dialect.timeZone));
  }

  /** Keeps when runs were asked for by the service's clock as it goes now, for programs that no answer has told that yet. */
  dateAnew(): void {
    if (this.#session.api.leastClockOffset() === null) return;
    try {
      for (const record of this.records.all()) {
        const asked = this.ranAt(record);
        if (record.state === 'complete' && record.answer.askedAt !== asked) this.records.date(record, asked);
      }
    } catch (error) {
      if (storageTrouble(error) === null) this.#services.log.bug('date runs anew', error);
    }
  }

  /** When it was asked for: as its end has kept it, unless the service's clock was set back since and changes show earlier times. */
  ranAt({ answer, startedAt, state }: ExportRecord): string {
    const now = this.#askedAt(startedAt);
    const isTold = this.#session.api.leastClockOffset() !== null;
    // An earlier version did not keep it, and this computer's clock may be before the service's.
    if (answer.askedAt === null) return isTold || state !== 'complete' ? now : this.#askedAt(startedAt - CLOCK_DOUBT);
    const setBack = Date.parse(`${answer.askedAt}Z`) - Date.parse(`${now}Z`);
    return isTold && setBack > CLOCK_DOUBT ? now : answer.askedAt;
  }

  /** The export runs, and is what `record` answers from now on. */
  begin(record: ExportRecord): void {
    this.records.insert(record);
    this.#live.set(record.id, record);
  }

  /** Its result is refreshed from now on. */
  beginRefresh(record: ExportRecord): void {
    this.records.update(record);
    this.#live.set(record.id, record);
  }

  /** The export has ended as the record says; when that cannot be written, the record says partial. See `#save`. */
  end(record: ExportRecord): void {
    record.answer = { ...record.answer, askedAt: this.#askedAt(record.startedAt) };
    if (this.#save(record)) this.#live.delete(record.id);
  }

  /** A refresh has ended; a later start finds one that did not when the record cannot be written. */
  endRefresh(record: ExportRecord): void {
    try {
      this.records.update(record);
      this.#live.delete(record.id);
    } catch (error) {
      if (storageTrouble(error) === null) this.#services.log.bug('write the end of a refresh', error);
    }
  }

  /** The ends of exports that could not be written before: the disk may have room now. */
  settle(): void {
    for (const record of this.#live.values()) this.#save(record);
  }

  /** Fetches or refreshes here until `work` ends, and tells the host, whose end would end it. */
  run(id: string, lease: Lease, letGo: () => void, work: () => Promise<void>): void {
    this.#working.add(id);
    this.#tellWorking();
    this.work.run(id, lease, letGo, async () => {
      try {
        await work();
      } finally {
        this.#working.delete(id);
        this.#tellWorking();
      }
    });
  }

  #tellWorking(): void {
    this.#services.emit('export:working', { accountId: this.#session.account.id, running: this.#working.size });
  }

  rename(id: string, name: string): ExportSummary {
    const record = this.record(id);
    this.records.rename(id, name);
    record.name = name;
    return this.summary(record);
  }

  /**
   * Gives the file that scheduled work saves a result into its name. It is remembered before it is there: whatever ends the
   * program in between leaves a file that is known.
   */
  async putFollowed(id: string, part: string, target: Target): Promise<void> {
    const { path } = target;
    let sha256 = '';
    await putTarget(part, target, async () => {
      sha256 = await hashOf(part);
      const { followed } = this.record(id).answer;
      const former = followed?.path === path ? [followed.sha256, ...(followed.former ?? [])] : [];
      this.follow(id, { path, sha256, former });
    });
    this.follow(id, { path, sha256 });
  }

  /** Remembers the file that scheduled work saves a result into. */
  follow(id: string, file: NonNullable<ExportRecord['answer']['followed']>): void {
    const record = this.record(id);
    this.records.follow(record, { ...file });
    record.answer = { ...record.answer, followed: { ...file } };
  }

  /** The result that a file was saved from; see `findFollowed`. */
  async followed(file: { readonly path: string; readonly name: string }, query: ExportQuery): Promise<string | null> {
    const records = this.records.all().filter(({ state }) => state === 'complete');
    return (await findFollowed(records, file, query))?.id ?? null;
  }

  /** Chooses which leads of a result are shown and saved. */
  keep(id: string, keeps: 'all' | 'asked' | null): ExportSummary {
    const record = this.record(id);
    this.records.keep(record, keeps);
    record.answer = { ...record.answer, answered: { ...record.answer.answered, keeps } };
    return this.summary(record);
  }

  /** Reports the progress of an export, at most once in `PROGRESS_PAUSE`. */
  announcing(record: ExportRecord): () => void {
    const { clock, emit } = this.#services;
    let announcedAt = clock.monotonicNow() - PROGRESS_PAUSE;
    return () => {
      if (clock.monotonicNow() - announcedAt < PROGRESS_PAUSE) return;
      announcedAt = clock.monotonicNow();
      emit('export:progress', this.summary(record));
    };
  }

  /**
   * Until it is disposed of, nobody removes these results and comparisons.
   *
   * @param check throws when they are gone
   * @throws what `check` throws; Failure `validation` when one is being removed
   */
  async reading(ids: readonly string[], check: () => unknown): Promise<Disposable> {
    check();
    using held = new DisposableStack();
    try {
      for (const id of ids) held.use(await this.#readers.share(id, IS_REMOVED));
      check();
      return held.move();
    } catch (error) {
      held[Symbol.dispose]();
      const known = this.#known();
      for (const id of ids) if (!known.has(id)) this.#readers.remove(id);
      throw error;
    }
  }

  /** Until it is disposed of, nobody reads this result or comparison, so that it can be removed. @throws Failure `validation` while somebody does */
  async alone(id: string): Promise<Lease> {
    const lease = await this.#readers.take(id);
    const end = () => (this.#known().has(id) ? lease[Symbol.dispose]() : this.#readers.remove(id, lease));
    return { [Symbol.dispose]: end };
  }

  /** Until it is disposed of, nobody else of this data folder writes the file. @throws Failure `validation` while somebody does */
  async writing(path: string): Promise<Disposable> {
    const id = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32);
    const lease = await this.#targets.take(id);
    return { [Symbol.dispose]: () => this.#targets.remove(id, lease) };
  }

  /** Removes its record. The caller owns it, and nobody reads it. */
  remove(id: string): void {
    this.records.remove(id);
    this.#live.delete(id);
  }

  /**
   * Removes the files of a result or of a comparison whose record is gone, and which no thread here has open. What another
   * program has open goes when that one closes it.
   */
  removeFiles(path: string): void {
    this.#removing.delete(path);
    try {
      for (const file of [...refreshFiles(path), path, `${path}-wal`, `${path}-shm`]) removeFileNow(file);
    } catch (error) {
      // Windows: another program has it open.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      this.#removing.set(
        path,
        this.#services.clock.after(REMOVE_AGAIN, () => this.removeFiles(path)),
      );
    }
  }

  /**
   * Writes the record; false when that failed. The record then says partial, because that is what a later start will
   * find.
   */
  #save(record: ExportRecord): boolean {
    try {
      this.records.update(record);
      return true;
    } catch (error) {
      const trouble = storageTrouble(error);
      if (trouble === null) this.#services.log.bug('write the end of an export', error);
      if (record.state === 'complete') {
        record.answer = { ...record.answer, isUnstored: trouble !== null };
        const { cause, remedy } = STORAGE_WORDS[trouble ?? 'broken'];
        const all = record.rows === 1 ? 'The 1 lead' : `All ${format.number(record.rows)} leads`;
        record.reason = `${cause}, so the end of this export was not saved. ${all} arrived and can be read and saved now. After a restart the export counts as partial. ${remedy} and fetch again.`;
      }
      if (record.state !== 'cancelled') record.state = 'partial';
      return false;
    }
  }

  /** Ids of everything that has files. */
  #known(): Set<string> {
    return new Set([...this.records.all(), ...this.#compared.all()].map((record) => record.id));
  }

  #removeLeftOvers(): void {
    try {
      removeLeftOvers(join(this.#session.folder, 'results'), () => this.#known());
      for (const work of [this.work, this.#readers, this.#targets]) work.removeOthers(this.#known());
    } catch (error) {
      // They take room and do no other harm; the next start tries again.
      this.#services.log.bug('remove files of results that are gone', error);
    }
  }
}

const WORKED_ON =
  'This result is being refreshed already, or still fetched, perhaps by another Lead Console on this computer. Wait until that ends, or cancel it.';
const IS_READ =
  'This result is being saved or read into a list, perhaps by another Lead Console on this computer. Nothing was deleted. Wait until that ends, or cancel it, then delete the result.';
const IS_WRITTEN =
  'This file is being written already, perhaps by another Lead Console on this computer. Wait until that ends, or choose another name.';
const IS_REMOVED = 'This result is being deleted.';

/** Fetched or refreshed, as its record says: its owner may have died. */
export function isBeingWorkedOn({ state, answer }: Pick<ExportRecord, 'state' | 'answer'>): boolean {
  return state === 'running' || answer.refresh?.state === 'running';
}

function columnOf(index: number, path: string, filled: number): ExportColumn {
  const namePart = namePartOf(path);
  return { index, path, filled, ...(namePart !== undefined && { namePart }) };
}

/** Bytes of a result on disk, with the write-ahead log beside it that has the latest rows. */
function storedSize(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
