import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExportSummary, exportSummarySchema } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { AccountSession } from '../sessions/session.ts';
import { ResultStore } from './result/result-store.ts';
import { openSession, specServices } from '../sessions/session-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { takeLease } from '../storage/lease.ts';
import { openExports } from './exports-feature.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';

interface Lead {
  uniqueId: string;
  status: string;
  lastModifiedTime: string;
  uploadTime?: string;
  campaign: { code: string; project: string };
  data: Record<string, string>;
}

const VIEW = viewSchema.parse({});
const WHOLE = { ...VIEW, asOf: null, marks: null };
const context = { signal: new AbortController().signal };

const MONDAY = '2026-11-16T09:00:00.0000000';
const TUESDAY = '2026-11-17T10:00:00.0000000';

/** Leads of the service by id. It answers as it is asked, unless `answer` does. */
let leads: Map<string, Lead>;
let asked: URLSearchParams[];
let answer: ((response: ServerResponse, asked: URLSearchParams) => void) | null;
let server: SpecServer;
let session: AccountSession;
let feature: ReturnType<typeof openExports>;
let folder: string;
let latest: Map<string, ExportSummary>;
let wake: () => void;

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

function createFeature() {
  const services = specServices(folder, {
    emit(name, payload) {
      if (name !== 'export:progress') return;
      const summary = exportSummarySchema.parse(payload);
      latest.set(summary.id, summary);
      wake();
    },
    grantedFile: (token, access) => ({
      token,
      path: join(folder, access === 'folder' ? 'dataset' : 'saved.csv'),
      name: token,
      access,
    }),
  });
  return openExports(services, session, { learn: () => undefined, forgetExport: () => undefined });
}

