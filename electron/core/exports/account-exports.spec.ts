import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { notFound } from '../foundation/failure.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { specAccount, specServices } from '../sessions/session-fixture.ts';
import type { AccountSession } from '../sessions/session.ts';
import { openDurable } from '../storage/database.ts';
import { AccountExports } from './account-exports.ts';
import { bodyOf, BROKEN, lead, list, type SpecAnswer, SpecResults } from './receive/receive-fixture.ts';
import { newRefresh } from './receive/refresh-result.ts';
import type { CampaignSample } from './result/campaign-samples.ts';

/* An account's exports without a network and without threads, which take seconds. */

const threads = vi.hoisted(() => ({ results: undefined as unknown, views: undefined as unknown }));
vi.mock('./threads/results.ts', () => ({ createResults: () => threads.results }));
vi.mock('./threads/lead-views.ts', () => ({ createLeadViews: () => threads.views }));

const STARTED = Date.UTC(2026, 10, 20, 11);
const [MONDAY, TUESDAY] = ['2026-11-16T09:00:00', '2026-11-17T10:00:00'];
const LEAD = { campaign: { code: 'EN1' }, data: { Firma: 'Ab' } };

let folder: string;
let session: AccountSession;
let results: SpecResults;
let exports: AccountExports;
let open: () => AccountExports;
let answers: SpecAnswer[];
let events: (readonly [name: string, payload: unknown])[];
/** What the threads of the views were asked, and whether they were started. */
let viewed: string[];
let learned: (readonly [samples: readonly CampaignSample[], id: string])[];
let forgotten: string[];
let bugs: string[];
let wall: number;
let clockOffset: number | null;

beforeEach(() => {
  folder = specFolder('account');
  [answers, events, viewed, learned, forgotten, bugs, wall, clockOffset] = [[], [], [], [], [], [], STARTED, null];
  results = new SpecResults();
  results.prepare = () => void viewed.push('results started');
  threads.results = results;
  threads.views = {
    ask: async ({ kind }: { readonly kind: string }) => void viewed.push(kind),
    prepare: () => void viewed.push('started'),
    close: async () => void viewed.push('closed'),
  };
  const api = {
    describeExport: ({ modifiedFrom }: { readonly modifiedFrom: string | null }) => `/leads?from=${modifiedFrom}`,
    quota: () => ({ clockOffset }),
    leastClockOffset: () => clockOffset,
    exportLeads: () => bodyOf(answers.shift() ?? list()),
  };
  const journal = openDurable(join(folder, 'journal.sqlite'));
  session = { account: specAccount('http://spec/api'), api, journal, folder } as unknown as AccountSession;
  const services = specServices(folder, {
    emit: (name, payload) => void events.push([name, payload]),
    log: { bug: (where) => (bugs.push(where), 'spec'), note: () => undefined },
  });
  const clock = { ...services.clock, wallNow: () => wall };
  open = () =>
    new AccountExports({ ...services, clock }, session, {
      learn: (samples, id) => void learned.push([samples, id]),
      forgetExport: (id) => void forgotten.push(id),
    });
  exports = open();
});

afterEach(async () => {
  await exports[Symbol.asyncDispose]();
  session.journal.close();
});

/** When nobody works on it any more. */
async function ended({ id }: ExportSummary): Promise<ExportSummary> {
  await vi.waitFor(() => {
    const { state, refresh } = exports.book.summary(exports.book.record(id));
    expect([state, refresh?.state]).not.toContain('running');
    expect(events.findLast(([name]) => name === 'export:progress')?.[1]).toMatchObject({ id, state });
    expect(events.at(-1)).toEqual(['export:working', { accountId: session.account.id, running: 0 }]);
  }, 20_000);
  return exports.book.summary(exports.book.record(id));
}

/** An export at its end, to which the service answers with these leads. */
async function fetched(...leads: readonly string[]): Promise<ExportSummary> {
  answers = [list(...leads)];
  return ended(await exports.start(EVERYTHING));
}

