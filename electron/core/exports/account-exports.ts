// Why: decision 0101.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Answered, FilterCheck } from '../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { formatServiceTime, wallClockAt } from '../../../shared/domain/service/service-time.ts';
import { MOST_WINDOWS, windowsOf } from '../../../shared/domain/service/export-windows.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { LeadBody } from '../api/reads/streams.ts';
import { Failure, invalid, isDiskFull, notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { createComparisonRecords } from './compare/comparison-records.ts';
import { createExportRecords, EMPTY_ANSWER, type ExportRecord, type ExportRecords } from './export-records.ts';
import { removeLeftOvers } from './left-over-files.ts';
import { verdictOf } from './intake/answer-check.ts';
import { createLeadViews, type LeadViews } from './lead-views.ts';
import { partialReason, receiveLeads, type ReceiveOptions } from './receive-leads.ts';
import type { MissedCount } from './result/result-store.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { createResults, type Results } from './results.ts';

/** Milliseconds between two snapshots of a running export: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;

/** Latest results whose columns say how a field is spelled. */
const SPELLED_BY = 20;

interface StartOptions {
  readonly name?: string;
  readonly windowDays?: number | null;
}

type Question = Pick<ReceiveOptions, 'ask' | 'windows' | 'zone' | 'now' | 'spellings'>;

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
  /** Results whose later searches were made fast, or are. The promises never reject. */
  readonly #preparing = new Map<string, Promise<void>>();

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.results = createResults(services.log);
    this.views = createLeadViews(services.log);
    this.#records = createExportRecords(session.journal);
    this.#removeLeftOvers();
    const left = this.#records.all().filter((record) => record.state === 'running');
    this.#abandoned = Promise.all(left.map((record) => this.#closeAbandoned(record)));
  }

  /** @throws Failure `notFound` */
  record(id: string): ExportRecord {
    const found = this.#live.get(id) ?? this.#records.find(id);
    if (!found) throw notFound('This export was deleted. Fetch it again.');
    return found;
  }

  all(): ExportSummary[] {
    return this.#records.all().map((record) => this.summary(this.#live.get(record.id) ?? record));
  }

  resultPath(id: string): string {
    return join(this.#session.folder, 'results', `${id}.sqlite`);
  }

  summary(record: ExportRecord): ExportSummary {
    const { columns, startedAt, endedAt, rows, answer, ...facts } = record;
    const elapsed = Math.max(1, (endedAt ?? this.#services.clock.wallNow()) - startedAt);
    return {
      ...facts,
      ...answer,
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
  start(query: ExportQuery, { name = nameOf(query), windowDays = null }: StartOptions = {}): ExportSummary {
    const { api, folder, account } = this.#session;
    const now = formatServiceTime(
      wallClockAt(this.#services.clock.wallNow() + (api.quota().clockOffset ?? 0), account.dialect.timeZone),
    );
    const windows = windowDays === null ? null : windowsOf(query, windowDays, now);
    if (windowDays !== null && windows === null) throw invalid(splitTrouble(query));
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
    const question = {
      ask: (asked: ExportQuery) => bodyOf(api, asked, controller.signal),
      windows,
      zone: account.dialect.timeZone,
      now,
      spellings: this.#spellings(),
    };
    this.#running.set(record.id, { controller, done: this.#receive(record, question, held.move()) });
    return this.summary(record);
  }

  rename(id: string, name: string): ExportSummary {
    const record = this.record(id);
    record.name = name;
    this.#records.save(record);
    return this.summary(record);
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
    if (this.#preparing.has(id) || this.record(id).state === 'running') return;
    const prepared = this.views.ask({ kind: 'prepare', path: this.resultPath(id) }).catch((error: unknown) => {
      // Searches are slower without it, and the same. A cancel comes with the end of the session.
      if (!(error instanceof Failure)) this.#services.log.bug('prepare the views of an export', error);
    });
    this.#preparing.set(
      id,
      prepared.then(() => undefined),
    );
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
    await this.#preparing.get(id);
    this.#preparing.delete(id);
    for (const file of [path, `${path}-wal`, `${path}-shm`, this.#leasePath(id)]) rmSync(file, { force: true });
    this.#records.remove(id);
    this.#live.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
    await this.#abandoned;
    // The end of an export that could not be written before: the disk may have room now.
    for (const record of this.#live.values()) this.#save(record);
    await Promise.all([this.results.close(), this.views.close(), ...this.#preparing.values()]);
  }

  async #receive(record: ExportRecord, question: Question, lease: Lease): Promise<void> {
    const { clock, emit, log } = this.#services;
    let announcedAt = clock.monotonicNow() - PROGRESS_PAUSE;
    {
      using _lease = lease;
      await receiveLeads(record, {
        ...question,
        results: this.results,
        path: this.resultPath(record.id),
        // If the program is killed, the names of the columns are read from the journal.
        onNewColumns: () => this.#records.save(record),
        onLeads: () => {
          if (clock.monotonicNow() - announcedAt < PROGRESS_PAUSE) return;
          announcedAt = clock.monotonicNow();
          emit('export:progress', this.summary(record));
        },
        onBug: (error) => void log.bug('export', error),
      });
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

  /** Names of the campaigns' fields as earlier results have them; a name in lower case only is not the campaign's own. */
  #spellings(): string[] {
    const paths = this.#records
      .all()
      .slice(0, SPELLED_BY)
      .flatMap((record) => record.columns.map((column) => column.path))
      .filter((path) => path.startsWith('data.') && path !== path.toLowerCase());
    // Of two spellings the latest result's counts.
    return [...new Set(paths)].reverse();
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

  /** Marks an export as partial whose program ended while it ran. Its leads stay. */
  async #closeAbandoned(record: ExportRecord): Promise<void> {
    try {
      using lease = this.#takeLease(record.id);
      if (lease === null) return;
      const counted = await this.results.ask({ kind: 'count', path: this.resultPath(record.id) });
      record.rows = counted.rows;
      record.columns = record.columns.map((column, index) => ({ ...column, filled: counted.filled[index] ?? 0 }));
      record.answer = { ...record.answer, answered: recounted(record, counted.missed) };
      record.state = 'partial';
      record.reason = partialReason(record, 'Lead Console ended while the leads were arriving.');
      record.endedAt = this.#services.clock.wallNow();
      this.#records.save(record);
      this.#services.emit('export:progress', this.summary(record));
    } catch (error) {
      // The record stays as it is. The next opening of the account tries again.
      this.#services.log.bug('close an abandoned export', error);
    }
  }

  #takeLease(id: string): Lease | null {
    return takeLease(this.#leasePath(id));
  }

  #leasePath(id: string): string {
    return join(this.#session.folder, 'locks', `export-${id}.sqlite`);
  }
}

function bodyOf(api: ApiClient, query: ExportQuery, signal: AbortSignal): LeadBody {
  const options = { lane: 'person', signal } as const;
  switch (query.source) {
    case 'simple':
      return api.exportSimpleLeads(query, options);
    case 'search':
      return query.answer === 'csv' ? api.exportSavedSearchCsv(query, options) : api.exportSavedSearch(query, options);
    case 'raw':
      return api.exportRawLeads(query, options);
  }
}

/** What the marks of the rows say, for an export whose counts were lost with its program. */
function recounted({ rows, answer }: ExportRecord, missed: readonly MissedCount[]): Answered {
  const filters = answer.answered.filters.map((filter): FilterCheck => {
    const others = total(missed.filter(({ mask }) => (mask & (1 << filter.bit)) !== 0));
    const unchecked = filter.column === null && others === 0 ? rows : Math.min(filter.unchecked, rows - others);
    const matching = rows - others - unchecked;
    return { ...filter, others, unchecked, matching, verdict: verdictOf(others, matching) };
  });
  return { ...answer.answered, filters, asked: rows - total(missed) };
}

function total(missed: readonly MissedCount[]): number {
  return missed.reduce((sum, { rows }) => sum + rows, 0);
}

function splitTrouble(query: ExportQuery): string {
  if (query.source === 'raw')
    return 'RawLeads cannot be split by day: its answer does not say when a lead was changed.';
  if (query.modifiedFrom === null) return 'Choose "Modified since" first: a range without a beginning cannot be split.';
  return `That would take more than ${MOST_WINDOWS} requests. Choose a later "Modified since" or more days a request.`;
}

function nameOf(query: ExportQuery): string {
  const since = query.modifiedFrom === null ? '' : ` since ${query.modifiedFrom.replace('T', ' ')}`;
  if (query.source === 'search') return `${query.searchName}${since}`;
  const projects = query.projects.length === 0 ? 'All projects' : query.projects.join(', ');
  return `${projects}${since}`;
}

/** Bytes of a result on disk, with the write-ahead log beside it that has the latest rows. */
function storedSize(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
