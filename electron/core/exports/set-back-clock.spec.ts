import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { sinceQuery } from '../../../shared/domain/service/queries/since-query.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { closePrograms } from '../sessions/session-fixture.ts';
import { ExportsProgram } from './exports-fixture.ts';
import { serviceTime } from './queries/point-reached.ts';

/* The clock of the service is set back by hours between two questions: what changes then shows times before the point reached. */

let leads: Map<
  string,
  { uniqueId: string; lastModifiedTime: string; uploadTime: string; campaign: object; data: { Firma: string } }
>;
/** Milliseconds of the service's clock before that of this computer. */
let behind: number;
let asked: (string | null)[];
let server: SpecServer;
let program: ExportsProgram;
let folder: string;

function change(uniqueId: string, Firma: string): void {
  const now = serviceTime(Date.now() - behind, program.session.account.dialect.timeZone);
  leads.set(uniqueId, {
    uniqueId,
    lastModifiedTime: now,
    uploadTime: '2026-11-16T09:00:00',
    campaign: { code: 'EN1' },
    data: { Firma },
  });
}

async function refreshed(result: ExportSummary): Promise<ExportSummary> {
  program.told.length = 0;
  await program.act('refresh', result);
  return program.until(result, ({ refresh }) => refresh !== null && refresh.state !== 'running');
}

async function firms(result: ExportSummary): Promise<(string | null | undefined)[]> {
  const at = (await program.act('get', result)).columns.findIndex(({ path }) => path === 'data.Firma');
  return (await program.rows(result)).rows.map(({ cells }) => cells[at]);
}

beforeEach(async () => {
  folder = specFolder('set-back-clock');
  leads = new Map();
  behind = 0;
  asked = [];
  server = await openSpecServer();
  server.answer = ({ url }, response) => {
    response.setHeader('date', new Date(Date.now() - behind).toUTCString());
    if (!url.includes('/simpleleads')) return void response.end('[]');
    const from = new URL(url, 'http://service').searchParams.get('ModifiedFrom');
    asked.push(from);
    response.end(JSON.stringify([...leads.values()].filter((lead) => lead.lastModifiedTime >= (from ?? ''))));
  };
  program = ExportsProgram.at(folder, server.address);
  change('a', 'before');
  change('b', 'stays');
});

afterEach(() => closePrograms([program], server, folder));

it('a refresh that asked from too late changes nothing and says why, and the next one has every change', async () => {
  const result = await program.fetched();
  behind = 5 * HOUR;
  change('a', 'after');
  change('c', 'new');
  const late = await refreshed(result);
  expect(late.refresh).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/service's clock.*was set anew.*as it was/),
  });
  expect(await firms(result)).toEqual(['before', 'stays']);
  const next = await refreshed(result);
  // The page shows this request before a person starts it.
  expect(asked.at(-1)).toBe(sinceQuery(EVERYTHING, late.pointReached).modifiedFrom);
  expect(next.refresh).toMatchObject({ state: 'complete', merged: { new: 1, changed: 1 } });
  expect(await firms(result)).toEqual(['after', 'stays', 'new']);
  change('b', 'changed');
  expect((await refreshed(result)).refresh).toMatchObject({ state: 'complete', merged: { changed: 1 } });
  expect(await firms(result)).toEqual(['after', 'changed', 'new']);
});

it('a result goes into the dataset that was made of it, after a refresh that failed for the clock and after the next one', async () => {
  const result = await program.fetched();
  const saved = async () => {
    const opened = await program.call('export:openDataset', { token: 'dataset', query: EVERYTHING, mode: 'sinceLast' });
    const { datasetId } = opened;
    return program.call('export:saveDataset', { datasetId, exportId: result.id, isWhole: true });
  };
  expect(await saved()).toMatchObject({ rows: 2 });
  behind = 5 * HOUR;
  change('c', 'new');
  expect((await refreshed(result)).refresh?.state).toBe('failed');
  expect(await saved()).toMatchObject({ rows: 2, unchanged: 2 });
  expect((await refreshed(result)).refresh?.state).toBe('complete');
  expect(await saved()).toMatchObject({ rows: 3, added: 1 });
  change('b', 'changed');
  // The program is started again: it does not know how the clock of the service goes before an answer.
  await program[Symbol.asyncDispose]();
  program = ExportsProgram.at(folder, server.address);
  expect((await refreshed(result)).refresh).toMatchObject({ state: 'complete', merged: { changed: 1 } });
  expect(await saved()).toMatchObject({ rows: 3, changed: 1 });
});

