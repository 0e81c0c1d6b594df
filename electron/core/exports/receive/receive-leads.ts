// Why: decision 0127.
import {
  daysLater,
  isWithinOneDay,
  queryOf,
  type Window,
  windowsOf,
} from '../../../../shared/domain/service/queries/export-windows.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import type { LeadBody } from '../../api/reads/streams.ts';
import { Failure, isOfStorage, STORAGE_WORDS, storageTrouble } from '../../foundation/failure.ts';
import type { ExportRecord } from '../records/export-records.ts';
import type { Received } from '../intake/lead-intake.ts';
import { filtersOf } from '../intake/question.ts';
import { type BodyEnd, receiveBody } from './receive-body.ts';
import type { Results } from '../threads/results.ts';

/** Times that a window is asked for when its answer breaks off. Its leads are merged, so that none comes twice. */
const ATTEMPTS = 2;

export interface ReceiveOptions {
  readonly results: Results;
  /** The file of the result. */
  readonly path: string;
  /** Sends one request. */
  readonly ask: (query: ExportQuery) => LeadBody;
  /** Null: the whole range in one request. */
  readonly windows: readonly Window[] | null;
  /** IANA zone of the service's wall clock. */
  readonly zone: string;
  /** What the service's wall clock showed when the export began; called when an answer may have told it. */
  readonly now: () => string;
  /** Paths of columns of earlier results. */
  readonly spellings: readonly string[];
  /** A lead that comes twice is kept once, in its latest state, also with one request. */
  readonly merges: boolean;
  /** The sentences for a person about leads that are missing. */
  readonly explain: (record: ExportRecord, what: string) => string;
  /** The record has columns that it did not have before. */
  onNewColumns(): void;
  /** Some of the bytes that arrived are in the result. */
  onLeads(): void;
  /** An error that is neither a failure for a person nor a full disk. */
  onBug(error: unknown): void;
}

/**
 * Asks for the leads of an export and stores them. Never rejects: the state of the record says how it ended. An answer
 * that ends early leaves its rows and the state `partial` with the reason, never `complete`. Answers the latest change that came,
 * `yyyy-MM-ddTHH:mm:ss` in the service's wall clock; null when no lead says.
 */
export async function receiveLeads(record: ExportRecord, options: ReceiveOptions): Promise<string | null> {
  const receiving = new Receiving(record, options);
  try {
    const error = await receiving.run();
    record.state = error === null ? 'complete' : error.code === 'cancelled' ? 'cancelled' : 'partial';
    record.reason =
      error === null ? '' : error.code === 'network' ? options.explain(record, error.message) : error.message;
    record.answer.mayBeSplit = error?.code === 'network' && maySplit(record, options);
    // What a request costs is written down before it leaves.
    record.answer.isUnstored = error?.code === 'file';
  } catch (error) {
    if (!(error instanceof Failure) && storageTrouble(error) === null) options.onBug(error);
    record.state = 'partial';
    record.answer.isUnstored = isOfStorage(error);
    record.reason = options.explain(record, sentenceOf(error));
  }
  return receiving.latest;
}

function maySplit({ query }: ExportRecord, { windows, now }: ReceiveOptions): boolean {
  return windows === null && (windowsOf(query, 1, now())?.length ?? 1) > 1;
}

class Receiving {
  readonly #record: ExportRecord;
  readonly #options: ReceiveOptions;
  latest: string | null = null;

  constructor(record: ExportRecord, options: ReceiveOptions) {
    this.#record = record;
    this.#options = options;
  }

  /** Why leads are missing; null when none is. */
  async run(): Promise<AppError | null> {
    const { results, path, windows, zone, spellings, merges } = this.#options;
    const { query } = this.#record;
    const plan = { filters: filtersOf(query), zone, spellings, merges: merges || windows !== null };
    await results.ask({ kind: 'begin', path, plan });
    const bodies = windows === null ? this.#range(query, null).then(({ error }) => error) : this.#windows(windows);
    const end = () => results.ask({ kind: 'end', path });
    const error = await bodies.catch(async (trouble: unknown) => {
      await end().catch(() => undefined);
      throw trouble;
    });
    // Nobody is told that all leads are there before they last.
    await end();
    return error;
  }

