import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import type { ExportRecord } from '../records/export-records.ts';
import { COLUMN_LIMIT } from '../result/flatten.ts';
import type { ResultRequest } from '../threads/result-messages.ts';
import { bodyOf, BROKEN, CANCELLED, lead, list, recordOf, type SpecAnswer, SpecResults } from './receive-fixture.ts';
import { receiveLeads } from './receive-leads.ts';
import { newRefresh, reachedBy, refreshFiles, refreshResult } from './refresh-result.ts';

const [MONDAY, TUESDAY, NOW] = ['2026-11-16T09:00:00', '2026-11-17T10:00:00', '2026-11-20T12:00:00'];
const OF_NEW: ExportQuery = { ...EVERYTHING, statuses: ['New'] };
const FIRST = [
  lead('a', MONDAY, { status: 'New' }),
  lead('b', MONDAY, { status: 'New' }),
  lead('c', MONDAY, { status: 'New' }),
];

let results: SpecResults;
let bugs: unknown[];
/** What the page is told: columns, merges, and figures of the refresh. */
let told: string[];

beforeEach(() => {
  results = new SpecResults();
  [bugs, told] = [[], []];
});
afterEach(() => results.close());

const base = () => ({
  results,
  path: results.path,
  windows: null,
  zone: 'Europe/Berlin',
  now: () => NOW,
  spellings: [],
});

/** A result with the first three leads. */
async function fetched(query = OF_NEW, leads = FIRST): Promise<ExportRecord> {
  const record = recordOf(query, { pointReached: MONDAY });
  await receiveLeads(record, {
    ...base(),
    ask: () => bodyOf(list(...leads)),
    merges: false,
    explain: (_record, what) => what,
    onNewColumns: () => undefined,
    onLeads: () => undefined,
    onBug: (error) => bugs.push(error),
  });
  record.answer.refresh = newRefresh({ request: '/simpleleads', since: '2026-11-16T08:00:00', startedAt: 7 });
  Object.assign(record.answer, { shortened: ['data'], repeated: 2 });
  return record;
}

async function refresh(
  record: ExportRecord,
  answer: SpecAnswer,
  signal = new AbortController().signal,
  goesOnFrom: string | null = MONDAY,
): Promise<void> {
  await refreshResult(record, {
    ...base(),
    ask: () => bodyOf(answer),
    query: { ...EVERYTHING, modifiedFrom: '2026-11-16T08:00:00' },
    askedAt: () => NOW,
    goesOnFrom: () => goesOnFrom,
    fetchedAt: () => NOW,
    signal,
    onMerge: async () => void told.push('merge'),
    onLeads: () => told.push(`${record.answer.refresh?.arrived} leads`),
    onNewColumns: () => told.push('columns'),
    onBug: (error) => bugs.push(error),
  });
  expect(refreshFiles(results.path).filter((path) => existsSync(path))).toEqual([]);
}

const states = async (record: ExportRecord) => {
  const counted = await results.ask({ kind: 'count', path: results.path });
  expect(counted.rows).toBe(record.rows);
  return record.columns;
};

it('begins with nothing', () => {
  const asked = { request: '/simpleleads', since: null, startedAt: 7 };
  const merged = { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 };
  const figures = { isUnstored: false, requests: 0, arrived: 0, bytes: 0, merged };
  expect(newRefresh(asked)).toEqual({ ...asked, ...figures, state: 'running', reason: '', endedAt: null });
});

it('has what it merged in the file itself before it says so, so that no power cut takes a lead', async () => {
  const record = await fetched();
  await refresh(record, list(lead('d', TUESDAY, { status: 'New' })));
  expect(record).toMatchObject({ rows: 4, answer: { refresh: { state: 'complete' } } });
  expect(results.lasting()).toBe(4);
});

it.each([
  ['2026-11-16T08:00:00', 'complete', TUESDAY, null],
  [null, 'complete', TUESDAY, null],
  ['2026-11-16T07:59:59', 'failed', MONDAY, '2026-11-16T07:59:59'],
])(
  'goes on from %s the next time when it should have now, and is %s',
  async (from, state, pointReached, goesOnFrom) => {
    const record = await fetched();
    await refresh(record, list(lead('d', TUESDAY, { status: 'New' })), undefined, from);
    expect(record.answer).toMatchObject({ pointReached, goesOnFrom, refresh: { state } });
    expect(record.rows).toBe(state === 'complete' ? 4 : 3);
  },
);

it.each([
  ['2026-11-16T08:59:59', MONDAY, '2026-11-16T08:59:59'],
  [MONDAY, MONDAY, null],
  [TUESDAY, TUESDAY, null],
])('keeps its point until the clock that was set back has come to it: %s', async (latest, pointReached, goesOnFrom) => {
  const record = await fetched();
  record.answer.goesOnFrom = '2026-11-16T08:00:00';
  await refresh(record, list(lead('d', latest, { status: 'New' })));
  expect(record.answer).toMatchObject({ pointReached, goesOnFrom, refresh: { state: 'complete' } });
});

