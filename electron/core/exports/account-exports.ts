// Why: decision 0101.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import type { ExportQuery, WrittenQuery } from '../../../shared/contract/exports/queries.ts';
import { datedQuery, noRunWords, writtenOf } from '../../../shared/domain/service/queries/relative-since.ts';
import { sinceQuery } from '../../../shared/domain/service/queries/since-query.ts';
import { partialReason } from '../../../shared/domain/words/partial-reason.ts';
import { cancelled, Failure, invalid, storageTrouble } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';
import { closeAbandoned, settleAbandoned } from './abandoned-exports.ts';
import { ExportBook, isBeingWorkedOn } from './export-book.ts';
import { nameOf, windowsFor } from './export-questions.ts';
import { EMPTY_ANSWER, type ExportRecord } from './records/export-records.ts';
import { spellingsOf } from './records/spellings.ts';
import { createLeadViews, type LeadViews } from './threads/lead-views.ts';
import { PreparedViews } from './threads/prepared-views.ts';
import { serviceTime } from './queries/point-reached.ts';
import { receiveLeads, type ReceiveOptions } from './receive/receive-leads.ts';
import { refreshTrouble } from './refresh/refresh-trouble.ts';
import { newRefresh, reachedBy, type RefreshOptions, refreshResult, SET_BACK } from './receive/refresh-result.ts';
import type { CampaignSample } from './result/campaign-samples.ts';
import { createResults, type Results } from './threads/results.ts';

interface StartOptions {
  readonly name?: string;
  readonly windowDays?: number | null;
  /** A lead that comes twice is kept once. */
  readonly merges?: boolean;
}

/** Keeps what leads show about the fields of their campaigns, for whoever maps columns to them. */
export interface CampaignFields {
  learn(samples: readonly CampaignSample[], exportId: string): void;
  /** Forgets the values that came with an export. */
  forgetExport(exportId: string): void;
}

/** Threads that keep the results. */
interface ResultThreads {
  readonly results: Results;
  readonly views: LeadViews;
}

