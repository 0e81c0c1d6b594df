import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { ResultStore } from './result/result-store.ts';
import { closePrograms } from '../sessions/session-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { takeLease } from '../storage/lease.ts';
import { ExportsProgram } from './exports-fixture.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';

interface Lead {
  uniqueId: string;
  status: string;
  lastModifiedTime: string;
  uploadTime?: string;
  campaign: { code: string; project: string };
  data: Record<string, string>;
}

const MONDAY = '2026-11-16T09:00:00.0000000';
const TUESDAY = '2026-11-17T10:00:00.0000000';

/** Leads of the service by id. It answers as it is asked, unless `answer` does. */
let leads: Map<string, Lead>;
let asked: URLSearchParams[];
let answer: ((response: ServerResponse, asked: URLSearchParams) => void) | null;
let server: SpecServer;
let program: ExportsProgram;
let folder: string;

function put(id: string, change: Partial<Lead> = {}): void {
  leads.set(id, {
    uniqueId: id,
    status: 'New',
    lastModifiedTime: MONDAY,
    campaign: { code: 'EN1', project: 'Energi' },
    data: { Firma: `Firm ${id}` },
    ...leads.get(id),
    ...change,
  });
}

function found(parameters: URLSearchParams): Lead[] {
  const from = parameters.get('ModifiedFrom') ?? '';
  const statuses = (parameters.get('Statuses') ?? '').split(',').filter((name) => name !== '');
  return [...leads.values()].filter(
    (lead) => lead.lastModifiedTime >= from && (statuses.length === 0 || statuses.includes(lead.status)),
  );
}

async function refreshed(result: ExportSummary): Promise<ExportSummary> {
  program.told.length = 0;
  const started = await program.act('refresh', result);
  expect(started.refresh?.state).toBe('running');
  return program.until(result, ({ refresh }) => refresh !== null && refresh.state !== 'running');
}

/** Puts a result into the dataset, as the window does. */
async function intoDataset(result: ExportSummary) {
  const { query } = await program.act('get', result);
  const { datasetId } = await program.call('export:openDataset', { token: 'dataset', query, mode: 'sinceLast' });
  return program.call('export:saveDataset', { datasetId, exportId: result.id, isWhole: true });
}

/** Rows by id: the cells by the path of their column, those with a value. */
async function rowsOf(result: ExportSummary): Promise<Record<string, Record<string, string>>> {
  const { columns } = await program.act('get', result);
  const page = await program.rows(result);
  expect(page.rows.map((row) => row.number)).toEqual(page.rows.map((_, index) => index + 1));
  const rows = page.rows.map(({ cells }) =>
    Object.fromEntries(columns.flatMap(({ path, index }) => (cells[index] ? [[path, cells[index]] as const] : []))),
  );
  expect(new Set(rows.map((row) => row['uniqueId'])).size).toBe(rows.length);
  return Object.fromEntries(rows.map((row) => [row['uniqueId'] ?? '', row]));
}

const names = async (result: ExportSummary) =>
  Object.values(await rowsOf(result)).map((row) => `${row['uniqueId']} ${row['data.Firma']}`);
const compare = (before: ExportSummary, now: ExportSummary) =>
  program.call('compare:open', { before: before.id, now: now.id });
const files = () => readdirSync(join(folder, 'results')).filter((name) => name.includes('refresh'));

beforeEach(async () => {
  folder = specFolder('refresh');
  leads = new Map();
  asked = [];
  answer = null;
  server = await openSpecServer();
  server.answer = ({ url }, response) => {
    const parameters = new URL(url, 'http://service').searchParams;
    if (/\/(simple|raw)?leads/.test(url)) asked.push(parameters);
    if (answer === null) response.end(JSON.stringify(found(parameters)));
    else answer(response, parameters);
  };
  program = ExportsProgram.at(folder, server.address);
  for (const id of ['a', 'b', 'c', 'd']) put(id);
});

afterEach(() => closePrograms([program], server, folder));

