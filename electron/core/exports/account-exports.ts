// Why: decision 0101.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { sinceQuery } from '../../../shared/domain/service/since-query.ts';
import { invalid, isDiskFull, notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { closeAbandoned } from './abandoned-exports.ts';
import type { ComparedResult } from './compare/account-comparisons.ts';
import { createComparisonRecords } from './compare/comparison-records.ts';
import { bodyOf, nameOf, windowsFor } from './export-questions.ts';
import { createExportRecords, EMPTY_ANSWER, type ExportRecord, type ExportRecords } from './export-records.ts';
import { spellingsOf } from './spellings.ts';
import { findFollowed } from './followed-files.ts';
import { removeLeftOvers } from './left-over-files.ts';
import { createLeadViews, type LeadViews } from './lead-views.ts';
import { PreparedViews } from './prepared-views.ts';
import { serviceTime } from './queries/point-reached.ts';
import { partialReason, receiveLeads, type ReceiveOptions } from './receive-leads.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { newRefresh, reachedBy, type RefreshOptions, refreshResult, removeRefreshFiles } from './refresh-result.ts';
import { createResults, type Results } from './results.ts';

/** Milliseconds between two snapshots of a running export: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;

interface StartOptions {
  readonly name?: string;
  readonly windowDays?: number | null;
  /** A lead that comes twice is kept once. */
  readonly merges?: boolean;
}

type Question = Pick<ReceiveOptions, 'ask' | 'windows' | 'merges' | 'zone' | 'now' | 'spellings'>;
type RefreshQuestion = Question & Pick<RefreshOptions, 'query' | 'signal'>;

interface RunningExport {
  readonly controller: AbortController;
  /** Never rejects. Resolves when the lease is given back. */
  readonly done: Promise<void>;
}

/**
 * The exports of one account. Each is one request, whose leads stream into a file of its own that can be read meanwhile.
 * A running export holds a lease. A later start takes it when the program that ran the export has ended.
 */