it('begins with a record, and ends with its leads, the point it reached and what they show of campaigns', async () => {
  answers = [list(lead('a', MONDAY, LEAD), lead('b', TUESDAY, LEAD))];
  let kept: readonly string[] = [];
  results.onAsk = ({ kind }) => {
    // A program that is killed now has named them.
    if (kind === 'end') kept = exports.book.records.all()[0]?.columns.map(({ path }) => path) ?? [];
  };
  const started = await exports.start({ ...EVERYTHING, modifiedFrom: '2026-11-10' }, { name: 'Mine' });
  expect(started).toMatchObject({ name: 'Mine', state: 'running', reason: '', rows: 0, bytes: 0, columns: [] });
  expect(started).toMatchObject({ request: '/leads?from=2026-11-10', startedAt: STARTED, endedAt: null });
  expect(events[0]).toEqual(['export:working', { accountId: session.account.id, running: 1 }]);
  wall += 5000;
  const summary = await ended(started);
  expect(summary).toMatchObject({ state: 'complete', rows: 2, startedAt: STARTED, endedAt: STARTED + 5000 });
  expect(exports.book.record(started.id).answer.pointReached).toBe(TUESDAY);
  expect(kept).toEqual(['uniqueId', 'lastModifiedTime', 'campaign.code', 'data.Firma']);
  await vi.waitFor(() => expect(learned).toHaveLength(1));
  expect(learned[0]).toMatchObject([[{ campaignCode: 'EN1', leads: 2 }], started.id]);
  expect(viewed).toEqual(['results started', 'started']);
});

it('asks for each day, and begins the views anew when rows of them have changed', async () => {
  answers = [list(lead('a', '2026-11-18T09:00:00')), list(lead('a', '2026-11-19T09:00:00'))];
  const started = await exports.start({ ...EVERYTHING, modifiedFrom: '2026-11-18' }, { windowDays: 1 });
  expect(started.windows).toEqual({ days: 1, total: 3, done: 0, replaced: 0 });
  expect(await ended(started)).toMatchObject({ state: 'complete', rows: 1, windows: { done: 3, replaced: 1 } });
  expect(viewed).toEqual(['results started', 'started', 'close']);
});

it('refreshes from the point that it reached, and refuses what cannot be refreshed', async () => {
  const started = await fetched(lead('a', MONDAY));
  answers = [list(lead('a', TUESDAY), lead('b', TUESDAY))];
  results.onAsk = ({ kind }) => {
    // While rows change, nothing else writes into the file.
    if (kind === 'merge') exports.prepareViews(started.id);
  };
  wall = STARTED + 60_000;
  const begun = await exports.refresh(started.id);
  expect(begun.refresh).toMatchObject({
    state: 'running',
    startedAt: wall,
    since: expect.stringMatching(/^2026-11-16T0/),
  });
  expect(begun.refresh?.request).toBe(`/leads?from=${begun.refresh?.since}`);
  wall += 1000;
  const after = await ended(started);
  expect(after.refresh).toMatchObject({ state: 'complete', merged: { new: 1, changed: 1 }, endedAt: STARTED + 61_000 });
  expect(after).toMatchObject({ rows: 2, refreshedAt: STARTED + 60_000 });
  answers = [{ pieces: [], error: BROKEN }];
  await exports.refresh(started.id);
  expect(await ended(started)).toMatchObject({ refresh: { state: 'failed' }, refreshedAt: STARTED + 60_000 });
  expect(viewed).not.toContain('prepare');
  exports.prepareViews(started.id);
  expect(viewed.at(-1)).toBe('prepare');
  answers = [{ pieces: [`[${lead('a', MONDAY)},`], error: BROKEN }];
  const partial = await exports.start(EVERYTHING);
  expect(await ended(partial)).toMatchObject({
    state: 'partial',
    reason: expect.stringMatching(/^The connection broke\. The 1 lead/),
  });
  await expect(exports.refresh(partial.id)).rejects.toThrow(/^Leads are missing in this result/);
});

/** A result in whose refresh its program was killed. */
async function leftInRefresh(): Promise<ExportSummary> {
  const started = await fetched(lead('a', MONDAY));
  const record = exports.book.record(started.id);
  const refresh = newRefresh({ request: '', since: null, startedAt: wall });
  await exports[Symbol.asyncDispose]();
  exports.book.records.update({ ...record, answer: { ...record.answer, refresh } });
  return started;
}

