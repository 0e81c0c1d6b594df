import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { removeFile } from '../../foundation/patient-files.ts';
import type { ComparedField, Comparison } from '../../../../shared/contract/exports/compare.ts';
import type { ExportColumn } from '../../../../shared/contract/exports/exports.ts';
import { knownZone } from '../../../../shared/domain/service/service-time.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import { accountWork } from '../../sessions/account-work.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import type { Lease } from '../../storage/lease.ts';
import type { OwnedWork } from '../../storage/owned-work.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { programBeside } from '../../threads/program-beside.ts';
import { ThreadClient } from '../../threads/thread-client.ts';
import { ID_COLUMN, joinedColumns, KIND_COLUMN } from '../result/joined-results.ts';
import type { Compared, CompareRequest } from './compare-results.ts';
import {
  type ComparisonFacts,
  type ComparisonRecord,
  type ComparisonRecords,
  createComparisonRecords,
} from './comparison-records.ts';
import { type PairedFields, pairFields } from './pair-fields.ts';

/** What a comparison needs to know of an export. */
export interface ComparedResult {
  readonly id: string;
  readonly state: 'running' | 'complete' | 'partial' | 'cancelled';
  /** `filled`: leads with a value in the column. */
  readonly columns: readonly { readonly path: string; readonly filled: number }[];
  readonly rows: number;
  /** When it got its last lead. */
  readonly endedAt: number | null;
}

/** The two results of one comparison. */
interface Sides {
  readonly before: ComparedResult;
  readonly now: ComparedResult;
}

/** The results that are compared. */
export interface ResultsOnDisk {
  /** @throws Failure `notFound` */
  record(id: string): ComparedResult;
  /** Also of a comparison. */
  resultPath(id: string): string;
  /** Keeps the comparison from being saved. @throws Failure `validation` while somebody does */
  takeAlone(id: string): Promise<Lease>;
  /** Removes the files of a comparison whose record is gone. */
  removeFiles(path: string): Promise<void>;
}

/**
 * The comparisons of one account. Each has a file beside the results that says which rows belong together, and is deleted
 * with either of its results. While one is made it holds a lease; a later start removes what a killed program left.
 */
export class AccountComparisons implements AsyncDisposable {
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #results: ResultsOnDisk;
  readonly #records: ComparisonRecords;
  readonly #thread: ThreadClient<CompareRequest, Compared>;
  readonly #work: OwnedWork;
  /** How many are being made here. */
  #making = 0;

