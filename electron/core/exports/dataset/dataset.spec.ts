import { globSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { type Given, globbed, type Lead, PATHS, runInto, schemaOf } from './dataset-fixture.ts';
import { Datasets } from './datasets.ts';
import { type Manifest, readManifest } from './manifest.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = specFolder('dataset');
  folder = join(root, 'leads');
});

const run = (leads: readonly Lead[], given: Given = {}) => runInto({ root, folder }, leads, given);

/** Name by id, of every file that a reader of `**` would find. */
async function names(): Promise<Record<string, unknown>> {
  const rows = await globbed(folder);
  const found = Object.fromEntries(rows.map((row) => [row['uniqueId'], row['data.Name']]));
  expect(Object.keys(found)).toHaveLength(rows.length);
  return found;
}

function manifest(): Manifest {
  const found = readManifest(folder);
  if (found === null) throw new Error('There is no manifest.');
  return found;
}

const paths = () => manifest().files.map((file) => file.path);

describe('a new dataset', () => {
  it('has a file for each campaign and day, and a manifest that names them', async () => {
    const saved = await run([
      { id: 'a', campaign: 'DK-1', uploaded: '2026-11-01T23:59:59.0000000' },
      { id: 'b', campaign: 'DK-1', uploaded: '2026-11-02T00:00:00.0000000' },
      { id: 'c', campaign: 'NO/2', uploaded: '2026-11-01T00:00:00.0000000', modified: '2026-11-19T10:11:12.1234567' },
      { id: 'd', campaign: 'DK-1', uploaded: '2026-11-01T08:00:00.0000000' },
      { id: 'e', campaign: null, uploaded: null },
      { id: 'f', campaign: '', uploaded: 'yesterday' },
    ]);
    expect(saved).toMatchObject({ rows: 6, added: 6, changed: 0, unchanged: 0, removed: 0, files: 4, filesChanged: 4 });
    expect(paths()).toEqual([
      'campaign=DK-1/day=2026-11-01/leads.parquet',
      'campaign=DK-1/day=2026-11-02/leads.parquet',
      'campaign=NO%2F2/day=2026-11-01/leads.parquet',
      'campaign=__HIVE_DEFAULT_PARTITION__/day=__HIVE_DEFAULT_PARTITION__/leads.parquet',
    ]);
    expect(manifest()).toMatchObject({ rows: 6, pointReached: '2026-11-19T10:11:12' });
    for (const { path, rows, bytes } of manifest().files) {
      expect(statSync(join(folder, path)).size).toBe(bytes);
      expect(await globbed(join(folder, path, '..'))).toHaveLength(rows);
    }
    expect(await names()).toEqual({ a: 'Name a', b: 'Name b', c: 'Name c', d: 'Name d', e: 'Name e', f: 'Name f' });
  });

  it('has the same columns in every file', async () => {
    await run([{ id: '1' }, { id: '2', campaign: 'NO-2', name: null }]);
    const [first, second] = await globbed(folder);
    expect(Object.keys(first ?? {})).toEqual(PATHS);
    expect(Object.keys(second ?? {})).toEqual(PATHS);
    expect(second?.['data.Name']).toBeNull();
  });

  it('calls a column otherwise that would hide a part of the path', async () => {
    await run([{ id: 'a' }], { paths: [...PATHS, 'Campaign', 'day'], more: ['x', 'y'] });
    expect(manifest().columns.map((column) => column.name)).toEqual([...PATHS, 'lead.Campaign', 'lead.day']);
  });

  it('keeps the latest of two rows of a lead', async () => {
    const saved = await run([
      { id: 'a', name: 'old', modified: '2026-11-02T09:00:00' },
      { id: 'b', name: 'new', modified: '2026-11-03T09:00:00', campaign: 'NO-2' },
      { id: 'a', name: 'new', modified: '2026-11-03T09:00:00', campaign: 'NO-2' },
      { id: 'b', name: 'old', modified: '2026-11-02T09:00:00' },
    ]);
    expect(saved.rows).toBe(2);
    expect(await names()).toEqual({ a: 'new', b: 'new' });
    expect(paths()).toEqual(['campaign=NO-2/day=2026-11-01/leads.parquet']);
  });

  it('is empty when no lead comes, and takes leads later', async () => {
    expect(await run([])).toMatchObject({ rows: 0, files: 0, pointReached: null });
    expect(manifest().files).toEqual([]);
    expect(await run([{ id: 'a' }])).toMatchObject({ rows: 1, added: 1 });
    expect(await names()).toEqual({ a: 'Name a' });
  });

  it('is refused for leads without an id, a campaign or a day, and leaves nothing', async () => {
    await expect(run([{ id: 'a' }, { id: '' }])).rejects.toThrow(/Row 2 of the result has no uniqueId/);
    expect(existsSync(folder)).toBe(false);
    const others = PATHS.map((path) => (path === 'uploadTime' || path === 'campaign.code' ? `other.${path}` : path));
    await expect(run([{ id: 'a' }], { paths: others })).rejects.toThrow(/without campaign\.code and uploadTime/);
    expect(existsSync(folder)).toBe(false);
    const noDay = PATHS.map((path) => (path === 'uploadTime' ? 'other' : path));
    await expect(run([{ id: 'a' }], { paths: noDay })).rejects.toThrow(/without uploadTime, which/);
  });

  it('says how many leads are written, of how many', async () => {
    const onProgress = vi.fn<(rows: number, rowsTotal: number) => void>();
    await run([{ id: 'a' }, { id: 'b' }, { id: 'c', campaign: 'NO-2' }], { onProgress });
    expect(onProgress.mock.calls).toEqual([
      [2, 3],
      [3, 3],
    ]);
  });

  it('never counts a change that came after the request as reached', async () => {
    await run([{ id: 'a', modified: '2026-11-20T12:00:03' }], { askedAt: '2026-11-20T12:00:00' });
    expect(manifest().pointReached).toBe('2026-11-20T12:00:00');
  });
});