it('merges what changed: new leads, changed ones, and those that are no longer asked for', async () => {
  const record = await fetched();
  expect(record.answer.answered).toMatchObject({
    asked: 3,
    filters: [{ matching: 3, others: 0, verdict: 'answered' }],
  });
  const came = list(
    lead('a', MONDAY, { status: 'New' }),
    lead('b', TUESDAY, { status: 'Done' }),
    lead('c', TUESDAY, { status: 'New', phone: '1' }),
    lead('d', TUESDAY, { status: 'New' }),
    lead('e', TUESDAY, { status: 'Done' }),
    `{"uniqueId":"f","status":"New","x":[${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}]}`,
  );
  await refresh(record, came);
  const { answer } = record;
  expect(results.asked.slice(-3)).toEqual(['merge', 'count', 'close']);
  expect(answer.refresh).toMatchObject({ state: 'complete', reason: '', requests: 1, arrived: 6 });
  expect(answer.refresh?.bytes).toBe(came.pieces.join('').length);
  expect(answer.refresh?.merged).toEqual({ new: 2, changed: 1, unchanged: 1, removed: 1, others: 1 });
  expect(record.rows).toBe(4);
  expect(await states(record)).toEqual([
    { path: 'uniqueId', filled: 4 },
    { path: 'lastModifiedTime', filled: 3 },
    { path: 'status', filled: 4 },
    { path: 'phone', filled: 1 },
    { path: 'x', filled: 1 },
  ]);
  expect(answer).toMatchObject({ pointReached: TUESDAY, repeated: 0, hasBrokenText: false, shortened: ['data', 'x'] });
  expect(answer.answered).toMatchObject({ asked: 4, filters: [{ matching: 4, others: 0, column: 'status' }] });
  expect(told).toEqual(['6 leads', '6 leads', 'merge', 'columns']);
});

it('keeps leads that no longer fit when everything was asked for again', async () => {
  const record = await fetched();
  record.answer.refresh = newRefresh({ request: '', since: null, startedAt: 7 });
  await refresh(record, list(lead('a', TUESDAY, { status: 'Done' })));
  expect(record.answer.refresh).toMatchObject({ state: 'complete', merged: { changed: 1, removed: 0 } });
  expect(record.answer.answered).toMatchObject({ asked: 2, filters: [{ matching: 2, others: 1, verdict: 'ignored' }] });
});

it.each([
  [{ statuses: ['New'] }, 'removed'],
  [{ closures: ['Success'] }, 'removed'],
  [{ extra: [{ name: 'Statuses', value: 'New' }] }, 'changed'],
  [{ statuses: ['New'], extra: [{ name: 'Statuses', value: 'Done' }] }, 'removed'],
])('takes a lead out that fits no longer, when the refresh did not ask for that: %j', async (asked, what) => {
  const record = await fetched({ ...EVERYTHING, ...asked });
  await refresh(record, list(lead('a', TUESDAY, { status: 'Done', closure: 'Failure' })));
  const none = { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 };
  expect(record.answer.refresh?.merged).toEqual({ ...none, [what]: 1 });
});

it.each([
  [['Success'], { new: 1, changed: 0, removed: 1, others: 1 }],
  [['Success', 'NotSet'], { new: 2, changed: 1, removed: 0, others: 0 }],
])('takes a lead that shows no closure for one that is not closed yet: %j', async (closures, merged) => {
  const record = await fetched({ ...EVERYTHING, closures: [...closures] });
  const closed = lead('d', TUESDAY, { closure: 'Success' });
  await refresh(record, list(lead('a', TUESDAY, { status: 'New' }), closed, lead('e', TUESDAY)));
  expect(record.answer.refresh?.merged).toEqual({ unchanged: 0, ...merged });
});

it('takes leads for not closed yet when none shows a closure and the result has no lead that says otherwise', async () => {
  const query = { ...EVERYTHING, closures: ['Success'] };
  const empty = await fetched(query, []);
  await refresh(empty, list(lead('a', TUESDAY), lead('b', TUESDAY)));
  expect([empty.rows, empty.answer.refresh?.merged]).toMatchObject([0, { new: 0, others: 2 }]);
  // The service gave these for closed ones, and shows no closure.
  const shown = await fetched(query);
  await refresh(shown, list(lead('a', TUESDAY)));
  expect([shown.rows, shown.answer.refresh?.merged]).toMatchObject([3, { changed: 1, removed: 0 }]);
});

it('tells nobody of columns when none is new', async () => {
  const record = await fetched(EVERYTHING);
  const broken = Buffer.concat([Buffer.from('[{"uniqueId":"d","status":"'), Uint8Array.of(0xff), Buffer.from('"}]')]);
  await refresh(record, { pieces: [broken] });
  expect(told).toEqual(['1 leads', '1 leads', 'merge']);
  expect(record.answer).toMatchObject({ hasBrokenText: true, pointReached: MONDAY, refresh: { merged: { new: 1 } } });
});

