// Why: decision 0131.
import { removeFile } from '../../foundation/patient-files.ts';
import type { FilterCheck } from '../../../../shared/contract/exports/answered.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import type { Refresh } from '../../../../shared/contract/exports/refresh.ts';
import { NOT_CLOSED } from '../../../../shared/domain/service/leads/lead-status.ts';
import { Failure, isOfStorage, storageTrouble } from '../../foundation/failure.ts';
import { EMPTY_ANSWER, type ExportRecord } from '../records/export-records.ts';
import { verdictOf } from '../intake/answer-check.ts';
import { filtersOf } from '../intake/question.ts';
import { sinceQuery } from '../../../../shared/domain/service/queries/since-query.ts';
import { pointReached } from '../queries/point-reached.ts';
import { receiveLeads, type ReceiveOptions, sentenceOf } from './receive-leads.ts';
import { idColumn } from '../refresh/refresh-trouble.ts';
import type { MergedLeads } from '../refresh/merge-leads.ts';
import { COLUMN_LIMIT } from '../result/flatten.ts';

export interface RefreshOptions extends Pick<
  ReceiveOptions,
  'results' | 'path' | 'ask' | 'windows' | 'zone' | 'now' | 'spellings'
> {
  /** What is asked for: the query of the record, since the point that it has reached. */
  readonly query: ExportQuery;
  /** The service's wall clock when it was asked; called when an answer has told it. */
  readonly askedAt: () => string;
  /** What the refresh should go on from; called as `askedAt`. Null: it asks for everything. */
  readonly goesOnFrom: () => string | null;
  /** The service's wall clock when the leads of the result came; called as `askedAt`. */
  readonly fetchedAt: () => string;
  readonly signal: AbortSignal;
  /** Nothing else may write into the file of the result from now on. */
  readonly onMerge: () => Promise<void>;
  /** `record.answer.refresh` has other figures. */
  readonly onLeads: () => void;
  /** The record has columns that it did not have before. */
  readonly onNewColumns: () => void;
  readonly onBug: (error: unknown) => void;
}

/** A refresh at its beginning. */
export function newRefresh(asked: Pick<Refresh, 'request' | 'since' | 'startedAt'>): Refresh {
  const merged = { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 };
  const figures = { requests: 0, arrived: 0, bytes: 0, merged };
  return { ...asked, state: 'running', reason: '', isUnstored: false, ...figures, endedAt: null };
}

/** Where the leads that came are until they are merged. @param path of the result */
function refreshPath(path: string): string {
  return path.replace(/\.sqlite$/, '.refresh.sqlite');
}

/** Files of a refresh that is under way. @param path of the result */
export function refreshFiles(path: string): string[] {
  const came = refreshPath(path);
  return [came, `${came}-wal`, `${came}-shm`];
}

export function removeRefreshFiles(path: string): void {
  for (const file of refreshFiles(path)) removeFile(file);
}

/**
 * Asks for what changed since, and merges it into a result. Never rejects: `record.answer.refresh` says how it ended.
 * Unless it is complete, the result and all other figures of the record are as they were; its reason says so, or that
 * only the count of the merged result failed.
 */