async function until(id: string, isReached: (summary: ExportSummary) => boolean): Promise<ExportSummary> {
  for (;;) {
    const summary = latest.get(id);
    if (summary !== undefined && isReached(summary)) return summary;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function fetched(query: ExportQuery = EVERYTHING): Promise<ExportSummary> {
  const { id } = await feature.handlers['export:start']({ query }, context);
  return until(id, ({ state }) => state !== 'running');
}

async function refreshed(exportId: string): Promise<ExportSummary> {
  latest.delete(exportId);
  const started = await feature.handlers['export:refresh']({ exportId }, context);
  expect(started.refresh?.state).toBe('running');
  return until(exportId, ({ refresh }) => refresh !== null && refresh.state !== 'running');
}

/** Puts a result into the dataset, as the window does. */
async function intoDataset(exportId: string) {
  const { query } = await feature.handlers['export:get']({ exportId }, context);
  const asOfDataset = { token: 'dataset', query, mode: 'sinceLast' as const };
  const { datasetId } = await feature.handlers['export:openDataset'](asOfDataset, context);
  return feature.handlers['export:saveDataset']({ datasetId, exportId, isWhole: true }, context);
}

/** Rows by id: the cells by the path of their column, those with a value. */
async function rowsOf(exportId: string): Promise<Record<string, Record<string, string>>> {
  const { columns } = await feature.handlers['export:get']({ exportId }, context);
  const page = await feature.handlers['export:rows']({ exportId, offset: 0, limit: 500, ...WHOLE }, context);
  expect(page.rows.map((row) => row.number)).toEqual(page.rows.map((_, index) => index + 1));
  const rows = page.rows.map(({ cells }) =>
    Object.fromEntries(columns.flatMap(({ path, index }) => (cells[index] ? [[path, cells[index]] as const] : []))),
  );
  expect(new Set(rows.map((row) => row['uniqueId'])).size).toBe(rows.length);
  return Object.fromEntries(rows.map((row) => [row['uniqueId'] ?? '', row]));
}

const names = async (exportId: string) =>
  Object.values(await rowsOf(exportId)).map((row) => `${row['uniqueId']} ${row['data.Firma']}`);
const files = () => readdirSync(join(folder, 'results')).filter((name) => name.includes('refresh'));

beforeEach(async () => {
  folder = specFolder('refresh');
  latest = new Map();
  wake = () => undefined;
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
  session = openSession(folder, server.address);
  feature = createFeature();
  for (const id of ['a', 'b', 'c', 'd']) put(id);
});

afterEach(async () => {
  await feature[Symbol.asyncDispose]();
  await session.api.close();
  session.journal.close();
  await server.close();
});

describe('a refresh', () => {
  it('goes on into a dataset, which an older result does not set back', async () => {
    for (const id of leads.keys()) put(id, { uploadTime: MONDAY });
    const query = { ...EVERYTHING, statuses: ['New'] };
    const older = await fetched(query);
    const { id } = await fetched(query);
    expect(await intoDataset(id)).toMatchObject({ rows: 4, added: 4, pointReached: '2026-11-16T09:00:00' });
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2' } });
    put('b', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('e', { lastModifiedTime: TUESDAY, uploadTime: TUESDAY });
    await refreshed(id);
    const grown = { rows: 4, added: 1, changed: 1, unchanged: 2, removed: 1, pointReached: '2026-11-17T10:00:00' };
    expect(await intoDataset(id)).toMatchObject(grown);
    await expect(intoDataset(older.id)).rejects.toThrow(
      'The dataset "dataset" has changes up to 2026-11-17T10:00:00; this result ends at 2026-11-16T09:00:00. Nothing was changed.',
    );
    expect(await intoDataset(id)).toMatchObject({ rows: 4, unchanged: 4, filesChanged: 0 });
  });

  it('asks only for what changed since and merges it by id, with new columns and values that are gone', async () => {
    put('a', { data: { Firma: 'A', Phone: '+45 1' } });
    const { id, pointReached } = await fetched();
    expect(pointReached).toBe('2026-11-16T09:00:00');
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2', Ny: '007' } });
    put('e', { lastModifiedTime: TUESDAY });
    const summary = await refreshed(id);
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
    const rows = await rowsOf(id);
    expect(rows['a']).toMatchObject({ 'data.Firma': 'A2', 'data.Ny': '007' });
    expect(rows['a']).not.toHaveProperty('data.Phone');
    expect(Object.keys(rows)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(files()).toEqual([]);
    const again = await refreshed(id);
    expect(again.refresh?.since).toBe('2026-11-17T08:55:00');
    expect(again.refresh?.merged).toEqual({ new: 0, changed: 0, unchanged: 2, removed: 0, others: 0 });
  });

  it('keeps the later state when an older one comes, also when the service ignores the moment', async () => {
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'late' } });
    const { id } = await fetched();
    put('a', { lastModifiedTime: MONDAY, data: { Firma: 'early' } });
    put('b', { lastModifiedTime: TUESDAY, data: { Firma: 'B2' } });
    answer = (response) => response.end(JSON.stringify([...leads.values()]));
    const { refresh } = await refreshed(id);
    expect(refresh?.merged).toEqual({ new: 0, changed: 1, unchanged: 3, removed: 0, others: 0 });
    expect(await names(id)).toEqual(['a late', 'b B2', 'c Firm c', 'd Firm d']);
  });

  it('takes out what left the statuses, and leaves no gap in the rows', async () => {
    const { id } = await fetched({ ...EVERYTHING, statuses: ['New'] });
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('c', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('e', { lastModifiedTime: TUESDAY, status: 'Processed' });
    put('f', { lastModifiedTime: TUESDAY });
    const summary = await refreshed(id);
    expect(asked.at(-1)?.get('Statuses')).toBeNull();
    expect(summary.refresh?.merged).toEqual({ new: 1, changed: 0, unchanged: 2, removed: 2, others: 1 });
    expect(summary.answered).toMatchObject({ asked: 3, filters: [{ filter: 'Statuses', matching: 3, others: 0 }] });
    expect((await names(id)).sort()).toEqual(['b Firm b', 'd Firm d', 'f Firm f']);
  });

  it('marks what the service sends beside the question, as the export did', async () => {
    const { id } = await fetched({ ...EVERYTHING, projects: ['Energi'] });
    put('b', { lastModifiedTime: TUESDAY, campaign: { code: 'X', project: 'Other' } });
    put('e', { lastModifiedTime: TUESDAY, campaign: { code: 'X', project: 'Other' } });
    const summary = await refreshed(id);
    expect(summary.answered).toMatchObject({ asked: 3, filters: [{ verdict: 'ignored', matching: 3, others: 2 }] });
    const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 9, ...WHOLE }, context);
    expect(page.rows.map(({ missed }) => missed)).toEqual([undefined, 1, undefined, undefined, 1]);
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
    const before = await fetched();
    answer = given;
    const { refresh, ...after } = await refreshed(before.id);
    expect(refresh).toMatchObject({ state, merged: { new: 0, changed: 0, unchanged: 0 } });
    expect(refresh?.reason).not.toBe('');
    expect({ ...after, sequence: 0, refresh: null, storedBytes: 0 }).toEqual({
      ...before,
      sequence: 0,
      storedBytes: 0,
    });
    expect(await names(before.id)).toEqual(['a Firm a', 'b Firm b', 'c Firm c', 'd Firm d']);
    expect(files()).toEqual([]);
    answer = null;
    expect((await refreshed(before.id)).refresh?.state).toBe('complete');
  });

  it('is cancelled without a change, and shows the old result while it runs', async () => {
    const { id } = await fetched();
    put('a', { lastModifiedTime: TUESDAY, data: { Firma: 'A2' } });
    answer = (response) => response.write(`[${JSON.stringify(leads.get('a'))},`);
    latest.delete(id);
    await feature.handlers['export:refresh']({ exportId: id }, context);
    await until(id, ({ refresh }) => refresh?.arrived === 1);
    expect(await names(id)).toContain('a Firm a');
    await expect(feature.handlers['export:refresh']({ exportId: id }, context)).rejects.toThrow(/being refreshed/);
    const { state, rows, refresh } = await feature.handlers['export:cancel']({ exportId: id }, context);
    expect({ state, rows, refresh: refresh?.state }).toEqual({ state: 'complete', rows: 4, refresh: 'cancelled' });
    expect(await names(id)).toContain('a Firm a');
    expect(files()).toEqual([]);
  });

  /** A result whose program was killed in a refresh: its record is as it stood while that ran. */
  async function killed(): Promise<string> {
    const { id } = await fetched();
    answer = (response) => response.write('[');
    await feature.handlers['export:refresh']({ exportId: id }, context);
    const kept = session.journal.prepare('SELECT answer FROM export WHERE id = ?').get(id)?.['answer'] ?? null;
    await feature.handlers['export:cancel']({ exportId: id }, context);
    session.journal.prepare('UPDATE export SET answer = ? WHERE id = ?').run(String(kept), id);
    return id;
  }

  it('of a program that was killed is called failed by the next, and its leads are removed', async () => {
    const id = await killed();
    await feature[Symbol.asyncDispose]();
    for (const ending of ['.refresh.sqlite', '.refresh.sqlite-wal'])
      openDurable(join(folder, 'results', `${id}${ending}`)).close();
    latest.clear();
    feature = createFeature();
    const summary = await until(id, () => true);
    expect(summary).toMatchObject({ state: 'complete', rows: 4, refresh: { state: 'failed' } });
    expect(files()).toEqual([]);
  });

  it('takes nothing of what a program that was killed in another one left', async () => {
    const id = await killed();
    const left = new ResultStore(join(folder, 'results', `${id}.refresh.sqlite`));
    left.append([['e'], ['gone']], 1);
    left.close();
    answer = null;
    put('e', { lastModifiedTime: TUESDAY });
    await feature.handlers['export:refresh']({ exportId: id }, context);
    await until(id, ({ refresh }) => refresh?.state === 'complete');
    expect((await names(id)).at(-1)).toBe('e Firm e');
    expect(await names(id)).toHaveLength(5);
  });

  it('of a program that was killed behind the merge leaves no comparison of the rows as they were', async () => {
    const [before, other] = [await fetched(), await fetched()];
    const compared = await feature.handlers['compare:open']({ before: before.id, now: other.id }, context);
    expect(compared).toMatchObject({ same: 4 });
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    let kept: unknown;
    answer = (response, parameters) => {
      kept = session.journal.prepare('SELECT answer FROM export WHERE id = ?').get(before.id)?.['answer'];
      response.end(JSON.stringify(found(parameters)));
    };
    await refreshed(before.id);
    await feature[Symbol.asyncDispose]();
    // The rows are merged, and the record stands as it did while the refresh ran.
    session.journal.prepare('UPDATE export SET answer = ? WHERE id = ?').run(String(kept), before.id);
    latest.clear();
    feature = createFeature();
    await until(before.id, ({ refresh }) => refresh?.state === 'failed');
    const page = { exportId: compared.id, offset: 0, limit: 10, ...WHOLE };
    await expect(feature.handlers['export:rows'](page, context)).rejects.toThrow(/deleted/);
    const anew = await feature.handlers['compare:open']({ before: before.id, now: other.id }, context);
    expect(anew).toMatchObject({ same: 3, changed: 1 });
  });

  it('is refused while another program refreshes, and for results that it cannot make whole', async () => {
    const { id } = await fetched();
    {
      // The export lets go a moment after it said that it is complete.
      using _lease = await vi.waitFor(() => {
        const lease = takeLease(join(folder, 'locks', `export-${id}.sqlite`));
        if (lease === null) throw new Error('still held');
        return lease;
      });
      await expect(feature.handlers['export:refresh']({ exportId: id }, context)).rejects.toThrow(/being refreshed/);
    }
    const until17 = await fetched({ ...EVERYTHING, extra: [{ name: 'ModifiedTo', value: '2026-11-17' }] });
    expect(until17.cannotRefresh).toMatch(/ends at a moment/);
    await expect(feature.handlers['export:refresh']({ exportId: until17.id }, context)).rejects.toThrow(/ends at/);
    const limited = await fetched({ ...EVERYTHING, extra: [{ name: 'Take', value: '10' }] });
    expect(limited.cannotRefresh).toMatch(/limited number/);
    answer = (response) => response.end('[{"uniqueId":"a"},');
    expect((await fetched()).cannotRefresh).toMatch(/Leads are missing/);
    answer = (response) => response.end('[{"name":"a"}]');
    expect((await fetched()).cannotRefresh).toMatch(/without their ids/);
    answer = (response) => response.end('[]');
    expect((await fetched()).cannotRefresh).toBe('');
  });

  it('leaves a lead that the first answer had twice once, in its latest state', async () => {
    answer = (response) =>
      response.end(
        JSON.stringify([{ ...leads.get('a'), lastModifiedTime: TUESDAY, data: { Firma: 'late' } }, ...leads.values()]),
      );
    const { id, rows, repeated } = await fetched();
    expect([rows, repeated]).toEqual([5, 1]);
    answer = null;
    const summary = await refreshed(id);
    expect([summary.rows, summary.repeated]).toEqual([4, 0]);
    expect((await names(id)).sort()).toEqual(['a late', 'b Firm b', 'c Firm c', 'd Firm d']);
  });

  it('goes on from the moment of the request for RawLeads, whose answers have no times', async () => {
    const lines = (...given: string[]) => `id,name,value\r\n${given.map((line) => `${line}\r\n`).join('')}`;
    answer = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(lines('a,Firma,A', 'b,Firma,B'));
    const started = Date.now();
    const { id, pointReached } = await fetched({ ...EVERYTHING, source: 'raw', statuses: ['New'] });
    expect(Math.abs(Date.parse(`${pointReached}+01:00`) - started)).toBeLessThan(3_700_000);
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/csv' }).end(lines('b,Firma,B2', 'c,Firma,C'));
    const { refresh } = await refreshed(id);
    // No line shows whether a lead fits the statuses.
    expect(['Statuses', 'ModifiedFrom'].map((name) => asked.at(-1)?.get(name))).toEqual(['New', refresh?.since]);
    expect(refresh?.merged).toMatchObject({ new: 1, changed: 1, unchanged: 0 });
    expect(await names(id)).toEqual(['a A', 'b B2', 'c C']);
  });

  it('asks for everything again when no lead had come', async () => {
    leads.clear();
    const { id } = await fetched();
    put('a');
    const summary = await refreshed(id);
    expect(asked.at(-1)?.get('ModifiedFrom')).toBeNull();
    expect(summary).toMatchObject({ rows: 1, refresh: { since: null, merged: { new: 1 } } });
    expect(await names(id)).toEqual(['a Firm a']);
  });

  it('forgets selections and comparisons of the rows as they were', async () => {
    const before = await fetched({ ...EVERYTHING, statuses: ['New'] });
    const other = await fetched();
    const compared = await feature.handlers['compare:open']({ before: before.id, now: other.id }, context);
    const { selection } = await feature.handlers['export:choose'](
      { ...VIEW, exportId: before.id, from: null, does: 'add', choice: { kind: 'numbers', numbers: [1] } },
      context,
    );
    put('a', { lastModifiedTime: TUESDAY, status: 'Processed' });
    await refreshed(before.id);
    const page = { exportId: before.id, offset: 0, limit: 10, ...WHOLE };
    await expect(feature.handlers['export:rows']({ ...page, selection }, context)).rejects.toThrow(
      /chosen leads are not known/,
    );
    await expect(feature.handlers['export:rows']({ ...page, exportId: compared.id }, context)).rejects.toThrow(
      /deleted/,
    );
    const anew = await feature.handlers['compare:open']({ before: before.id, now: other.id }, context);
    expect(anew).toMatchObject({ same: 3, new: 1 });

    // One that fails later changes nothing: the result is still that of the refresh before it.
    const { refreshedAt } = await feature.handlers['export:get']({ exportId: before.id }, context);
    expect(refreshedAt).not.toBeNull();
    answer = (response) => response.writeHead(403).end();
    expect(await refreshed(before.id)).toMatchObject({ refreshedAt, refresh: { state: 'failed' } });
    const again = await feature.handlers['compare:open']({ before: before.id, now: other.id }, context);
    expect(again.id).toBe(anew.id);
  });

  it('is found again after a restart, and what is saved then is the refreshed result', async () => {
    const { id } = await fetched();
    put('b', { lastModifiedTime: TUESDAY, data: { Firma: 'B2' } });
    await refreshed(id);
    await feature[Symbol.asyncDispose]();
    feature = createFeature();
    const summary = await feature.handlers['export:get']({ exportId: id }, context);
    expect(summary).toMatchObject({ rows: 4, refresh: { state: 'complete', merged: { changed: 1 } } });
    await feature.handlers['export:save'](
      { exportId: id, token: 'file', format: DEFAULT_SAVE_FORMATS.csv, columns: null, ...WHOLE },
      context,
    );
    expect(readFileSync(join(folder, 'saved.csv'), 'utf8')).toContain('B2');
    await feature.handlers['export:delete']({ exportId: id }, context);
    expect(existsSync(join(folder, 'results', `${id}.sqlite`))).toBe(false);
  });
});