export class AccountExports implements AsyncDisposable {
  readonly results: Results;
  readonly views: LeadViews;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #records: ExportRecords;
  readonly #running = new Map<string, RunningExport>();
  /** Exports as they are now. The journal has a running one as it began, and one whose end could not be written too. */
  readonly #live = new Map<string, ExportRecord>();
  readonly #abandoned: Promise<unknown>;
  readonly #prepared: PreparedViews;

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.results = createResults(services.log);
    this.views = createLeadViews(services.log);
    this.#prepared = new PreparedViews(this.views, services.log);
    this.#records = createExportRecords(session.journal);
    this.#removeLeftOvers();
    this.#abandoned = closeAbandoned({
      services,
      records: this.#records,
      results: this.results,
      path: (id) => this.resultPath(id),
      takeLease: (id) => this.#takeLease(id),
      onClosed: (record) => services.emit('export:progress', this.summary(record)),
    });
  }

  /** @throws Failure `notFound` */
  record(id: string): ExportRecord {
    const found = this.#live.get(id) ?? this.#records.find(id);
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
    return this.#records.all().map((record) => this.summary(this.#live.get(record.id) ?? record));
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

  /**
   * Sends the first request and answers at once. The export runs until its last stream ends or `cancel` is called.
   *
   * @param windowDays days of one request; null: the whole range in one
   * @throws Failure `validation` for a range that cannot be split so
   */
  start(
    query: ExportQuery,
    { name = nameOf(query), windowDays = null, merges = false }: StartOptions = {},
  ): ExportSummary {
    const { api, folder } = this.#session;
    const windows = windowsFor(query, windowDays, this.#serviceTime(this.#services.clock.wallNow()));
    mkdirSync(join(folder, 'results'), { recursive: true, mode: 0o700 });
    const record: ExportRecord = {
      id: randomUUID(),
      name,
      query,
      request: api.describeExport(query),
      state: 'running',
      reason: '',
      rows: 0,
      bytes: 0,
      columns: [],
      answer: {
        ...EMPTY_ANSWER,
        windows: windows === null ? null : { days: windowDays ?? 1, total: windows.length, done: 0, replaced: 0 },
      },
      startedAt: this.#services.clock.wallNow(),
      endedAt: null,
    };
    using held = new DisposableStack();
    held.use(this.#takeLease(record.id));
    this.#records.save(record);
    this.#live.set(record.id, record);
    const controller = new AbortController();
    this.results.prepare();
    this.views.prepare();
    const question = { ...this.#question(windows, controller.signal), merges };
    this.#running.set(record.id, { controller, done: this.#receive(record, question, held.move()) });
    return this.summary(record);
  }

  /**
   * Asks for what changed since and merges it into the result. Answers at once; `cancel` ends it, too.
   *
   * @throws Failure `notFound`; `validation` for a result that cannot be refreshed, or is being refreshed
   */
  refresh(id: string, windowDays: number | null = null): ExportSummary {
    const trouble = refreshTrouble(this.record(id));
    if (trouble !== '') throw invalid(trouble);
    using held = new DisposableStack();
    if (held.use(this.#takeLease(id)) === null) throw invalid('This result is being refreshed already.');
    // Another program may have refreshed it before the lease was taken.
    const record = this.record(id);
    const startedAt = this.#services.clock.wallNow();
    const since = this.#asksFrom(record);
    const query = sinceQuery(record.query, since);
    const windows = windowsFor(query, windowDays, this.#serviceTime(startedAt));
    const asked = {
      request: this.#session.api.describeExport(query),
      since: since === null ? null : query.modifiedFrom,
    };
    record.answer = { ...record.answer, refresh: newRefresh({ ...asked, startedAt }) };
    this.#records.save(record);
    this.#live.set(id, record);
    const controller = new AbortController();
    const options = { ...this.#question(windows, controller.signal), query, signal: controller.signal };
    this.#running.set(id, { controller, done: this.#refresh(record, options, held.move()) });
    return this.summary(record);
  }

  rename(id: string, name: string): ExportSummary {
    const record = this.record(id);
    record.name = name;
    this.#records.save(record);
    return this.summary(record);
  }

  /** Remembers the file that scheduled work saves a result into. */
  follow(id: string, file: { readonly path: string; readonly sha256: string }): void {
    const record = this.record(id);
    record.answer = { ...record.answer, followed: { ...file } };
    this.#records.save(record);
  }

  /** The result that a file was saved from; see `findFollowed`. */
  async followed(file: { readonly path: string; readonly name: string }, query: ExportQuery): Promise<string | null> {
    const records = this.#records.all().filter(({ state }) => state === 'complete');
    return (await findFollowed(records, file, query))?.id ?? null;
  }

  /** Chooses which leads of a result are shown and saved. */
  keep(id: string, keeps: 'all' | 'asked' | null): ExportSummary {
    const record = this.record(id);
    record.answer = { ...record.answer, answered: { ...record.answer.answered, keeps } };
    this.#records.save(record);
    return this.summary(record);
  }

  /** Resolves when the leads that arrived are stored. Does nothing to an export that does not run. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.controller.abort();
    await running?.done;
  }

  /** Makes the searches of a result fast, once, when no more leads arrive in it. */
  prepareViews(id: string): void {
    if (this.record(id).state !== 'running') this.#prepared.prepare(id, this.resultPath(id));
  }

  /** Closes a file of the results in every thread that may have it open. */
  async letGo(path: string): Promise<void> {
    await Promise.all([this.results.ask({ kind: 'close', path }), this.views.ask({ kind: 'close', path })]);
  }

  /** Cancels the export if it runs, and removes its files and its record. */
  async remove(id: string): Promise<void> {
    await this.cancel(id);
    const path = this.resultPath(id);
    await this.letGo(path);
    await this.#prepared.forget(id);
    removeRefreshFiles(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`, this.#leasePath(id)]) rmSync(file, { force: true });
    this.#records.remove(id);
    this.#live.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
    await this.#abandoned;
    // The end of an export that could not be written before: the disk may have room now.
    for (const record of this.#live.values()) this.#save(record);
    await Promise.all([this.results.close(), this.views.close(), this.#prepared.settle()]);
  }

  #question(windows: Question['windows'], signal: AbortSignal): Question {
    const { api, account } = this.#session;
    this.results.prepare();
    this.views.prepare();
    return {
      ask: (asked) => bodyOf(api, asked, signal),
      windows,
      merges: false,
      zone: account.dialect.timeZone,
      now: this.#serviceTime(this.#services.clock.wallNow()),
      spellings: spellingsOf(this.#records.all()),
    };
  }

  /** The service's wall clock at an instant, as far as its answers have told it. */
  #serviceTime(instant: number): string {
    const { api, account } = this.#session;
    return serviceTime(instant + (api.quota().clockOffset ?? 0), account.dialect.timeZone);
  }

  /** The point that a refresh goes on from. A result of an earlier version has reached the moment of its request. */
  #asksFrom({ answer, startedAt, rows }: ExportRecord): string | null {
    return answer.pointReached ?? (rows > 0 ? this.#serviceTime(startedAt) : null);
  }

  /** Says at most every so often how an export goes on. */
  #announcing(record: ExportRecord): () => void {
    const { clock, emit } = this.#services;
    let announcedAt = clock.monotonicNow() - PROGRESS_PAUSE;
    return () => {
      if (clock.monotonicNow() - announcedAt < PROGRESS_PAUSE) return;
      announcedAt = clock.monotonicNow();
      emit('export:progress', this.summary(record));
    };
  }

  async #refresh(record: ExportRecord, options: RefreshQuestion, lease: Disposable): Promise<void> {
    const { clock, emit, log } = this.#services;
    const { id } = record;
    {
      using _lease = lease;
      await refreshResult(record, {
        ...options,
        results: this.results,
        path: this.resultPath(id),
        askedAt: () => this.#serviceTime(record.answer.refresh?.startedAt ?? 0),
        onMerge: () => this.#prepared.hold(id),
        onLeads: this.#announcing(record),
        onNewColumns: () => this.#records.save(record),
        onBug: (error) => void log.bug('refresh a result', error),
      });
      const { refresh, refreshedAt } = record.answer;
      if (refresh !== null)
        record.answer = {
          ...record.answer,
          refresh: { ...refresh, endedAt: clock.wallNow() },
          refreshedAt: refresh.state === 'complete' ? refresh.startedAt : refreshedAt,
        };
      this.#prepared.release(id);
      if (this.#saveRefreshed(record)) this.#live.delete(id);
    }
    this.#running.delete(id);
    emit('export:progress', this.summary(record));
  }

  /** False when the record could not be written: a later start then finds a refresh that did not end. */
  #saveRefreshed(record: ExportRecord): boolean {
    try {
      this.#records.save(record);
      return true;
    } catch (error) {
      if (!isDiskFull(error)) this.#services.log.bug('write the end of a refresh', error);
      return false;
    }
  }

  async #receive(record: ExportRecord, question: Question, lease: Disposable): Promise<void> {
    const { clock, emit, log } = this.#services;
    {
      using _lease = lease;
      const latest = await receiveLeads(record, {
        ...question,
        results: this.results,
        path: this.resultPath(record.id),
        explain: partialReason,
        // If the program is killed, the names of the columns are read from the journal.
        onNewColumns: () => this.#records.save(record),
        onLeads: this.#announcing(record),
        onBug: (error) => void log.bug('export', error),
      });
      record.answer.pointReached = reachedBy(record, latest, this.#serviceTime(record.startedAt));
      // Rows of these results changed after they were first shown.
      if (record.query.source === 'raw' || (record.answer.windows?.replaced ?? 0) > 0)
        await this.views
          .ask({ kind: 'close', path: this.resultPath(record.id) })
          .catch((error: unknown) => void log.bug('begin the views of a result anew', error));
      record.endedAt = clock.wallNow();
      if (this.#save(record)) this.#live.delete(record.id);
    }
    this.#running.delete(record.id);
    emit('export:progress', this.summary(record));
  }

  /**
   * Writes the record; false when that failed. The record then says partial, because that is what a later start will
   * find.
   */
  #save(record: ExportRecord): boolean {
    try {
      this.#records.save(record);
      return true;
    } catch (error) {
      if (!isDiskFull(error)) this.#services.log.bug('write the end of an export', error);
      if (record.state === 'complete') {
        const cause = isDiskFull(error)
          ? 'The disk that holds the data folder is full'
          : 'The journal could not be written';
        record.reason = `${cause}, so the end of this export was not saved. All ${record.rows.toLocaleString('en')} leads arrived and can be read and saved now. After a restart the export counts as partial. Free some space and fetch again.`;
      }
      if (record.state !== 'cancelled') record.state = 'partial';
      return false;
    }
  }

  #removeLeftOvers(): void {
    try {
      const compared = createComparisonRecords(this.#session.journal);
      removeLeftOvers(join(this.#session.folder, 'results'), () =>
        [...this.#records.all(), ...compared.all()].map((record) => record.id),
      );
    } catch (error) {
      // They take room and do no other harm; the next start tries again.
      this.#services.log.bug('remove files of results that are gone', error);
    }
  }

  #takeLease(id: string): Lease | null {
    return takeLease(this.#leasePath(id));
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