describe('a refresh', () => {
  it('goes on into a dataset, which an older result does not set back', async () => {
    for (const id of leads.keys()) put(id, { uploadTime: MONDAY });
    const query = { ...EVERYTHING, statuses: ['New'] };
    const older = await program.fetched(query);
    const result = await program.fetched(query);
    expect(await intoDataset(result)).toMatchObject({ rows: 4, added: 4, pointReached: '2026-11-16T09:00:00' });
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2' } });
    put('b', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('e', { lastModifiedTime: TUESDAY, uploadTime: TUESDAY });
    await refreshed(result);
    const grown = { rows: 4, added: 1, changed: 1, unchanged: 2, removed: 1, pointReached: '2026-11-17T10:00:00' };
    expect(await intoDataset(result)).toMatchObject(grown);
    await expect(intoDataset(older)).rejects.toThrow(
      'The dataset "dataset" has changes up to 2026-11-17T10:00:00; this result ends at 2026-11-16T09:00:00. Nothing was changed.',
    );
    expect(await intoDataset(result)).toMatchObject({ rows: 4, unchanged: 4, filesChanged: 0 });
  });

  it('asks only for what changed since and merges it by id, with new columns and values that are gone', async () => {
    put('a', { data: { Firma: 'A', Phone: '+45 1' } });
    const result = await program.fetched();
    expect(result.pointReached).toBe('2026-11-16T09:00:00');
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2', Ny: '007' } });
    put('e', { lastModifiedTime: TUESDAY });
    const summary = await refreshed(result);
    expect(asked.map((parameters) => parameters.get('ModifiedFrom'))).toEqual([null, '2026-11-16T07:55:00']);
    expect(summary).toMatchObject({ state: 'complete', rows: 5, pointReached: '2026-11-17T10:00:00' });
    expect(summary.refresh).toMatchObject({
      state: 'complete',
      reason: '',
      since: '2026-11-16T07:55:00',
      requests: 1,
      arrived: 5,
      merged: { new: 1, changed: 1, unchanged: 3, removed: 0, others: 0 },
    });
    expect(summary.columns.find(({ path }) => path === 'data.Phone')?.filled).toBe(0);
    const rows = await rowsOf(result);
    expect(rows['a']).toMatchObject({ 'data.Firma': 'A2', 'data.Ny': '007' });
    expect(rows['a']).not.toHaveProperty('data.Phone');
    expect(Object.keys(rows)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(files()).toEqual([]);
    const again = await refreshed(result);
    expect(again.refresh?.since).toBe('2026-11-17T08:55:00');
    expect(again.refresh?.merged).toEqual({ new: 0, changed: 0, unchanged: 2, removed: 0, others: 0 });
  });

  it('keeps the later state when an older one comes, also when the service ignores the moment', async () => {
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'late' } });
    const result = await program.fetched();
    put('a', { lastModifiedTime: MONDAY, data: { Firma: 'early' } });
    put('b', { lastModifiedTime: TUESDAY, data: { Firma: 'B2' } });
    answer = (response) => response.end(JSON.stringify([...leads.values()]));
    const { refresh } = await refreshed(result);
    expect(refresh?.merged).toEqual({ new: 0, changed: 1, unchanged: 3, removed: 0, others: 0 });
    expect(await names(result)).toEqual(['a late', 'b B2', 'c Firm c', 'd Firm d']);
  });

  it('takes out what left the statuses, and leaves no gap in the rows', async () => {
    const result = await program.fetched({ ...EVERYTHING, statuses: ['New'] });
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('c', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('e', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('f', { lastModifiedTime: TUESDAY });
    const summary = await refreshed(result);
    expect(asked.at(-1)?.get('Statuses')).toBeNull();
    expect(summary.refresh?.merged).toEqual({ new: 1, changed: 0, unchanged: 2, removed: 2, others: 1 });
    expect(summary.answered).toMatchObject({ asked: 3, filters: [{ filter: 'Statuses', matching: 3, others: 0 }] });
    expect((await names(result)).sort()).toEqual(['b Firm b', 'd Firm d', 'f Firm f']);
  });

  it('marks what the service sends beside the question, as the export did', async () => {
    const result = await program.fetched({ ...EVERYTHING, projects: ['Energi'] });
    put('b', { lastModifiedTime: TUESDAY, campaign: { code: 'X', project: 'Other' } });
    put('e', { lastModifiedTime: TUESDAY, campaign: { code: 'X', project: 'Other' } });
    const summary = await refreshed(result);
    expect(summary.answered).toMatchObject({ asked: 3, filters: [{ verdict: 'ignored', matching: 3, others: 2 }] });
    const page = await program.rows(result, { keeps: 'asked' });
    expect(page.rows.map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  it.each([
    [
      'is cut',
      (response: ServerResponse) => response.end('[{"uniqueId":"a","lastModifiedTime":"2026-11-20T'),
      'failed',
    ],
    ['is an error', (response: ServerResponse) => response.writeHead(403).end(), 'failed'],
    ['has no ids', (response: ServerResponse) => response.end('[{"name":"a"}]'), 'failed'],
  ])('leaves everything as it was when the answer %s', async (_name, given, state) => {
    const before = await program.fetched();
    answer = given;
    const { refresh, ...after } = await refreshed(before);
    expect(refresh).toMatchObject({ state, merged: { new: 0, changed: 0, unchanged: 0 } });
    expect(refresh?.reason).not.toBe('');
    expect({ ...after, sequence: 0, refresh: null, storedBytes: 0 }).toEqual({
      ...before,
      sequence: 0,
      storedBytes: 0,
    });
    expect(await names(before)).toEqual(['a Firm a', 'b Firm b', 'c Firm c', 'd Firm d']);
    expect(files()).toEqual([]);
    answer = null;
    expect((await refreshed(before)).refresh?.state).toBe('complete');
  });

  it('is cancelled without a change, and shows the old result while it runs', async () => {
    const result = await program.fetched();
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2' } });
    answer = (response) => response.write(`[${JSON.stringify(leads.get('a'))},`);
    await program.act('refresh', result);
    await program.until(result, ({ refresh }) => refresh?.arrived === 1);
    expect(await names(result)).toContain('a Firm a');
    await expect(program.act('refresh', result)).rejects.toThrow(/being refreshed/);
    const { state, rows, refresh } = await program.act('cancel', result);
    expect({ state, rows, refresh: refresh?.state }).toEqual({ state: 'complete', rows: 4, refresh: 'cancelled' });
    expect(await names(result)).toContain('a Firm a');
    expect(files()).toEqual([]);
  });

  /** A result whose program was killed in a refresh: its record is as it stood while that ran. */
  async function killed(): Promise<ExportSummary> {
    const result = await program.fetched();
    answer = (response) => response.write('[');
    await program.act('refresh', result);
    const { journal } = program.session;
    const kept = journal.prepare('SELECT answer FROM export').get()?.['answer'] ?? null;
    await program.act('cancel', result);
    journal.prepare('UPDATE export SET answer = ?').run(String(kept));
    return result;
  }

  it('of a program that was killed is called failed by the next, and its leads are removed', async () => {
    const result = await killed();
    await program.restart(() => {
      for (const ending of ['.refresh.sqlite', '.refresh.sqlite-wal'])
        openDurable(join(folder, 'results', `${result.id}${ending}`)).close();
    });
    const summary = await program.until(result, () => true);
    expect(summary).toMatchObject({ state: 'complete', rows: 4, refresh: { state: 'failed' } });
    expect(files()).toEqual([]);
  });

  it('takes nothing of what a program that was killed in another one left', async () => {
    const result = await killed();
    const left = new ResultStore(join(folder, 'results', `${result.id}.refresh.sqlite`));
    left.append([['e'], ['gone']], 1);
    left.close();
    answer = null;
    put('e', { lastModifiedTime: TUESDAY });
    await program.act('refresh', result);
    await program.until(result, ({ refresh }) => refresh?.state === 'complete');
    expect((await names(result)).at(-1)).toBe('e Firm e');
    expect(await names(result)).toHaveLength(5);
  });

  it('of a program that was killed behind the merge leaves no comparison of the rows as they were', async () => {
    const [before, other] = [await program.fetched(), await program.fetched()];
    const compared = await compare(before, other);
    expect(compared).toMatchObject({ same: 4 });
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    const { journal } = program.session;
    let kept: unknown;
    answer = (response, parameters) => {
      kept = journal.prepare('SELECT answer FROM export WHERE id = ?').get(before.id)?.['answer'];
      response.end(JSON.stringify(found(parameters)));
    };
    await refreshed(before);
    await program.restart(() => {
      // The rows are merged, and the record stands as it did while the refresh ran.
      journal.prepare('UPDATE export SET answer = ? WHERE id = ?').run(String(kept), before.id);
    });
    await program.until(before, ({ refresh }) => refresh?.state === 'failed');
    await expect(program.rows(compared)).rejects.toThrow(/deleted/);
    expect(await compare(before, other)).toMatchObject({ same: 3, changed: 1 });
  });

  it('is refused while another program refreshes, and for results that it cannot make whole', async () => {
    const result = await program.fetched();
    {
      // The export lets go a moment after it said that it is complete.
      using _lease = await vi.waitFor(() => {
        const lease = takeLease(join(folder, 'locks', `export-${result.id}.sqlite`));
        if (lease === null) throw new Error('still held');
        return lease;
      });
      await expect(program.act('refresh', result)).rejects.toThrow(/being refreshed/);
    }
    const until17 = await program.fetched({ ...EVERYTHING, extra: [{ name: 'ModifiedTo', value: '2026-11-17' }] });
    expect(until17.cannotRefresh).toMatch(/ends at a moment/);
    await expect(program.act('refresh', until17)).rejects.toThrow(/ends at/);
    const limited = await program.fetched({ ...EVERYTHING, extra: [{ name: 'Take', value: '10' }] });
    expect(limited.cannotRefresh).toMatch(/limited number/);
    answer = (response) => response.end('[{"uniqueId":"a"},');
    expect((await program.fetched()).cannotRefresh).toMatch(/Leads are missing/);
    answer = (response) => response.end('[{"name":"a"}]');
    expect((await program.fetched()).cannotRefresh).toMatch(/without their ids/);
    answer = (response) => response.end('[]');
    expect((await program.fetched()).cannotRefresh).toBe('');
  });

  it('leaves a lead that the first answer had twice once, in its latest state', async () => {
    answer = (response) =>
      response.end(
        JSON.stringify([{ ...leads.get('a'), lastModifiedTime: TUESDAY, data: { Firma: 'late' } }, ...leads.values()]),
      );
    const result = await program.fetched();
    expect([result.rows, result.repeated]).toEqual([5, 1]);
    answer = null;
    const summary = await refreshed(result);
    expect([summary.rows, summary.repeated]).toEqual([4, 0]);
    expect((await names(result)).sort()).toEqual(['a late', 'b Firm b', 'c Firm c', 'd Firm d']);
  });

  it('goes on from the moment of the request for RawLeads, whose answers have no times', async () => {
    const lines = (...given: string[]) => `id,name,value\r\n${given.map((line) => `${line}\r\n`).join('')}`;
    answer = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(lines('a,Firma,A', 'b,Firma,B'));
    const started = Date.now();
    const result = await program.fetched({ ...EVERYTHING, source: 'raw', statuses: ['New'] });
    expect(Math.abs(Date.parse(`${result.pointReached}+01:00`) - started)).toBeLessThan(3_700_000);
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end(lines('b,Firma,B2', 'c,Firma,C'));
    const { refresh } = await refreshed(result);
    // No line shows whether a lead fits the statuses.
    expect(['Statuses', 'ModifiedFrom'].map((name) => asked.at(-1)?.get(name))).toEqual(['New', refresh?.since]);
    expect(refresh?.merged).toMatchObject({ new: 1, changed: 1, unchanged: 0 });
    expect(await names(result)).toEqual(['a A', 'b B2', 'c C']);
  });

  it('asks for everything again when no lead had come', async () => {
    leads.clear();
    const result = await program.fetched();
    put('a');
    const summary = await refreshed(result);
    expect(asked.at(-1)?.get('ModifiedFrom')).toBeNull();
    expect(summary).toMatchObject({ rows: 1, refresh: { since: null, merged: { new: 1 } } });
    expect(await names(result)).toEqual(['a Firm a']);
  });

  it('forgets selections and comparisons of the rows as they were', async () => {
    const before = await program.fetched({ ...EVERYTHING, statuses: ['New'] });
    const other = await program.fetched();
    const compared = await compare(before, other);
    const choice = { kind: 'numbers' as const, numbers: [1] };
    const chosen = { ...viewSchema.parse({}), exportId: before.id, from: null, does: 'add' as const, choice };
    const { selection } = await program.call('export:choose', chosen);
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    await refreshed(before);
    await expect(program.rows(before, { selection })).rejects.toThrow(/chosen leads are not known/);
    await expect(program.rows(compared)).rejects.toThrow(/deleted/);
    const anew = await compare(before, other);
    expect(anew).toMatchObject({ same: 3, new: 1 });

    // One that fails later changes nothing: the result is still that of the refresh before it.
    const { refreshedAt } = await program.act('get', before);
    expect(refreshedAt).not.toBeNull();
    answer = (response) => response.writeHead(403).end();
    expect(await refreshed(before)).toMatchObject({ refreshedAt, refresh: { state: 'failed' } });
    expect((await compare(before, other)).id).toBe(anew.id);
  });

  it('is found again after a restart, and what is saved then is the refreshed result', async () => {
    const result = await program.fetched();
    put('b', { lastModifiedTime: TUESDAY, data: { Firma: 'B2' } });
    await refreshed(result);
    await program.restart();
    const summary = await program.act('get', result);
    expect(summary).toMatchObject({ rows: 4, refresh: { state: 'complete', merged: { changed: 1 } } });
    await program.save(result);
    expect(readFileSync(join(folder, 'saved.csv'), 'utf8')).toContain('B2');
    await program.remove(result);
    expect(existsSync(join(folder, 'results', `${result.id}.sqlite`))).toBe(false);
  });
});