it('refreshes what a killed program was refreshing as soon as that is settled, however long it takes', async () => {
  const started = await leftInRefresh();
  const ask = results.ask.bind(results);
  vi.spyOn(results, 'ask').mockImplementationOnce(async (...asked) => {
    // Longer than anybody tries to take what another one has.
    await setTimeout(600);
    return ask(...asked);
  });
  exports = open();
  answers = [list(lead('a', TUESDAY))];
  expect(await exports.refresh(started.id)).toMatchObject({ refresh: { state: 'running' } });
  expect(await ended(started)).toMatchObject({ refresh: { state: 'complete', merged: { changed: 1 } } });
});

it('begins no refresh in an account that has closed while what a killed program left was settled', async () => {
  const started = await leftInRefresh();
  exports = open();
  const refreshing = exports.refresh(started.id);
  const closing = exports[Symbol.asyncDispose]();
  await expect(refreshing).rejects.toMatchObject({ error: { code: 'cancelled' } });
  await closing;
  expect(exports.book.record(started.id).answer.refresh?.state).toBe('failed');
});

it('reaches the moment of its request, by the clock of the service, with leads that do not say when they changed', async () => {
  clockOffset = 120_000;
  const started = await fetched('{"uniqueId":"a"}');
  expect(exports.book.record(started.id).answer.pointReached).toBe('2026-11-20T12:02:00');
});

it('removes everything of an export, and says so', async () => {
  const started = await fetched(lead('a', MONDAY, LEAD));
  const path = exports.book.resultPath(started.id);
  expect(existsSync(path)).toBe(true);
  let wasThere: boolean | null = null;
  await exports.remove(started.id, async () => void (wasThere = existsSync(path)));
  expect([wasThere, existsSync(path), forgotten]).toEqual([true, false, [started.id]]);
  expect(events.at(-1)).toEqual(['export:removed', { accountId: session.account.id, exportId: started.id }]);
  expect(readdirSync(join(folder, 'results'))).toEqual([]);
  expect(readdirSync(join(folder, 'locks')).filter((name) => name.includes(started.id))).toEqual([]);
  expect(() => exports.book.record(started.id)).toThrow(/./);
});

it('tells how an export goes on that another program fetches, and notes what must not happen there', async () => {
  const summary = await fetched(lead('a', MONDAY));
  const { id } = summary;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  events.length = 0;
  exports.book.onElsewhere(id);
  await turn();
  expect(events).toEqual([['export:progress', { ...summary, sequence: expect.any(Number) }]]);
  // A program that died in it has left it running; one that lives holds its lease.
  exports.book.records.update({ ...exports.book.record(id), state: 'running' });
  const lease = exports.book.work.takeNow(id);
  exports.book.onElsewhere(id);
  await turn();
  expect(exports.book.record(id).state).toBe('running');
  lease?.[Symbol.dispose]();
  exports.book.onElsewhere(id);
  await vi.waitFor(() => expect(exports.book.record(id).state).toBe('partial'));
  await turn();
  events.length = 0;
  // It was deleted meanwhile.
  exports.book.onElsewhere('x0000000-0000-4000-8000-000000000000');
  await turn();
  const full = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  for (const [trouble, noted] of [
    [notFound('gone'), []],
    [full, []],
    [new Error('a bug'), ['look at an export of another program']],
  ] as const) {
    vi.spyOn(exports.book, 'summary').mockImplementationOnce(() => {
      throw trouble;
    });
    exports.book.onElsewhere(id);
    await turn();
    expect(bugs).toEqual(noted);
  }
  expect(events).toEqual([]);
});

it('writes the end of an export that a full disk did not take when the account closes, if there is room then', async () => {
  answers = [list(lead('a', MONDAY))];
  const started = await exports.start(EVERYTHING);
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  const update = vi.spyOn(exports.book.records, 'update').mockImplementation(() => {
    throw full;
  });
  expect(await ended(started)).toMatchObject({ state: 'partial', reason: expect.stringContaining('is full') });
  update.mockRestore();
  expect(exports.book.records.find(started.id)?.reason).toBe('');
  await exports[Symbol.asyncDispose]();
  expect(exports.book.records.find(started.id)?.reason).toContain('is full');
});