export async function refreshResult(record: ExportRecord, options: RefreshOptions): Promise<void> {
  const { onBug, path, results } = options;
  const columns = record.columns;
  let merged: MergedLeads | null = null;
  try {
    const came = scratchRecord(record, options.query);
    const latest = await receiveLeads(came, {
      ...options,
      path: refreshPath(path),
      spellings: [...options.spellings, ...columns.map((column) => column.path)],
      merges: true,
      explain: (_record, what) => `${what} ${UNCHANGED}`,
      onNewColumns: () => undefined,
      onLeads: () => {
        note(record, { arrived: came.rows, bytes: came.bytes, requests: came.answer.requests });
        options.onLeads();
      },
    });
    note(record, { arrived: came.rows, bytes: came.bytes, requests: came.answer.requests });
    const earlier = came.state === 'complete' ? missedSince(record, options) : null;
    if (earlier !== null) {
      record.answer.goesOnFrom = earlier;
      note(record, { state: 'failed', reason: `${SET_BACK} ${UNCHANGED}` });
    } else if (came.state === 'complete') {
      merged = await merge(record, came, options);
      await noteMerged(record, merged, options);
      noteReached(record, reachedBy(record, latest, options.askedAt()));
    } else {
      const { isUnstored } = came.answer;
      const isCancelled = came.state === 'cancelled';
      const reason = isCancelled ? came.reason : withOutcome(came.reason, UNCHANGED);
      note(record, { state: isCancelled ? 'cancelled' : 'failed', reason, isUnstored });
    }
  } catch (error) {
    const isCancelled = merged === null && error instanceof Failure && error.error.code === 'cancelled';
    if (!(error instanceof Failure) && storageTrouble(error) === null) onBug(error);
    if (merged === null) record.columns = columns;
    // Pages read the rows again, and comparisons of the former ones are forgotten.
    else record.answer = { ...record.answer, refreshedAt: record.answer.refresh?.startedAt ?? null };
    const outcome = merged === null ? UNCHANGED : UNCOUNTED;
    note(
      record,
      isCancelled
        ? { state: 'cancelled' }
        : { state: 'failed', reason: withOutcome(sentenceOf(error), outcome), isUnstored: isOfStorage(error) },
    );
  } finally {
    await results.ask({ kind: 'close', path: refreshPath(path) }).catch(onBug);
    removeRefreshFiles(path);
  }
}

/** Why changes may be missing in a whole answer to what changed since. */
export const SET_BACK =
  "Since the last time the service's clock, this computer's or the account's time zone was set anew, so what changed may show earlier times than were asked for.";
const UNCHANGED = 'The result stays as it was; refresh it again.';
const UNCOUNTED = 'The leads that came are in the result, but it could not be counted anew; refresh it again.';

/**
 * What the next refresh has to go on from, when the answer shows that this one asked from too late: the service's clock was set
 * back, and only its answers tell how it goes. Null: nothing was missed.
 */
function missedSince(record: ExportRecord, { query, goesOnFrom }: RefreshOptions): string | null {
  const from = goesOnFrom();
  const { modifiedFrom } = query;
  if (from === null || modifiedFrom === null || from >= modifiedFrom) return null;
  return sinceQuery(record.query, from).modifiedFrom === modifiedFrom ? null : from;
}

function scratchRecord(record: ExportRecord, query: ExportQuery): ExportRecord {
  return {
    ...record,
    query,
    state: 'running',
    reason: '',
    rows: 0,
    bytes: 0,
    columns: [],
    answer: { ...EMPTY_ANSWER },
  };
}

async function merge(
  record: ExportRecord,
  came: ExportRecord,
  { results, path, zone, signal, fetchedAt, onMerge, onNewColumns }: RefreshOptions,
): Promise<MergedLeads> {
  const columns = [...record.columns];
  const places = came.columns.map(({ path: name }) => {
    const known = columns.findIndex((column) => column.path.toLowerCase() === name.toLowerCase());
    return known === -1 ? columns.push({ path: name, filled: 0 }) - 1 : known;
  });
  if (columns.length > COLUMN_LIMIT)
    throw new Failure({
      code: 'validation',
      message: `With the leads that came the result would have more than ${COLUMN_LIMIT} columns. The result stays as it was. Fetch it again.`,
      issues: [],
    });
  await onMerge();
  if (columns.length > record.columns.length) {
    record.columns = columns;
    onNewColumns();
  }
  const filters = filtersOf(record.query);
  const isPart = record.answer.refresh?.since !== null;
  const merged = await results.ask(
    {
      kind: 'merge',
      path,
      from: refreshPath(path),
      paths: columns.map((column) => column.path),
      places,
      ids: idColumn(columns),
      times: columnOf(columns, 'lastmodifiedtime'),
      fetchedAt: fetchedAt(),
      filters,
      zone,
      leaves: isPart ? bitsNotAsked(record.query, filters) : 0,
      closure: isPart && asksForClosed(record.query) ? closureIn(columns, record.rows) : -1,
    },
    { signal },
  );
  record.answer.shortened = [...new Set([...record.answer.shortened, ...came.answer.shortened])];
  record.answer.hasBrokenText ||= came.answer.hasBrokenText;
  // The merge leaves one row for each id.
  record.answer.repeated = 0;
  return merged;
}