describe('an append', () => {
  const old = '2000-01-01T00:00:00Z';
  /** Gives every file an old date, and answers which ones have a new one later. */
  function watch(): () => string[] {
    for (const path of paths()) utimesSync(join(folder, path), new Date(old), new Date(old));
    return () => paths().filter((path) => statSync(join(folder, path)).mtimeMs !== Date.parse(old));
  }

  it('replaces what changed where it is, adds what is new, and touches no other file', async () => {
    await run([{ id: 'a' }, { id: 'b' }, { id: 'c', campaign: 'NO-2' }, { id: 'd', campaign: 'SE-3' }]);
    const written = watch();
    const saved = await run([
      { id: 'b', name: 'changed', modified: '2026-11-05T09:00:00.0000000' },
      { id: 'e', campaign: 'NO-2' },
      { id: 'd', campaign: 'SE-3' },
    ]);
    expect(saved).toMatchObject({ rows: 5, added: 1, changed: 1, unchanged: 1, removed: 0, files: 3, filesChanged: 2 });
    expect(await names()).toEqual({ a: 'Name a', b: 'changed', c: 'Name c', d: 'Name d', e: 'Name e' });
    expect(written()).toEqual([
      'campaign=DK-1/day=2026-11-01/leads.parquet',
      'campaign=NO-2/day=2026-11-01/leads.parquet',
    ]);
    expect(manifest().pointReached).toBe('2026-11-05T09:00:00');
  });

  it('takes a lead out of the file it left, and the file away when it was the last one', async () => {
    await run([{ id: 'a' }, { id: 'b' }, { id: 'c', campaign: 'NO-2' }]);
    const saved = await run([
      { id: 'c', campaign: 'DK-1', name: 'moved' },
      { id: 'b', campaign: 'SE-3' },
    ]);
    expect(saved).toMatchObject({ rows: 3, added: 0, changed: 2, files: 2 });
    expect(paths()).toEqual([
      'campaign=DK-1/day=2026-11-01/leads.parquet',
      'campaign=SE-3/day=2026-11-01/leads.parquet',
    ]);
    expect(existsSync(join(folder, 'campaign=NO-2'))).toBe(false);
    expect(await names()).toEqual({ a: 'Name a', b: 'Name b', c: 'moved' });
  });

  it('keeps the newer state of a lead of which an older one comes late, whatever campaign or status that one has', async () => {
    const newer = { name: 'newer', modified: '2026-11-05T09:00:00.0000000' };
    const older = { name: 'older', modified: '2026-11-04T09:00:00.0000000' };
    await run([{ id: 'a', ...newer }, { id: 'b', ...newer }, { id: 'c', campaign: 'NO-2', ...newer }, { id: 'd' }]);
    const came = [
      { id: 'a', status: 'Failed' },
      { id: 'b', campaign: 'SE-3' },
      { id: 'c', campaign: 'NO-2' },
    ];
    const saved = await run([...came.map((lead) => ({ ...lead, ...older })), { id: 'd' }], { statuses: ['New'] });
    expect(await names()).toEqual({ a: 'newer', b: 'newer', c: 'newer', d: 'Name d' });
    expect(saved).toMatchObject({ rows: 4, added: 0, changed: 0, unchanged: 4, removed: 0, filesChanged: 0 });
  });

  it('takes out leads that left the status asked for', async () => {
    await run([{ id: 'a' }, { id: 'b' }, { id: 'c', status: 'Failed' }], { statuses: ['New'] });
    expect(await names()).toEqual({ a: 'Name a', b: 'Name b' });
    const saved = await run(
      [
        { id: 'a', status: 'UserProcessed' },
        { id: 'd', status: 'Failed' },
      ],
      { statuses: ['new'] },
    );
    expect(saved).toMatchObject({ rows: 1, added: 0, removed: 1 });
    expect(await names()).toEqual({ b: 'Name b' });
  });

  it('takes a lead that shows no closure for one that is not closed yet', async () => {
    const paths = [...PATHS.map((path) => (path === 'closure' ? 'data.Other' : path)), 'closure'];
    const given = { paths, more: [null] };
    expect(await run([{ id: 'a' }], { ...given, closures: ['NotSet', '0'] })).toMatchObject({ rows: 1, added: 1 });
    expect(await run([{ id: 'a' }], { ...given, closures: ['Success', '1'] })).toMatchObject({ rows: 0, removed: 1 });
  });

  it('gives every file a column that is new, whose name may be spelt otherwise later', async () => {
    await run([{ id: 'a' }, { id: 'b', campaign: 'NO-2' }]);
    const saved = await run([{ id: 'b', campaign: 'NO-2' }], { paths: [...PATHS, 'data.Mail'], more: ['b@x.example'] });
    expect(saved).toMatchObject({ filesChanged: 2, changed: 1 });
    const lower = [...PATHS, 'data.Mail'].map((path) => path.toLowerCase());
    await run([{ id: 'a', name: 'new' }], { paths: lower, more: ['a@x.example'] });
    const rows = await globbed(folder);
    for (const row of rows) expect(Object.keys(row)).toEqual([...PATHS, 'data.Mail']);
    expect(Object.fromEntries(rows.map((row) => [row['uniqueId'], row['data.Mail']]))).toEqual({
      a: 'a@x.example',
      b: 'b@x.example',
    });
    expect(await names()).toEqual({ a: 'new', b: 'Name b' });
  });

  it('gives null to a column that the new leads have not', async () => {
    await run([{ id: 'a' }], { paths: [...PATHS, 'data.Mail'], more: ['a@x.example'] });
    await run([{ id: 'b' }]);
    const rows = await globbed(folder);
    expect(rows.map((row) => row['data.Mail'])).toEqual(['a@x.example', null]);
  });

  it('keeps text exactly as it was when its file is written again', async () => {
    const hard = ['\ufeffmark', '007', ' blank ', 'line\r\nfeed', '=1+1', '👩‍👩‍👧', 'é'.repeat(40_000), '', '\u0001'];
    await run(hard.map((name, index) => ({ id: `${index}`, name })));
    await run([{ id: 'new' }]);
    expect(await names()).toEqual({ ...Object.fromEntries(hard.entries()), new: 'Name new' });
  });

  it('changes nothing but the manifest when everything came again as it was', async () => {
    const leads = [{ id: 'a' }, { id: 'b', campaign: 'NO-2' }];
    await run(leads);
    const written = watch();
    expect(await run(leads)).toMatchObject({ rows: 2, unchanged: 2, filesChanged: 0 });
    expect(written()).toEqual([]);
  });

  it('writes not even the manifest when no lead came', async () => {
    await run([{ id: 'a' }]);
    const before = readFileSync(join(folder, 'manifest.json'), 'utf8');
    expect(await run([], { writtenAt: '2026-11-21T11:00:00.000Z' })).toMatchObject({ rows: 1, filesChanged: 0 });
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before);
  });

  it('leaves the dataset as it was when it is cancelled in the last moment, when everything is made', async () => {
    await run([{ id: 'a' }]);
    const isMade = () => globSync('.lead-console/**/manifest.next', { cwd: folder }).length > 0;
    const signal = { ...new AbortController().signal, addEventListener: () => undefined } as unknown as AbortSignal;
    Object.defineProperty(signal, 'aborted', { get: isMade });
    await expect(run([{ id: 'a', name: 'new' }], { signal })).rejects.toMatchObject({ reason: 'cancelled' });
    expect(await names()).toEqual({ a: 'Name a' });
  });

  it('leaves the dataset as it was when it is cancelled, and when a file of it was changed', async () => {
    await run([{ id: 'a' }, { id: 'b', campaign: 'NO-2' }]);
    const before = readFileSync(join(folder, 'manifest.json'), 'utf8');
    await expect(run([{ id: 'a', name: 'new' }], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'cancelled',
    });
    const file = join(folder, 'campaign=DK-1/day=2026-11-01/leads.parquet');
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 20), Buffer.from('x'), bytes.subarray(21)]));
    await expect(run([{ id: 'a', name: 'new' }])).rejects.toMatchObject({
      reason: 'changed',
      // Also for a person in a window, who has given no command.
      message: expect.stringMatching(/Make it new in another folder, or here from the command line, with --force/),
    });
    writeFileSync(file, 'no Parquet');
    await expect(run([{ id: 'a', name: 'new' }])).rejects.toMatchObject({ reason: 'changed' });
    writeFileSync(file, bytes);
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before);
    expect(await names()).toEqual({ a: 'Name a', b: 'Name b' });
    expect(readdirSync(join(folder, '.lead-console'))).toEqual(['lock.sqlite']);
  });

  it('without a lead adds the columns that are new, and of the whole takes out what did not come', async () => {
    await run([{ id: 'a' }]);
    await run([], { paths: [...PATHS, 'x'], more: [null] });
    await run([], { paths: [...PATHS, 'x'] });
    expect(manifest().columns.at(-1)).toEqual({ name: 'x', type: 'text', digits: 0 });
    expect(await run([], { isWhole: true })).toMatchObject({ rows: 0, removed: 1, filesChanged: 1 });
    expect([manifest().rows, existsSync(join(folder, 'campaign=DK-1'))]).toEqual([0, false]);
  });

  it('of the whole again replaces what is there', async () => {
    await run([{ id: 'a' }, { id: 'b', campaign: 'NO-2' }]);
    await run([{ id: 'c', campaign: 'NO-2' }], { keepsLeads: false });
    expect(await names()).toEqual({ c: 'Name c' });
    expect(existsSync(join(folder, 'campaign=DK-1'))).toBe(false);
  });
});

