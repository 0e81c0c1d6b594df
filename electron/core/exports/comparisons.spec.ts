import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Comparison, comparisonSchema } from '../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { AccountSession } from '../sessions/session.ts';
import { openSession, specServices } from '../sessions/session-fixture.ts';
import { takeLease } from '../storage/lease.ts';
import { openExports } from './exports-feature.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';

const WHOLE = { ...viewSchema.parse({}), asOf: null, marks: null };
const context = { signal: new AbortController().signal };
const monday = [
  { uniqueId: 'a', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'Åse AS' } },
  { uniqueId: 'b', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'B' } },
  { uniqueId: 'c', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'C' } },
];
const today = [
  {
    UniqueId: 'b',
    STATUS: 'Processed',
    Closure: 'Success',
    LastModifiedTime: '2026-11-17T11:30:00',
    Data: { firma: 'B' },
  },
  { UniqueId: 'a', STATUS: 'New', Closure: null, LastModifiedTime: '2026-11-17T11:40:00', Data: { firma: 'Åse AS' } },
  {
    UniqueId: 'd',
    STATUS: 'New',
    Closure: null,
    LastModifiedTime: '2026-11-17T12:00:00',
    Data: { firma: 'D', Ny: 'x' },
  },
];

let server: SpecServer;
let body: string;
let session: AccountSession;
let feature: ReturnType<typeof openExports>;
let folder: string;
let ended: ExportSummary[];
let wake: () => void;
/** Called with every progress of a comparison. */
let onProgress: () => void = () => undefined;
let heard: { callId: string; rows: number; rowsTotal: number }[];

function createFeature() {
  const services = specServices(folder, {
    emit(name, payload) {
      if (name === 'compare:progress') {
        heard.push(payload as (typeof heard)[0]);
        onProgress();
      }
      if (name !== 'export:progress') return;
      const summary = payload as ExportSummary;
      if (summary.state !== 'running') ended.push(summary);
      wake();
    },
    grantedFile: (token) => ({ token, path: join(folder, 'saved.csv'), name: 'saved.csv', access: 'write' }),
  });
  return openExports(services, session, { learn: () => undefined, forgetExport: () => undefined });
}

async function fetched(leads: readonly object[] | string): Promise<string> {
  body = typeof leads === 'string' ? leads : JSON.stringify(leads);
  const { id } = await feature.handlers['export:start']({ query: EVERYTHING }, context);
  while (!ended.some((summary) => summary.id === id)) await new Promise<void>((resolve) => (wake = resolve));
  return id;
}

const compare = (before: string, now: string) =>
  feature.handlers['compare:open']({ before, now, callId: 'call-1' }, context);
const files = () => readdirSync(join(folder, 'results')).sort();
const recorded = () =>
  session.journal
    .prepare('SELECT id FROM comparison')
    .all()
    .map((row) => row['id']);
const leases = () => readdirSync(join(folder, 'locks')).filter((name) => /^compare-.*\.sqlite$/.test(name));

async function rowsOf({ id, fields, kindColumn, idColumn }: Comparison, changedIn?: string) {
  const change = fields.find((field) => field.path.toLowerCase() === changedIn)?.change ?? null;
  const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 500, ...WHOLE }, context);
  return page.rows.map(({ cells }) => [
    cells[idColumn],
    cells[kindColumn],
    ...(change === null ? [] : [cells[change]]),
  ]);
}

beforeEach(async () => {
  folder = specFolder('comparisons');
  ended = [];
  heard = [];
  onProgress = () => undefined;
  wake = () => undefined;
  server = await openSpecServer();
  server.answer = (_request, response) => void response.end(body);
  session = openSession(folder, server.address);
  feature = createFeature();
});

afterEach(async () => {
  await feature[Symbol.asyncDispose]();
  await session.api.close();
  session.journal.close();
  await server.close();
});