/**
 * The point that a result has reached with an answer. Leads without times, as of RawLeads, reach the moment of the request.
 *
 * @param latest change that came
 */
export function reachedBy(
  { rows, columns, answer }: ExportRecord,
  latest: string | null,
  askedAt: string,
): string | null {
  const isTimeless = rows > 0 && columnOf(columns, 'lastmodifiedtime') === -1;
  const before = answer.goesOnFrom ?? answer.pointReached;
  return pointReached(before, latest ?? (isTimeless ? askedAt : null), askedAt);
}

/** The point never goes back: by a clock that was set back since, it is kept beside the one that it reached before. */
function noteReached({ answer }: ExportRecord, reached: string | null): void {
  const isBefore = answer.goesOnFrom !== null && answer.pointReached !== null && (reached ?? '') < answer.pointReached;
  answer.goesOnFrom = isBefore ? reached : null;
  if (!isBefore) answer.pointReached = reached;
}

function columnOf(columns: ExportRecord['columns'], folded: string): number {
  return columns.findIndex((column) => column.path.toLowerCase() === folded);
}

/**
 * Behind all columns, where every lead is empty, when no lead shows a closure: none is closed then. Leads of the result
 * without one say that the service shows it of no lead; -1 then.
 */
function closureIn(columns: ExportRecord['columns'], rows: number): number {
  const found = columnOf(columns, 'closure');
  return found === -1 && rows === 0 ? columns.length : found;
}

async function noteMerged(
  record: ExportRecord,
  merged: MergedLeads,
  { results, path }: Pick<RefreshOptions, 'results' | 'path'>,
): Promise<void> {
  const { filters, asked, ...counts } = merged;
  const { answered } = record.answer;
  const counted = await results.ask({ kind: 'count', path });
  record.rows = counted.rows;
  record.columns = record.columns.map((column, index) => ({ ...column, filled: counted.filled[index] ?? 0 }));
  record.answer = {
    ...record.answer,
    answered: {
      ...answered,
      asked: answered.asked + asked,
      filters: answered.filters.map((filter, index) => added(filter, filters[index])),
    },
  };
  note(record, { state: 'complete', merged: counts });
}

function added(known: FilterCheck, change: FilterCheck | undefined): FilterCheck {
  if (change === undefined) return known;
  const [matching, others, unchecked] = [
    known.matching + change.matching,
    known.others + change.others,
    known.unchecked + change.unchecked,
  ];
  const column = known.column ?? change.column;
  return { ...known, matching, others, unchecked, column, verdict: verdictOf(others, matching) };
}

/** A refresh does not filter by status or closure, so that leads that left the filter arrive and can be removed. */
function bitsNotAsked(query: ExportQuery, filters: ReturnType<typeof filtersOf>): number {
  if (query.source !== 'simple') return 0;
  // Those of a person's own parameters, which it does ask for, stand behind.
  const bitOf = (name: string) => 1 << filters.findIndex(({ filter }) => filter === name);
  return (query.statuses.length > 0 ? bitOf('Statuses') : 0) | (query.closures.length > 0 ? bitOf('LeadClosures') : 0);
}

/** Without the leads that are not closed yet. */
function asksForClosed(query: ExportQuery): boolean {
  return query.source === 'simple' && query.closures.length > 0 && !query.closures.includes(NOT_CLOSED);
}

function note(record: ExportRecord, change: Partial<Refresh>): void {
  const { refresh } = record.answer;
  if (refresh !== null) record.answer = { ...record.answer, refresh: { ...refresh, ...change } };
}

function withOutcome(message: string, outcome: string): string {
  return message.includes('stays as it was') ? message : `${message} ${outcome}`;
}