describe('the types of columns', () => {
  const AMOUNT = [...PATHS, 'data.Amount'];
  const typeOf = (name: string) => manifest().columns.find((column) => column.name === name)?.type;
  const add = (id: string, amount: string | null, given: Partial<Lead> = {}) =>
    run([{ id, ...given }], { paths: AMOUNT, more: [amount] });
  /** What the files hold, by id, as any reader finds it. */
  async function amounts(): Promise<Record<string, unknown>> {
    return Object.fromEntries((await globbed(folder)).map((row) => [row['uniqueId'], row['data.Amount']]));
  }
  /** The schemas of all files; a reader of many files needs them to be one. */
  const schemas = () => new Set(paths().map((path) => schemaOf(join(folder, path))));

  it('are those that every lead proves, the same in every file, and ids stay text', async () => {
    await run([{ id: '1' }, { id: '2', campaign: '12' }], { paths: AMOUNT, more: ['700'] });
    expect(manifest().columns).toEqual([
      { name: 'uniqueId', type: 'text', digits: 0 },
      { name: 'status', type: 'text', digits: 0 },
      { name: 'closure', type: 'text', digits: 0 },
      { name: 'uploadTime', type: 'time', digits: 7 },
      { name: 'lastModifiedTime', type: 'time', digits: 7 },
      { name: 'campaign.code', type: 'text', digits: 0 },
      { name: 'data.Name', type: 'text', digits: 0 },
      { name: 'data.Amount', type: 'whole', digits: 0 },
    ]);
    expect(schemas().size).toBe(1);
    const [row] = await globbed(folder);
    expect(row).toMatchObject({ 'data.Amount': 700n, uploadTime: new Date('2026-11-01T08:00:00Z') });
  });

  it('widen in every file when a value asks for it, and give every text back exactly', async () => {
    expect(await add('a', '12')).toMatchObject({ retyped: [] });
    await add('b', '-3', { campaign: 'NO-2' });
    expect(await add('c', '0.5', { campaign: 'SE-3' })).toMatchObject({ filesChanged: 3, retyped: ['data.Amount'] });
    expect([typeOf('data.Amount'), schemas().size]).toEqual(['decimal', 1]);
    expect(await amounts()).toEqual({ a: 12, b: -3, c: 0.5 });
    expect(await add('d', '007')).toMatchObject({ filesChanged: 3, retyped: ['data.Amount'] });
    expect([typeOf('data.Amount'), schemas().size]).toEqual(['text', 1]);
    expect(await amounts()).toEqual({ a: '12', b: '-3', c: '0.5', d: '007' });
    expect(await add('e', '5')).toMatchObject({ filesChanged: 1, retyped: [] });
  });

  it('of times keep the digits of the service', async () => {
    await add('a', null, { modified: '2026-11-02T09:00:00.1230000' });
    expect(await add('b', null, { modified: '2026-11-03T09:00:00' })).toMatchObject({ retyped: ['lastModifiedTime'] });
    const times = (await globbed(folder)).map((row) => row['lastModifiedTime']);
    expect(times).toEqual(['2026-11-02T09:00:00.1230000', '2026-11-03T09:00:00']);
    expect(typeOf('uploadTime')).toBe('time');
  });

  it('are of the leads that go in alone', async () => {
    await run(
      [
        { id: 'a', modified: '1999, perhaps' },
        { id: 'a', modified: '2026-11-02T09:00:00' },
        { id: 'b', status: 'Failed', modified: 'who knows' },
      ],
      { statuses: ['New'] },
    );
    expect(typeOf('lastModifiedTime')).toBe('time');
  });

  it('leave a lead that comes again as it was, and a file without one', async () => {
    await add('a', '12');
    await add('b', '13', { campaign: 'NO-2' });
    expect(await add('a', '12')).toMatchObject({ unchanged: 1, filesChanged: 0 });
  });

  it('stay text in a dataset that has text, until it is made new', async () => {
    await add('a', 'n/a', { uploaded: 'never', modified: 'never' });
    const path = join(folder, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 2', '"version": 1'));
    expect(await add('b', '5')).toMatchObject({ rows: 2, filesChanged: 1, retyped: [] });
    expect([typeOf('data.Amount'), schemas().size, manifest().version]).toEqual(['text', 1, 2]);
    await run([{ id: 'b' }], { paths: AMOUNT, more: ['5'], keepsLeads: false });
    expect(typeOf('data.Amount')).toBe('whole');
  });
});

describe('what to ask the service for', () => {
  const query: ExportQuery = {
    source: 'simple',
    projects: ['DK-*'],
    modifiedFrom: null,
    statuses: ['New', 'depleted'],
    closures: ['Success'],
    extra: [],
  };
  const facts = { source: 'simple', projects: ['DK-*'], statuses: ['New', 'depleted'], closures: ['Success'] };
  const owner = { service: 'https://leads.example/api', account: 'anna' };
  /** Opens the dataset and answers what is asked, and what belongs in it. */
  function asked(wanted: ExportQuery = query, whose = owner) {
    using datasets = new Datasets(whose);
    const opened = datasets.open(folder, wanted, 'sinceLast');
    using dataset = datasets.take(opened.datasetId);
    return { ...opened, ...dataset.plan };
  }

  it('is the query itself for a new dataset', () => {
    expect(asked()).toMatchObject({ query, pointReached: null, rows: 0, keepsLeads: false });
  });

  it('is what changed since, whatever its status, and a status may come as its number', async () => {
    await run([{ id: 'a', modified: '2026-11-05T00:30:00' }], { facts: { ...owner, query: facts } });
    expect(asked()).toMatchObject({
      query: { projects: ['DK-*'], modifiedFrom: '2026-11-04T23:25:00', statuses: [], closures: [] },
      pointReached: '2026-11-05T00:30:00',
      rows: 1,
      keepsLeads: true,
      statuses: ['New', '0', 'Depleted', '210'],
    });
  });

  it('has leads of any status in it when a parameter asks for further ones', () => {
    const extra = [{ name: 'AllOpenStatuses', value: 'true' }];
    expect(asked({ ...query, extra })).toMatchObject({ statuses: [], closures: ['Success', '1'] });
  });

  it('begins no earlier than the query', async () => {
    const since = { ...query, modifiedFrom: '2026-11-05' };
    const wanted = { ...facts, modifiedFrom: '2026-11-05' };
    await run([{ id: 'a', modified: '2026-11-05T00:30:00' }], { facts: { ...owner, query: wanted } });
    expect(asked(since).query.modifiedFrom).toBe('2026-11-05');
  });

  it('is refused for the dataset of another query, account or service', async () => {
    await run([{ id: 'a' }], { facts: { ...owner, query: facts } });
    for (const projects of [[], ['SE-*']])
      expect(() => asked({ ...query, projects })).toThrow(/belongs to another query/);
    expect(() => asked(query, { ...owner, account: 'bo' })).toThrow(/belongs to anna at https:\/\/leads.example\/api/);
    // The same service, as somebody else typed it.
    expect(asked(query, { ...owner, service: 'https://Leads.example/API' }).rows).toBe(1);
    expect(() => asked(query, { ...owner, service: 'https://other.example/api' })).toThrow(/belongs to anna at/);
    expect(() => asked({ ...query, source: 'raw' })).toThrow(/RawLeads show neither/);
    expect(asked().rows).toBe(1);
  });

  it('is known, and the folder held, until the save that took the dataset lets go of it', () => {
    using datasets = new Datasets(owner);
    const { datasetId } = datasets.open(folder, query, 'new');
    const saving = datasets.take(datasetId);
    expect(saving.plan).toMatchObject({ folder, facts: { ...owner, query: facts } });
    expect(() => datasets.open(folder, query, 'new')).toThrow(/Another Lead Console is writing/);
    saving[Symbol.dispose]();
    expect(datasets.open(folder, query, 'new').rows).toBe(0);
  });
});