describe('comparisons of two exports', () => {
  it('match leads by id, whatever the case of names, and add up to both results', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const since = performance.now();
    const compared = comparisonSchema.parse(await compare(before, now));
    expect(compared.milliseconds).toBeLessThanOrEqual(performance.now() - since + 1);
    expect(compared).toMatchObject({ new: 1, changed: 1, gone: 1, same: 1, rows: { before: 3, now: 3 } });
    expect(await rowsOf(compared, 'status')).toEqual([
      ['b', 'changed', '["New","Processed"]'],
      ['a', 'same', null],
      ['d', 'new', null],
      ['c', 'gone', null],
    ]);
    const changed = Object.fromEntries(compared.fields.map((field) => [field.path, field.changed]));
    // The time of the last change differs in every lead, and "Ny" came today: neither is a change.
    expect(changed).toEqual({ status: 1, closure: 1, lastModifiedTime: null, 'data.Firma': 0, 'data.Ny': null });
    expect(compared.timeColumn).toBe(compared.fields.find((field) => field.path === 'lastModifiedTime')?.now);
  });

  it('say of each column in how many leads of its result it has a value', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const expected = {
      uniqueId: 6,
      'status before': 3,
      'closure now': 1,
      'data.Firma before': 3,
      'data.Firma now': 3,
      'data.Ny now': 1,
    };
    const filledIn = ({ columns }: Comparison) => Object.fromEntries(columns.map(({ path, filled }) => [path, filled]));
    expect(filledIn(await compare(before, now))).toMatchObject(expected);
    expect(filledIn(await compare(before, now))).toMatchObject(expected);
  });

  it('are pages, searches and files like any result', async () => {
    const { id, columns } = await compare(await fetched(monday), await fetched(today));
    const view = { exportId: id, ...WHOLE };
    const found = await feature.handlers['export:rows']({ ...view, search: 'åse', offset: 0, limit: 10 }, context);
    expect(found.rows.map((row) => row.number)).toEqual([2]);
    const sorted = await feature.handlers['export:rows'](
      { ...view, sort: [{ column: 0, direction: 'desc' }], offset: 0, limit: 2 },
      context,
    );
    expect(sorted.rows.map((row) => row.cells[0])).toEqual(['d', 'c']);
    const format = DEFAULT_SAVE_FORMATS.jsonl;
    const saved = await feature.handlers['export:save']({ ...view, token: 'file', format, columns: null }, context);
    expect(saved).toMatchObject({ name: 'saved.csv', rows: 4, countedRows: 4 });
    const [first] = readFileSync(join(folder, 'saved.csv'), 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      uniqueId: 'b',
      kind: 'changed',
      'status before': 'New',
      'status now': 'Processed',
    });
    expect(columns.map((column) => column.path)).not.toContain('status change');
  });

  it('are kept for the next time, also after a restart, until a result is another one', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const first = await compare(before, now);
    expect(await compare(before, now)).toEqual(first);
    expect((await compare(now, before)).id).not.toBe(first.id);
    await feature[Symbol.asyncDispose]();
    feature = createFeature();
    expect(files()).toHaveLength(4);
    expect(await compare(before, now)).toEqual(first);
    expect((await rowsOf(first)).length).toBe(4);
    session.journal.exec(`UPDATE export SET ended_at = ended_at + 1 WHERE id = '${now}'`);
    const anew = await compare(before, now);
    expect(anew.id).not.toBe(first.id);
    expect(files()).not.toContain(`${first.id}.sqlite`);
    expect(files()).toContain(`${anew.id}.sqlite`);
  });

  it('are deleted with either of their results', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const { id } = await compare(before, now);
    await rowsOf(await compare(now, before));
    await feature.handlers['export:delete']({ exportId: now }, context);
    expect(files().filter((name) => name.endsWith('.sqlite'))).toEqual([`${before}.sqlite`]);
    expect([recorded(), leases()]).toEqual([[], []]);
    await expect(
      feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 10, ...WHOLE }, context),
    ).rejects.toMatchObject({ error: { code: 'notFound' } });
    await expect(compare(before, now)).rejects.toMatchObject({ error: { code: 'notFound' } });
  });

  it('leave nothing when they are cancelled', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ uniqueId: `id ${index}`, status: 'New' }));
    const [before, now] = [await fetched(many), await fetched(many)];
    const stop = new AbortController();
    onProgress = () => stop.abort();
    const opened = feature.handlers['compare:open']({ before, now, callId: 'call-1' }, { signal: stop.signal });
    await expect(opened).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(heard[0]).toMatchObject({ callId: 'call-1', rowsTotal: 60_000 });
    expect(files().filter((name) => name.endsWith('.sqlite'))).toEqual([`${before}.sqlite`, `${now}.sqlite`].sort());
    expect([recorded(), leases()]).toEqual([[], []]);
    expect(await compare(before, now)).toMatchObject({ same: 20_000 });
  });

  it('end with the account, and leave nothing then', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ uniqueId: `id ${index}`, status: 'New' }));
    const [before, now] = [await fetched(many), await fetched(many)];
    const begun = new Promise<void>((resolve) => (onProgress = resolve));
    const outcome = compare(before, now).catch((error: unknown) => error);
    await begun;
    await feature[Symbol.asyncDispose]();
    expect([recorded(), leases()]).toEqual([[], []]);
    expect(files().filter((name) => name.endsWith('.sqlite'))).toHaveLength(2);
    expect(await outcome).toMatchObject({ error: { code: 'cancelled' } });
    feature = createFeature();
  });

  it('leave nothing when the program was killed, unless another program makes them', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const left = 'aaaaaaaa-0000-0000-0000-000000000000';
    const other = 'bbbbbbbb-0000-0000-0000-000000000000';
    await feature[Symbol.asyncDispose]();
    for (const id of [left, other]) {
      writeFileSync(join(folder, 'results', `${id}.sqlite`), '');
      session.journal.prepare('INSERT INTO comparison VALUES (?, ?, ?, 0, NULL)').run(id, before, now);
    }
    using _lease = takeLease(join(folder, 'locks', `compare-${other}.sqlite`));
    feature = createFeature();
    expect(existsSync(join(folder, 'results', `${left}.sqlite`))).toBe(false);
    expect(existsSync(join(folder, 'results', `${other}.sqlite`))).toBe(true);
    expect([recorded(), leases()]).toEqual([[other], [`compare-${other}.sqlite`]]);
  });

  it('refuse what cannot be compared, with a sentence', async () => {
    const before = await fetched(monday);
    await expect(compare(before, before)).rejects.toThrow(/no differences to itself/);
    const noIds = await fetched([{ status: 'New' }]);
    await expect(compare(before, noIds)).rejects.toThrow(/later result has no column "uniqueId"/);
    await expect(compare(await fetched([]), before)).rejects.toThrow(/has no leads/);
    expect(files().filter((name) => name.endsWith('.sqlite'))).toHaveLength(3);
  });

  it('are saved under a name that says so when leads are missing in one result', async () => {
    const partial = await fetched(`${JSON.stringify(today).slice(0, -1)},`);
    const { id } = await compare(await fetched(monday), partial);
    const saved = await feature.handlers['export:save'](
      { exportId: id, ...WHOLE, token: 'file', format: DEFAULT_SAVE_FORMATS.csv, columns: [0, 1] },
      context,
    );
    expect(saved.name).toBe('saved.partial.csv');
    expect(saved.notes).toEqual(['The later result is partial: leads of the kind "gone" may not be gone.']);
  });
});
