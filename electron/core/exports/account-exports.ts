// Why: decision 0101.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { sinceQuery } from '../../../shared/domain/service/since-query.ts';
import { Failure, invalid } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';
import { closeAbandoned } from './abandoned-exports.ts';
import { ExportBook } from './export-book.ts';
import { bodyOf, nameOf, windowsFor } from './export-questions.ts';
import { EMPTY_ANSWER, type ExportRecord } from './export-records.ts';
import { spellingsOf } from './spellings.ts';
import { createLeadViews, type LeadViews } from './lead-views.ts';
import { PreparedViews } from './prepared-views.ts';
import { serviceTime } from './queries/point-reached.ts';
import { partialReason, receiveLeads, type ReceiveOptions } from './receive-leads.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { newRefresh, reachedBy, type RefreshOptions, refreshResult } from './refresh-result.ts';
import type { CampaignSample } from './result/campaign-samples.ts';
import { createResults, type Results } from './results.ts';

interface StartOptions {
  readonly name?: string;
  readonly windowDays?: number | null;
  /** A lead that comes twice is kept once. */
  readonly merges?: boolean;
}

/** What is found in leads that arrived, for whoever maps columns to fields of their campaigns. */
export type OnFields = (samples: readonly CampaignSample[]) => void;

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
  readonly book: ExportBook;
  readonly results: Results;
  readonly views: LeadViews;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #onFields: OnFields;
  readonly #running = new Map<string, RunningExport>();
  /** Never rejects. Resolves when no result is looked at for the fields of its campaigns. */
  #learning: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();
  readonly #abandoned: Promise<unknown>;
  readonly #prepared: PreparedViews;

  constructor(services: FeatureServices, session: AccountSession, onFields: OnFields) {
    this.#services = services;
    this.#session = session;
    this.#onFields = onFields;
    this.results = createResults(services.log, services.clock);
    this.views = createLeadViews(services.log, services.clock);
    this.#prepared = new PreparedViews(this.views, services.log);
    this.book = new ExportBook(services, session);
    this.#abandoned = closeAbandoned({
      services,
      records: this.book.records,
      results: this.results,
      path: (id) => this.book.resultPath(id),
      takeLease: (id) => this.book.takeLease(id),
      onClosed: (record) => services.emit('export:progress', this.book.summary(record)),
    });
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
    makeOwnFolder(join(folder, 'results'));
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
    held.use(this.book.takeLease(record.id));
    this.book.begin(record);
    const controller = new AbortController();
    this.results.prepare();
    this.views.prepare();
    const question = { ...this.#question(windows, controller.signal), merges };
    this.#running.set(record.id, { controller, done: this.#receive(record, question, held.move()) });
    return this.book.summary(record);
  }

  /**
   * Asks for what changed since and merges it into the result. Answers at once; `cancel` ends it, too.
   *
   * @throws Failure `notFound`; `validation` for a result that cannot be refreshed, or is being refreshed
   */
  refresh(id: string, windowDays: number | null = null): ExportSummary {
    const trouble = refreshTrouble(this.book.record(id));
    if (trouble !== '') throw invalid(trouble);
    using held = new DisposableStack();
    if (held.use(this.book.takeLease(id)) === null) throw invalid('This result is being refreshed already.');
    // Another program may have refreshed it before the lease was taken.
    const record = this.book.record(id);
    const startedAt = this.#services.clock.wallNow();
    const since = this.#asksFrom(record);
    const query = sinceQuery(record.query, since);
    const windows = windowsFor(query, windowDays, this.#serviceTime(startedAt));
    const asked = {
      request: this.#session.api.describeExport(query),
      since: since === null ? null : query.modifiedFrom,
    };
    record.answer = { ...record.answer, refresh: newRefresh({ ...asked, startedAt }) };
    this.book.begin(record);
    const controller = new AbortController();
    const options = { ...this.#question(windows, controller.signal), query, signal: controller.signal };
    this.#running.set(id, { controller, done: this.#refresh(record, options, held.move()) });
    return this.book.summary(record);
  }

  /** Resolves when the leads that arrived are stored. Does nothing to an export that does not run. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.controller.abort();
    await running?.done;
  }

  /** Makes the searches of a result fast, once, when no more leads arrive in it. */
  prepareViews(id: string): void {
    if (this.book.record(id).state !== 'running') this.#prepared.prepare(id, this.book.resultPath(id));
  }

  /** Closes a file of the results in every thread that may have it open. */
  async letGo(path: string): Promise<void> {
    await Promise.all([this.results.ask({ kind: 'close', path }), this.views.ask({ kind: 'close', path })]);
  }

  /** Cancels the export if it runs, and removes its files and its record. */
  async remove(id: string): Promise<void> {
    await this.cancel(id);
    await this.#learning;
    await this.letGo(this.book.resultPath(id));
    await this.#prepared.forget(id);
    this.book.remove(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
    this.#closed.abort();
    await Promise.all([this.#abandoned, this.#learning]);
    this.book.settle();
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
      zone: knownZone(account.dialect.timeZone),
      now: this.#serviceTime(this.#services.clock.wallNow()),
      spellings: spellingsOf(this.book.records.all()),
    };
  }

  /** The service's wall clock at an instant, as far as its answers have told it. */
  #serviceTime(instant: number): string {
    const { api, account } = this.#session;
    return serviceTime(instant + (api.quota().clockOffset ?? 0), knownZone(account.dialect.timeZone));
  }

  /** The point that a refresh goes on from. A result of an earlier version has reached the moment of its request. */
  #asksFrom({ answer, startedAt, rows }: ExportRecord): string | null {
    return answer.pointReached ?? (rows > 0 ? this.#serviceTime(startedAt) : null);
  }

  async #refresh(record: ExportRecord, options: RefreshQuestion, lease: Disposable): Promise<void> {
    const { clock, emit, log } = this.#services;
    const { id } = record;
    {
      using _lease = lease;
      await refreshResult(record, {
        ...options,
        results: this.results,
        path: this.book.resultPath(id),
        askedAt: () => this.#serviceTime(record.answer.refresh?.startedAt ?? 0),
        onMerge: () => this.#prepared.hold(id),
        onLeads: this.book.announcing(record),
        onNewColumns: () => this.book.records.save(record),
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
      this.book.endRefresh(record);
    }
    this.#running.delete(id);
    emit('export:progress', this.book.summary(record));
  }

  async #receive(record: ExportRecord, question: Question, lease: Disposable): Promise<void> {
    const { clock, emit, log } = this.#services;
    {
      using _lease = lease;
      const latest = await receiveLeads(record, {
        ...question,
        results: this.results,
        path: this.book.resultPath(record.id),
        explain: partialReason,
        // If the program is killed, the names of the columns are read from the journal.
        onNewColumns: () => this.book.records.save(record),
        onLeads: this.book.announcing(record),
        onBug: (error) => void log.bug('export', error),
      });
      record.answer.pointReached = reachedBy(record, latest, this.#serviceTime(record.startedAt));
      // Rows of these results changed after they were first shown.
      if (record.query.source === 'raw' || (record.answer.windows?.replaced ?? 0) > 0)
        await this.views
          .ask({ kind: 'close', path: this.book.resultPath(record.id) })
          .catch((error: unknown) => void log.bug('begin the views of a result anew', error));
      record.endedAt = clock.wallNow();
      this.book.end(record);
    }
    this.#running.delete(record.id);
    emit('export:progress', this.book.summary(record));
    this.#learning = Promise.all([this.#learning, this.#learnFields(record)]);
  }

  /** Leads of a search name the fields of their campaigns as the campaigns do; those of saved searches may not. */
  async #learnFields({ id, query, rows, columns }: ExportRecord): Promise<void> {
    const { signal } = this.#closed;
    if (query.source !== 'simple' || rows === 0 || signal.aborted) return;
    try {
      const paths = columns.map((column) => column.path);
      const request = { kind: 'campaigns', path: this.book.resultPath(id), paths } as const;
      this.#onFields(await this.results.ask(request, { signal }));
    } catch (error) {
      // The export itself is whole without it. A cancel comes with the end of the session.
      if (!(error instanceof Failure)) this.#services.log.bug('learn fields from an export', error);
    }
  }
}