it('a refresh that knows it asks from early enough at once', async () => {
  const result = await program.fetched();
  behind = 5 * HOUR;
  change('c', 'new');
  await program.fetched();
  expect((await refreshed(result)).refresh).toMatchObject({ state: 'complete', merged: { new: 1 } });
  expect(asked.at(-1)).toBe((await program.act('get', result)).refresh?.since);
  expect(await firms(result)).toEqual(['before', 'stays', 'new']);
});

it('a beginning that a person asked for stays, and misses nothing', async () => {
  const modifiedFrom = serviceTime(Date.now() - MINUTE, program.session.account.dialect.timeZone);
  const result = await program.fetched({ ...EVERYTHING, modifiedFrom });
  expect(result.rows).toBe(2);
  behind = 5 * HOUR;
  expect((await refreshed(result)).refresh).toMatchObject({ state: 'complete' });
  expect(asked.at(-1)).toBe(modifiedFrom);
});

it('what changed since the last run is said to be partial once, and the next run has it, also in another program', async () => {
  const written = { ...EVERYTHING, modifiedFrom: { since: 'last-run' } };
  await program.fetched();
  behind = 5 * HOUR;
  change('c', 'new');
  const late = await program.fetched(written);
  expect(late).toMatchObject({
    state: 'partial',
    reason: expect.stringMatching(/service's clock.*was set anew.*Fetch again/),
  });
  expect(await firms(late)).not.toContain('new');
  await program[Symbol.asyncDispose]();
  program = ExportsProgram.at(folder, server.address);
  const next = await program.fetched(written);
  expect(next.state).toBe('complete');
  expect(await firms(next)).toContain('new');
  change('d', 'newer');
  expect((await program.fetched(written)).state).toBe('complete');
});

it('a dataset that asked from too late stays as it is, and can be made new', async () => {
  const save = async (mode: 'sinceLast' | 'replace') => {
    const opened = await program.call('export:openDataset', { token: 'dataset', query: EVERYTHING, mode });
    const came = await program.fetched(opened.query);
    return program.call('export:saveDataset', { datasetId: opened.datasetId, exportId: came.id });
  };
  expect(await save('sinceLast')).toMatchObject({ rows: 2 });
  behind = 5 * HOUR;
  change('c', 'new');
  await expect(save('sinceLast')).rejects.toThrow(/service's clock.*was set anew.*Nothing was changed.*--force/);
  expect(await save('replace')).toMatchObject({ rows: 3 });
  change('d', 'newer');
  expect(await save('sinceLast')).toMatchObject({ rows: 4, added: 1 });
});

it('a dataset takes what changed by a clock that was set back by less than is asked for again', async () => {
  const save = async () => {
    const opened = await program.call('export:openDataset', { token: 'dataset', query: EVERYTHING, mode: 'sinceLast' });
    const came = await program.fetched(opened.query);
    return program.call('export:saveDataset', { datasetId: opened.datasetId, exportId: came.id });
  };
  await save();
  behind = 30 * MINUTE;
  change('a', 'after');
  expect(await save()).toMatchObject({ rows: 2, changed: 1, unchanged: 1 });
});

it('a run is whole when the one from which it went on is deleted meanwhile', async () => {
  const written = { ...EVERYTHING, modifiedFrom: { since: 'last-run' } };
  await program.fetched();
  await sleep(1100);
  const last = await program.fetched(written);
  const held = Promise.withResolvers<void>();
  const answer = server.answer;
  server.answer = (request, response) => void held.promise.then(() => answer(request, response));
  const next = await program.start(written);
  expect(next.query.modifiedFrom).toBe(last.askedAt);
  await program.remove(last);
  held.resolve();
  expect(await program.until(next, ({ state }) => state !== 'running')).toMatchObject({
    state: 'complete',
    reason: '',
  });
});