  constructor(services: FeatureServices, session: AccountSession, results: ResultsOnDisk) {
    this.#services = services;
    this.#session = session;
    this.#results = results;
    this.#records = createComparisonRecords(session.journal);
    this.#thread = new ThreadClient({
      program: programBeside(import.meta.url, 'compare-worker'),
      log: services.log,
      says: { diskFull: 'The disk is full, so the results could not be compared. Free some space and compare again.' },
    });
    this.#work = accountWork(services, session, 'compare', MADE_ELSEWHERE);
    const known = this.#records.all();
    this.#work.removeOthers(new Set(known.map(({ id }) => id)));
    for (const record of known) if (record.facts === null) this.#removeUnfinished(record);
  }

  /** A finished comparison by its id. */
  find(id: string): Comparison | undefined {
    const found = this.#records.all().find((record) => record.id === id);
    if (found === undefined || found.facts === null) return undefined;
    const results = { before: this.#results.record(found.before), now: this.#results.record(found.now) };
    // A result that was refreshed since has other rows under the same numbers.
    return isOf(found.facts, results) ? this.#comparison(found, found.facts, results) : undefined;
  }

  /** The comparison of two results: the one that is kept, when they are still the same, else a new one. */
  async open(before: string, now: string, options: AskOptions): Promise<Comparison> {
    if (before === now) throw invalid('A result has no differences to itself. Choose two results.');
    const results = { before: this.#results.record(before), now: this.#results.record(now) };
    if (results.before.state === 'running' || results.now.state === 'running')
      throw invalid('Leads of this export are still arriving. Compare when it has ended.');
    if (results.before.rows === 0 || results.now.rows === 0)
      throw invalid('One of the two results has no leads, so there is nothing to compare. Choose another.');
    for (const record of this.#records.all()) {
      const { facts } = record;
      if (record.before !== before || record.now !== now || facts === null) continue;
      if (isOf(facts, results) && existsSync(this.#results.resultPath(record.id)))
        return this.#comparison(record, facts, results);
      await this.#remove(record.id);
    }
    return this.#make(results, options);
  }

  /** Ends and removes the comparisons of an export whose record is gone, here and in other programs. */
  async removeOf(exportId: string): Promise<void> {
    for (const { id, before, now } of this.#records.all())
      if (before === exportId || now === exportId) await this.#remove(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#work[Symbol.dispose]();
    await this.#work.endHere();
    await this.#thread.close();
  }

  async #make(results: Sides, options: AskOptions): Promise<Comparison> {
    const id = randomUUID();
    const controller = new AbortController();
    const signals = [controller.signal, ...(options.signal ? [options.signal] : [])];
    const record = {
      id,
      before: results.before.id,
      now: results.now.id,
      madeAt: this.#services.clock.wallNow(),
      facts: null,
    };
    const lease = await this.#work.takeNew(record.id);
    using owned = this.#work.own(record.id, lease, { letGo: () => controller.abort() });
    this.#making += 1;
    try {
      return await this.#compare(record, results, { ...options, signal: AbortSignal.any(signals) });
    } catch (error) {
      this.#records.remove(id);
      await this.#results.removeFiles(this.#results.resultPath(id));
      this.#work.remove(id, owned);
      throw error;
    } finally {
      this.#making -= 1;
    }
  }

  async #compare(record: ComparisonRecord, { before, now }: Sides, options: AskOptions): Promise<Comparison> {
    const paired = pairFields(pathsOf(before), pathsOf(now));
    if (!this.#records.begin(record)) throw resultGone();
    const startedAt = this.#services.clock.monotonicNow();
    const compared = await this.#ask(
      {
        path: this.#results.resultPath(record.id),
        before: basename(this.#results.resultPath(before.id)),
        now: basename(this.#results.resultPath(now.id)),
        paired,
        zone: knownZone(this.#session.account.dialect.timeZone),
      },
      options,
    );
    const facts: ComparisonFacts = {
      ...compared,
      milliseconds: Math.round(this.#services.clock.monotonicNow() - startedAt),
      fields: paired.fields,
      times: paired.times,
      endedAt: { before: before.endedAt, now: now.endedAt },
      rows: { before: before.rows, now: now.rows },
    };
    if (!this.#records.finish(record.id, facts)) throw resultGone();
    return this.#comparison(record, facts, { before, now });
  }

  /** The thread ends with the last comparison: it gives back the memory in which the ids were. */
  async #ask(request: CompareRequest, options: AskOptions): Promise<Compared> {
    try {
      return await this.#thread.ask(request, options);
    } finally {
      if (this.#making === 1) await this.#thread.close();
    }
  }

  /** Has whoever makes it let go. */
  async #remove(id: string): Promise<void> {
    using _alone = await this.#results.takeAlone(id);
    using owned = await this.#work.claim(id);
    this.#records.remove(id);
    await this.#results.removeFiles(this.#results.resultPath(id));
    this.#work.remove(id, owned);
  }

  #removeUnfinished({ id }: ComparisonRecord): void {
    try {
      using lease = this.#work.takeNow(id);
      if (lease === null) return;
      removeFile(this.#results.resultPath(id));
      this.#records.remove(id);
      this.#work.remove(id, lease);
    } catch (error) {
      // It takes room and does no other harm; the next start tries again.
      this.#services.log.bug('remove an unfinished comparison', error);
    }
  }

  #comparison({ id, before, now }: ComparisonRecord, facts: ComparisonFacts, results: Sides): Comparison {
    const { counts, rows, milliseconds } = facts;
    const fields = fieldsOf(facts);
    return {
      id,
      before,
      now,
      ...counts,
      rows,
      fields,
      columns: columnsOf(facts, results),
      idColumn: ID_COLUMN,
      kindColumn: KIND_COLUMN,
      timeColumn: timeColumn(facts, fields),
      milliseconds,
    };
  }
}

const MADE_ELSEWHERE =
  'Another Lead Console on this computer is making this comparison. Wait until it ends, or cancel it there.';
const resultGone = () => notFound('One of the two results was deleted. Choose another.');

function pathsOf({ columns }: ComparedResult): string[] {
  return columns.map((column) => column.path);
}

function isOf({ endedAt, rows }: ComparisonFacts, { before, now }: Sides) {
  return (
    endedAt.before === before.endedAt &&
    endedAt.now === now.endedAt &&
    rows.before === before.rows &&
    rows.now === now.rows
  );
}

function fieldsOf({ fields, changed }: ComparisonFacts): ComparedField[] {
  const columns = joinedColumns(fields);
  return fields.map(({ path, bit }, index) => ({
    path,
    before: columns[index]?.before ?? null,
    now: columns[index]?.now ?? null,
    change: columns[index]?.change ?? null,
    changed: bit === null ? null : (changed[bit] ?? 0),
  }));
}

/**
 * Names of the columns in a saved file. A changed field has two columns, for before and now, and no third one with both
 * values. How many leads have a value in one is known from its result.
 */
function columnsOf({ fields, rows }: ComparisonFacts, { before, now }: Sides): ExportColumn[] {
  const total = rows.before + rows.now;
  const columns: ExportColumn[] = [
    { index: ID_COLUMN, path: 'uniqueId', filled: total },
    { index: KIND_COLUMN, path: 'kind', filled: total },
  ];
  const joined = joinedColumns(fields);
  for (const [index, field] of fields.entries()) {
    const { before: left = null, now: right = null } = joined[index] ?? {};
    const filledIn = ({ columns: known }: ComparedResult, column: number | null) =>
      column === null ? 0 : (known[column]?.filled ?? 0);
    if (left !== null)
      columns.push({ index: left, path: `${field.path} before`, filled: filledIn(before, field.before) });
    if (right !== null) columns.push({ index: right, path: `${field.path} now`, filled: filledIn(now, field.now) });
  }
  return columns;
}

function timeColumn({ times, fields }: Pick<PairedFields, 'times' | 'fields'>, shown: readonly ComparedField[]) {
  const index = fields.findIndex((field) => times.now !== null && field.now === times.now);
  return shown[index]?.now ?? null;
}