it('leaves the result as it was when leads are missing, or somebody cancels', async () => {
  const record = await fetched();
  const before = structuredClone(record);
  await refresh(record, { pieces: [`[${lead('d', TUESDAY)},`], error: BROKEN });
  const stays = 'The connection broke. The result stays as it was; refresh it again.';
  expect(record.answer.refresh).toMatchObject({ state: 'failed', reason: stays, arrived: 1, requests: 1 });
  expect({ ...record, answer: { ...record.answer, refresh: before.answer.refresh } }).toEqual(before);
  await refresh(record, { pieces: [], error: { code: 'service', status: 403, message: 'No right.' } as never });
  expect(record.answer.refresh?.reason).toBe('No right. The result stays as it was; refresh it again.');
  await refresh(record, { pieces: [], error: CANCELLED });
  expect(record.answer.refresh).toMatchObject({ state: 'cancelled', reason: 'Cancelled.' });
  expect(told).not.toContain('merge');
  expect(bugs).toEqual([]);
});

it('says that this computer could not store what came', async () => {
  const record = await fetched();
  results.onAsk = ({ kind }) => {
    if (kind === 'take') throw Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  await refresh(record, list(lead('d', TUESDAY)));
  expect(record.answer.refresh).toMatchObject({ state: 'failed', arrived: 0, isUnstored: true });
});

it('takes new columns back when the merge fails, and says why', async () => {
  const record = await fetched();
  const { columns } = record;
  const failing = (error: Error) => (request: ResultRequest) => {
    if (request.kind === 'merge') throw error;
  };
  const came = list(lead('d', TUESDAY, { phone: '1' }));
  results.onAsk = failing(Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }));
  await refresh(record, came);
  const full = 'The disk that holds the data folder is full. The result stays as it was; refresh it again.';
  expect([record.answer.refresh?.reason, record.columns, bugs]).toEqual([full, columns, []]);
  expect(record.answer.refresh?.isUnstored).toBe(true);
  results.onAsk = failing(new TypeError('No such thing.'));
  await refresh(record, came);
  const wrong = 'No such thing. The result stays as it was; refresh it again.';
  expect(record.answer.refresh).toMatchObject({ state: 'failed', reason: wrong, isUnstored: false });
  expect(bugs).toEqual([new TypeError('No such thing.')]);
});

it('does not say that the result stays as it was when it was merged and cannot be counted', async () => {
  const record = await fetched();
  results.onAsk = ({ kind }) => {
    if (kind === 'count') throw Object.assign(new Error('disk'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  await refresh(record, list(lead('d', TUESDAY, { status: 'New', phone: '1' })));
  const reason =
    'The disk that holds the data folder is full. The leads that came are in the result, but it could not be counted anew; refresh it again.';
  expect(record.answer.refresh).toMatchObject({ state: 'failed', reason });
  // Its rows are others now: pages read them again, and no comparison of the former ones is shown.
  expect(record.answer.refreshedAt).toBe(record.answer.refresh?.startedAt);
  expect([record.columns.at(-1)?.path, record.answer.pointReached]).toEqual(['phone', MONDAY]);
  results.onAsk = () => undefined;
  await refresh(record, list(lead('d', TUESDAY, { status: 'New', phone: '1' })));
  expect(record.answer).toMatchObject({ pointReached: TUESDAY, refresh: { merged: { new: 0, unchanged: 1 } } });
  expect((await states(record)).at(-1)).toEqual({ path: 'phone', filled: 1 });
});

it('does not merge more columns than a result can have', async () => {
  const record = await fetched();
  record.columns = Array.from({ length: COLUMN_LIMIT - 1 }, (_, index) => ({
    path: index === 0 ? 'UNIQUEID' : `c${index}`,
    filled: 0,
  }));
  await refresh(record, list(lead('d', TUESDAY)));
  expect(record.answer.refresh?.state).toBe('complete');
  record.columns = Array.from({ length: COLUMN_LIMIT }, (_, index) => ({
    path: index === 0 ? 'UNIQUEID' : `c${index}`,
    filled: 0,
  }));
  told = [];
  await refresh(record, list(lead('e', TUESDAY)));
  const reason = `With the leads that came the result would have more than ${COLUMN_LIMIT} columns. The result stays as it was. Fetch it again.`;
  expect(record.answer.refresh).toMatchObject({ state: 'failed', reason });
  expect(told).not.toContain('merge');
});

it('reaches the moment of the request with leads that do not say when they changed', () => {
  const timed = [{ path: 'LastModifiedTime', filled: 1 }];
  const record = recordOf(EVERYTHING);
  expect(reachedBy({ ...record, rows: 1, columns: timed }, TUESDAY, NOW)).toBe(TUESDAY);
  expect(reachedBy({ ...record, rows: 1, columns: timed }, null, NOW)).toBeNull();
  expect(reachedBy({ ...record, rows: 1, columns: [] }, null, NOW)).toBe(NOW);
  expect(reachedBy({ ...record, rows: 0, columns: [] }, null, NOW)).toBeNull();
});