type Question = Pick<ReceiveOptions, 'ask' | 'windows' | 'merges' | 'zone' | 'now' | 'spellings'>;
type RefreshQuestion = Question & Pick<RefreshOptions, 'query' | 'signal' | 'fetchedAt'>;

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
  readonly #fields: CampaignFields;
  /** Never rejects. Resolves when no result is looked at for the fields of its campaigns. */
  #learning: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();
  readonly #abandoned: Promise<unknown>;
  readonly #prepared: PreparedViews;

  constructor(
    services: FeatureServices,
    session: AccountSession,
    fields: CampaignFields,
    { results, views }: ResultThreads = threadsFor(services),
  ) {
    this.#services = services;
    this.#session = session;
    this.#fields = fields;
    this.results = results;
    this.views = views;
    this.#prepared = new PreparedViews(this.views, services.log);
    this.book = new ExportBook(services, session);
    this.book.onElsewhere = (id) => void this.#lookElsewhere(id);
    this.#abandoned = closeAbandoned(this.#abandonedOptions());
  }

  /**
   * Sends the first request and answers when it has begun. The export runs until its last stream ends or `cancel` is called.
   *
   * @param windowDays days of one request; null: the whole range in one
   * @throws Failure `validation` for a range that cannot be split so, or that goes on from a run that is not known
   */
  async start(
    written: WrittenQuery,
    { name, windowDays = null, merges = false }: StartOptions = {},
  ): Promise<ExportSummary> {
    const { api, folder } = this.#session;
    const now = this.#serviceTime(this.#services.clock.wallNow());
    const runs = this.book.records.all();
    const query = this.#dated(written, now);
    const windows = windowsFor(query, windowDays, now);
    const { modifiedFrom } = written;
    makeOwnFolder(join(folder, 'results'));
    const record: ExportRecord = {
      id: randomUUID(),
      name: name ?? nameOf(query),
      query,
      request: api.describeExport(query),
      state: 'running',
      reason: '',
      rows: 0,
      bytes: 0,
      columns: [],
      answer: {
        ...EMPTY_ANSWER,
        relativeSince: typeof modifiedFrom === 'string' ? null : modifiedFrom,
        windows: windows === null ? null : { days: windowDays ?? 1, total: windows.length, done: 0, replaced: 0 },
      },
      startedAt: this.#services.clock.wallNow(),
      endedAt: null,
    };
    using held = new DisposableStack();
    held.use(await this.book.work.takeNew(record.id));
    this.book.begin(record);
    const controller = new AbortController();
    const question = { ...this.#question(windows, controller.signal), merges };
    const receive = () => this.#receive(record, question, runs);
    this.book.run(record.id, held.move(), () => controller.abort(), receive);
    return this.book.summary(record);
  }

  /**
   * Asks for what changed since and merges it into the result. Answers when it has begun; `cancel` ends it, too.
   *
   * @throws Failure `notFound`; `validation` for a result that cannot be refreshed, or is being refreshed
   */
  async refresh(id: string, windowDays: number | null = null): Promise<ExportSummary> {
    refuseRefresh(this.book.record(id));
    // What a killed program left is being settled here, which holds the lease.
    await this.#abandoned;
    if (this.#closed.signal.aborted) throw cancelled();
    using held = new DisposableStack();
    held.use(await this.book.work.take(id));
    // A program that died in a refresh left the leads that came beside the result.
    await settleAbandoned(id, this.#abandonedOptions());
    // Another program may have refreshed or removed it before the lease was taken.
    const record = this.book.record(id);
    refuseRefresh(record);
    const startedAt = this.#services.clock.wallNow();
    const fetched = fetchedLast(record);
    const since = this.#goesOnFrom(record);
    const query = sinceQuery(record.query, since);
    const windows = windowsFor(query, windowDays, this.#serviceTime(startedAt));
    const asked = {
      request: this.#session.api.describeExport(query),
      since: since === null ? null : query.modifiedFrom,
    };
    record.answer = { ...record.answer, refresh: newRefresh({ ...asked, startedAt }) };
    this.book.beginRefresh(record);
    const controller = new AbortController();
    const { signal } = controller;
    const fetchedAt = () => this.#serviceTime(fetched);
    const options = { ...this.#question(windows, signal), query, signal, fetchedAt };
    const receive = () => this.#refresh(record, options);
    this.book.run(id, held.move(), () => controller.abort(), receive);
    return this.book.summary(record);
  }

  /**
   * Resolves when the leads that arrived are stored, whichever program fetches them. Does nothing to an export that does
   * not run.
   */
  async cancel(id: string): Promise<void> {
    if (!isBeingWorkedOn(this.book.record(id))) return;
    using _owned = await this.book.work.claim(id);
    await settleAbandoned(id, this.#abandonedOptions());
  }

  /** Makes the searches of a result fast, once, when no more leads arrive in it. */
  prepareViews(id: string): void {
    if (this.book.record(id).state !== 'running') this.#prepared.prepare(id, this.book.resultPath(id));
  }

  /** Closes a file of the results in every thread that may have it open. */
  async letGo(path: string): Promise<void> {
    await Promise.all([this.results.ask({ kind: 'close', path }), this.views.ask({ kind: 'close', path })]);
  }

  /**
   * Has whoever fetches the export cancel it, and removes its record and its files.
   *
   * @param removeOthers removes what depends on it, when its record is gone and its files are still there
   * @throws Failure `notFound`; `validation` while it is being saved
   */
  async remove(id: string, removeOthers: () => Promise<void>): Promise<void> {
    const { book } = this;
    const path = book.resultPath(id);
    book.record(id);
    using _alone = await book.alone(id);
    using owned = await book.work.claim(id);
    book.record(id);
    // An export that has just ended here is looked at, too.
    await this.#learning;
    this.#fields.forgetExport(id);
    book.remove(id);
    try {
      await removeOthers();
    } finally {
      await this.letGo(path);
      await this.#prepared.forget(id);
      book.removeFiles(path);
    }
    book.work.remove(id, owned);
    this.#services.emit('export:removed', { accountId: this.#session.account.id, exportId: id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.book[Symbol.dispose]();
    this.#closed.abort();
    await this.book.work.endHere();
    await Promise.all([this.#abandoned, this.#learning]);
    this.book.settle();
    await Promise.all([this.results.close(), this.views.close(), this.#prepared.settle()]);
  }

  #abandonedOptions() {
    return { services: this.#services, book: this.book, results: this.results };
  }

  /** From now on the pages hear of exports that other programs begin or delete. */
  all(): ExportSummary[] {
    const { work, records } = this.book;
    work.lookForOthers(
      () => records.ids(),
      (id) => this.#announce(id),
    );
    return this.book.all();
  }

  #announce(exportId: string): void {
    const record = this.book.records.find(exportId);
    if (record !== undefined) this.#services.emit('export:progress', this.book.summary(record));
    else this.#services.emit('export:removed', { accountId: this.#session.account.id, exportId });
  }

  /** An export that another program fetches, or fetched until it died. Catches what fails, because a timer calls it. */
  async #lookElsewhere(id: string): Promise<void> {
    try {
      using lease = this.book.work.takeNow(id);
      if (lease !== null) await settleAbandoned(id, this.#abandonedOptions());
      const record = this.book.records.find(id);
      if (record !== undefined) this.#services.emit('export:progress', this.book.summary(record));
    } catch (error) {
      if (!(error instanceof Failure) && storageTrouble(error) === null)
        this.#services.log.bug('look at an export of another program', error);
    }
  }

  #question(windows: Question['windows'], signal: AbortSignal): Question {
    const { api, account } = this.#session;
    this.results.prepare();
    this.views.prepare();
    const begun = this.#services.clock.wallNow();
    return {
      ask: (asked) => api.exportLeads(asked, { lane: 'person', signal }),
      windows,
      merges: false,
      zone: knownZone(account.dialect.timeZone),
      now: () => this.#serviceTime(begun),
      spellings: spellingsOf(this.book.records.all()),
    };
  }

  /** The service's wall clock at an instant, as far as its answers have told it. */
  #serviceTime(instant: number): string {
    const { api, account } = this.#session;
    return serviceTime(instant + (api.quota().clockOffset ?? 0), knownZone(account.dialect.timeZone));
  }

  /** @throws Failure `validation` when the query goes on from a run that is not known */
  #dated(written: WrittenQuery, now: string): ExportQuery {
    const query = datedQuery(written, now, this.book.all());
    if (query === null) throw invalid(noRunWords(written));
    return query;
  }

  /**
   * The time from which a refresh goes on: the point reached, but never later than the last question, as the service's clock
   * goes now. Once that was set back, changes show times before the point. A result of an earlier version has no point.
   */
  #goesOnFrom({ answer, startedAt, rows }: ExportRecord): string | null {
    const asked = this.#serviceTime(answer.refreshedAt ?? startedAt);
    const pointReached = answer.goesOnFrom ?? answer.pointReached;
    if (pointReached === null) return rows > 0 ? asked : null;
    return pointReached < asked ? pointReached : asked;
  }

  async #refresh(record: ExportRecord, options: RefreshQuestion): Promise<void> {
    const { clock, emit, log } = this.#services;
    const { id } = record;
    await refreshResult(record, {
      ...options,
      results: this.results,
      path: this.book.resultPath(id),
      askedAt: () => this.#serviceTime(record.answer.refresh?.startedAt ?? 0),
      goesOnFrom: () => this.#goesOnFrom(record),
      onMerge: () => this.#prepared.hold(id),
      onLeads: this.book.announcing(record),
      onNewColumns: () => this.book.records.update(record),
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
    // Told while nobody else can have removed it.
    emit('export:progress', this.book.summary(record));
  }

  async #receive(record: ExportRecord, question: Question, runs: readonly ExportRecord[]): Promise<void> {
    const { clock, emit, log } = this.#services;
    const path = this.book.resultPath(record.id);
    const latest = await receiveLeads(record, {
      ...question,
      results: this.results,
      path,
      explain: partialReason,
      // If the program is killed, the names of the columns are read from the journal.
      onNewColumns: () => this.book.records.update(record),
      onLeads: this.book.announcing(record),
      onBug: (error) => void log.bug('export', error),
    });
    if (record.state === 'complete' && this.#wentOnTooLate(record, runs)) {
      record.state = 'partial';
      record.reason = `${SET_BACK} Fetch again.`;
    }
    record.answer.pointReached = reachedBy(record, latest, this.#serviceTime(record.startedAt));
    // Rows of these results changed after they were first shown.
    if (record.query.source === 'raw' || (record.answer.windows?.replaced ?? 0) > 0)
      await this.views
        .ask({ kind: 'close', path })
        .catch((error: unknown) => void log.bug('begin the views of a result anew', error));
    record.endedAt = clock.wallNow();
    this.book.end(record);
    // Told while nobody else can have removed it.
    emit('export:progress', this.book.summary(record));
    this.#learning = Promise.all([this.#learning, this.#learnFields(record)]);
  }

  /**
   * Whether the answer shows that the last run, from which it went on, was earlier by the service's clock as it goes now.
   *
   * @param runs as they were when it began: a run that was deleted since is where it went on from all the same
   */
  #wentOnTooLate({ query, answer: { relativeSince } }: ExportRecord, runs: readonly ExportRecord[]): boolean {
    if (relativeSince?.since !== 'last-run') return false;
    this.book.dateAnew();
    const asked = runs.map((run) => ({ ...run, ...run.answer, askedAt: this.book.ranAt(run) }));
    const from = datedQuery(writtenOf({ query, relativeSince }), '', asked)?.modifiedFrom ?? null;
    return from !== null && from < (query.modifiedFrom ?? '');
  }

  /** Only lead searches use the campaign's own field names; saved searches may rename them. */
  async #learnFields({ id, query, rows, columns }: ExportRecord): Promise<void> {
    const { signal } = this.#closed;
    if (query.source !== 'simple' || rows === 0 || signal.aborted) return;
    try {
      const paths = columns.map((column) => column.path);
      const request = { kind: 'campaigns', path: this.book.resultPath(id), paths } as const;
      const samples = await this.results.ask(request, { signal });
      // Another program may have deleted it meanwhile.
      if (this.book.records.find(id) !== undefined) this.#fields.learn(samples, id);
    } catch (error) {
      // The export itself is whole without it. A cancel comes with the end of the session.
      if (!(error instanceof Failure)) this.#services.log.bug('learn fields from an export', error);
    }
  }
}

function threadsFor({ log, clock }: FeatureServices): ResultThreads {
  return { results: createResults(log, clock), views: createLeadViews(log, clock) };
}

/** When all leads of the result had come, in Unix milliseconds. */
function fetchedLast({ answer: { refresh, refreshedAt }, startedAt, endedAt }: ExportRecord): number {
  return (refresh?.state === 'complete' ? refresh.endedAt : refreshedAt) ?? endedAt ?? startedAt;
}

function refuseRefresh(record: ExportRecord): void {
  const trouble = refreshTrouble(record);
  if (trouble !== '') throw invalid(trouble);
}