  async #windows(windows: readonly Window[]): Promise<AppError | null> {
    for (const [index, window] of windows.entries()) {
      const end = await this.#window(window);
      if (end.error !== null) return told(end.error, index, windows.length);
      if (this.#record.answer.windows !== null) this.#record.answer.windows.done = index + 1;
      this.#options.onLeads();
      if (this.#showsNoEnd(end.received?.beyond ?? null)) return null;
    }
    return null;
  }

  /**
   * Leads from days after the end of a window: the service does not know `ModifiedTo`, and this answer held all that is
   * left. A lead that changed since the export began may have been on its way, and says nothing. A day more is left to the zone,
   * which may not be the service's.
   */
  #showsNoEnd(beyond: string | null): boolean {
    return beyond !== null && beyond < daysLater(this.#options.now().slice(0, 10), -1);
  }

  async #window(window: Window): Promise<BodyEnd> {
    const query = queryOf(this.#record.query, window);
    const until = window.to === null ? null : daysLater(window.to, 1);
    for (let attempt = 1; ; attempt += 1) {
      const end = await this.#range(query, until);
      if (end.error?.code !== 'network' || attempt >= ATTEMPTS) return end;
    }
  }

  /** One request; a second one when the range is within one day and nothing came. */
  async #range(query: ExportQuery, until: string | null): Promise<BodyEnd> {
    const end = await this.#request(query, { cutBefore: null, until });
    const { modifiedFrom } = query;
    const isEmpty = end.error === null && end.received?.bodyRows === 0;
    if (!isEmpty || modifiedFrom === null) return end;
    if (!isWithinOneDay(query, this.#options.now())) return end;
    const earlier = daysLater(modifiedFrom, -1);
    this.#record.answer.sameDay = { modifiedFrom: earlier, cut: query.source === 'raw' ? null : 0 };
    return this.#request({ ...query, modifiedFrom: earlier }, { cutBefore: modifiedFrom, until });
  }

  #request(query: ExportQuery, { cutBefore, until }: { cutBefore: string | null; until: string | null }) {
    const { results, path, ask } = this.#options;
    const form = query.source === 'raw' ? 'raw' : query.source === 'search' ? query.answer : 'json';
    this.#record.answer.requests += 1;
    return receiveBody(ask(query), {
      results,
      path,
      body: { form, cutBefore, until },
      onBytes: (count) => {
        this.#record.bytes += count;
      },
      onReceived: (received) => this.#note(received, cutBefore !== null),
    });
  }

  #note(received: Received, isCut: boolean): void {
    const record = this.#record;
    const { answer } = record;
    record.rows = received.rows;
    this.latest = received.latest;
    const paths = received.paths ?? record.columns.map((column) => column.path);
    record.columns = paths.map((name, index) => ({ path: name, filled: received.filled[index] ?? 0 }));
    answer.answered = { ...answer.answered, filters: [...received.filters], asked: received.asked };
    answer.shortened = [...received.shortened];
    answer.repeated = received.repeated;
    answer.hasBrokenText ||= received.hasBrokenText;
    if (answer.windows !== null) answer.windows.replaced = received.replaced;
    if (answer.sameDay !== null && isCut && answer.sameDay.cut !== null) answer.sameDay.cut = received.cut;
    if (received.paths !== null) this.#options.onNewColumns();
    this.#options.onLeads();
  }
}

function told(error: AppError, done: number, total: number): AppError {
  if (error.code === 'cancelled') return error;
  return { ...error, message: `${error.message} It was request ${done + 1} of ${total}.` };
}

export function sentenceOf(error: unknown): string {
  const trouble = storageTrouble(error);
  if (trouble !== null) return `${STORAGE_WORDS[trouble].cause}.`;
  return error instanceof Error ? error.message : String(error);
}
