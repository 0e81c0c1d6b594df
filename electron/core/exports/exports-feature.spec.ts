import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { boundedJson, cutWords } from '../../../shared/domain/service/answers/deep-json.ts';
import { type PracticeService, startPracticeService } from '../../practice/practice-service.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { notFound } from '../foundation/failure.ts';
import { isInFolder, specFolder } from '../foundation/folder-fixture.ts';
import { NOTHING_SHARED } from '../foundation/shared-texts.ts';
import type { AccountSession } from '../sessions/session.ts';
import { openSession, realClient, specServices } from '../sessions/session-fixture.ts';
import { systemClock } from '../system/system-clock.ts';
import { openExports } from './exports-feature.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { openKeptViews } from './records/kept-views-feature.ts';

const VIEW = viewSchema.parse({});
const WHOLE = { ...VIEW, asOf: null, marks: null };
const context = { signal: new AbortController().signal };

let service: PracticeService;
let session: AccountSession;
let progress: ExportSummary[];
let waiters: (() => void)[];
let feature: ReturnType<typeof openExports>;
let folder: string;
/** Called when a save has written rows. */
let onSaved: () => void = () => undefined;

function createFeature() {
  const services = specServices(folder, {
    emit: (name, payload) => {
      if (name === 'save:progress') onSaved();
      if (name !== 'export:progress') return;
      progress.push(payload as ExportSummary);
      for (const wake of waiters.splice(0)) wake();
    },
    grantedFile: (token) => {
      if (token !== 'file-target') throw notFound('unknown');
      return { token, path: join(folder, 'saved.csv'), name: 'saved.csv', access: 'write' };
    },
  });
  return openExports(services, session, { learn: () => undefined, forgetExport: () => undefined });
}

async function until(isReached: (summary: ExportSummary) => boolean): Promise<ExportSummary> {
  for (;;) {
    const found = progress.find(isReached);
    if (found) return found;
    await new Promise<void>((resolve) => waiters.push(resolve));
  }
}

const ended = () => until((summary) => summary.state !== 'running');

async function start(leads: number): Promise<void> {
  folder = specFolder('exports');
  progress = [];
  waiters = [];
  onSaved = () => undefined;
  service = await startPracticeService({ leads });
  session = openSession(folder, service.url);
  feature = createFeature();
}

async function stop(): Promise<void> {
  await feature[Symbol.asyncDispose]();
  await session.api.close();
  session.journal.close();
  await service.close();
}

beforeEach(() => start(3000));
afterEach(stop);

describe('an export', () => {
  it('keeps every lead, discovers columns from all rows and is complete only at the proper end', async () => {
    const started = await feature.handlers['export:start']({ query: EVERYTHING }, context);
    expect(started.request).toContain('/simpleleads');
    const last = await ended();
    expect(last).toMatchObject({ state: 'complete', rows: 3000, reason: '' });
    expect(last.columns.map((column) => column.path)).toEqual(expect.arrayContaining(['uniqueId', 'campaign.code']));
    expect(last.columns.find((column) => column.path === 'uniqueId')?.filled).toBe(3000);
    const page = await feature.handlers['export:rows'](
      { exportId: started.id, offset: 2990, limit: 500, ...WHOLE },
      context,
    );
    expect(page.total).toBe(3000);
    expect(page.rows).toHaveLength(10);
  });

  it('has the name it was started with, and can be renamed while leads arrive and after a restart', async () => {
    const started = await feature.handlers['export:start']({ query: EVERYTHING, name: 'Energi since Monday' }, context);
    expect(started.name).toBe('Energi since Monday');
    const rename = (name: string) => feature.handlers['export:rename']({ exportId: started.id, name }, context);
    expect(await rename('While it runs')).toMatchObject({ name: 'While it runs', id: started.id });
    expect((await ended()).name).toBe('While it runs');
    await rename('Monday');
    await feature[Symbol.asyncDispose]();
    feature = createFeature();
    const { exports } = await feature.handlers['export:list']({}, context);
    expect(exports.map((summary) => [summary.name, summary.rows])).toEqual([['Monday', 3000]]);
  });

  it('asks only for what the query says', async () => {
    await feature.handlers['export:start']({ query: { ...EVERYTHING, statuses: ['New'], closures: [] } }, context);
    const last = await ended();
    expect(last.rows).toBeGreaterThan(0);
    const status = last.columns.find((column) => column.path === 'status')?.index ?? -1;
    const page = await feature.handlers['export:rows']({ exportId: last.id, offset: 0, limit: 500, ...WHOLE }, context);
    expect(new Set(page.rows.map((row) => row.cells[status]))).toEqual(new Set(['New']));
  });

  it('names leads as the latest result has them, and those that no result has not at all', async () => {
    const { signal } = context;
    expect(await feature.namesInResults(['nobody'], signal)).toEqual([]);
    await feature.handlers['export:start']({ query: EVERYTHING, name: 'First' }, context);
    const { id, columns, startedAt } = await ended();
    const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 500, ...WHOLE }, context);
    const idColumn = columns.findIndex(({ path }) => path === 'uniqueId');
    const [first, last] = ['data.Fornavn', 'data.Efternavn'].map((name) =>
      columns.findIndex(({ path }) => path === name),
    );
    const row = page.rows.find(({ cells }) => cells[first ?? -1] && cells[last ?? -1]);
    const leadId = row?.cells[idColumn] ?? '';
    const name = `${row?.cells[first ?? -1] ?? ''} ${row?.cells[last ?? -1] ?? ''}`;
    const found = { leadId, name, from: 'result', source: 'First', at: startedAt };
    expect(await feature.namesInResults(['nobody', leadId], signal)).toEqual([found]);
    await feature.handlers['export:delete']({ exportId: id }, context);
    expect(await feature.namesInResults([leadId], signal)).toEqual([]);
  });

  it('hands the ids of a view over in a file, in its order', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id, columns } = await ended();
    const column = columns.findIndex(({ path }) => path === 'uniqueId');
    const view = viewSchema.parse({ sort: [{ column, direction: 'desc' }] });
    await feature.writeLeadIds(id, view, join(folder, 'ids.jsonl'), context.signal);
    const leadIds = readFileSync(join(folder, 'ids.jsonl'), 'utf8').match(/(?<="uniqueId":")[^"]*/g) ?? [];
    const page = { ...WHOLE, ...view, exportId: id, offset: 0, limit: 500 };
    const { rows } = await feature.handlers['export:rows'](page, context);
    expect([leadIds.length, leadIds.slice(0, 500)]).toEqual([3000, rows.map(({ cells }) => cells[column])]);
  });

  it('saves what was fetched and counts the rows of the file', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id } = await ended();
    const saved = await feature.handlers['export:save'](
      { exportId: id, token: 'file-target', format: DEFAULT_SAVE_FORMATS.csv, columns: null, ...WHOLE },
      context,
    );
    expect(saved).toMatchObject({ name: 'saved.csv', rows: 3000, countedRows: 3000 });
    expect(readFileSync(join(folder, 'saved.csv'), 'utf8').split('\r\n')[0]).toContain('uniqueId');
  });

  it('gives two columns of one title their own names', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id, columns } = await ended();
    const paths = columns.map(({ path }) => path);
    const indexes = ['uniqueId', 'status', 'campaign.code'].map((path) => paths.indexOf(path));
    const asked = { exportId: id, token: 'file-target', format: DEFAULT_SAVE_FORMATS.json, ...WHOLE };
    const named = { columns: indexes, names: ['Lead', 'Status', 'Status'] };
    expect(await feature.handlers['export:save']({ ...asked, ...named }, context)).toMatchObject({ rows: 3000 });
    const saved = JSON.parse(readFileSync(join(folder, 'saved.csv'), 'utf8')) as object[];
    expect(Object.keys(saved[0] ?? {})).toEqual(['Lead', 'status', 'campaign.code']);
  });

  it('remembers a file to go on with although its save is cancelled when the file is there', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id } = await ended();
    const cancel = new AbortController();
    const written = { token: 'file-target', format: DEFAULT_SAVE_FORMATS.csv, columns: null, follows: true } as const;
    const saving = feature.handlers['export:save']({ exportId: id, ...written, ...WHOLE }, { signal: cancel.signal });
    const target = join(folder, 'saved.csv');
    while (!existsSync(target)) await new Promise((resolve) => setImmediate(resolve));
    cancel.abort();
    expect(await saving).toMatchObject({ rows: 3000 });
    const found = feature.handlers['export:findFollowed']({ token: 'file-target', query: EVERYTHING }, context);
    expect(await found).toEqual({ exportId: id });
  });

  it('saves the chosen columns of the shown rows, and refuses a column that is not there', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id, columns } = await ended();
    const status = columns.find((column) => column.path === 'status')?.index ?? -1;
    const uniqueId = columns.find((column) => column.path === 'uniqueId')?.index ?? -1;
    const asked = {
      ...VIEW,
      exportId: id,
      token: 'file-target',
      format: DEFAULT_SAVE_FORMATS.jsonl,
      search: 'Redial',
    };
    const saved = await feature.handlers['export:save']({ ...asked, columns: [status, uniqueId] }, context);
    const lines = readFileSync(join(folder, 'saved.csv'), 'utf8').trimEnd().split('\n');
    expect(saved.rows).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(3000);
    expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toEqual(['status', 'uniqueId']);
    await expect(
      feature.handlers['export:save']({ ...asked, columns: [columns.length] }, context),
    ).rejects.toMatchObject({ error: { code: 'validation' } });
  });

  it('saves what is partial under a name that says so, and leaves a complete file alone', async () => {
    service.faults.add({ kind: 'truncate', rows: 1200, times: 1, how: 'close' });
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id, rows } = await ended();
    writeFileSync(join(folder, 'saved.csv'), 'the complete leads of yesterday');
    const saved = await feature.handlers['export:save'](
      { exportId: id, token: 'file-target', format: DEFAULT_SAVE_FORMATS.csv, columns: null, ...WHOLE },
      context,
    );
    expect(saved).toMatchObject({ name: 'saved.partial.csv', rows });
    expect(existsSync(join(folder, 'saved.partial.csv'))).toBe(true);
    expect(readFileSync(join(folder, 'saved.csv'), 'utf8')).toBe('the complete leads of yesterday');
  });

  it('leaves nothing of a save that is cancelled', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id } = await ended();
    const before = readdirSync(folder);
    for (const format of Object.values(DEFAULT_SAVE_FORMATS)) {
      const stop = new AbortController();
      const saving = feature.handlers['export:save'](
        { exportId: id, token: 'file-target', callId: 'call-spec', format, columns: null, ...WHOLE },
        { signal: stop.signal },
      );
      onSaved = () => stop.abort();
      await expect(saving).rejects.toMatchObject({ error: { code: 'cancelled' } });
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('keeps the rows of a stream that breaks and says that leads are missing', async () => {
    service.faults.add({ kind: 'truncate', rows: 1200, times: 1, how: 'close' });
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last.state).toBe('partial');
    // What the break took along with it is up to the network; what is claimed must be there.
    expect(last.rows).toBeGreaterThan(0);
    expect(last.rows).toBeLessThanOrEqual(1200);
    const page = await feature.handlers['export:rows']({ exportId: last.id, offset: 0, limit: 1, ...WHOLE }, context);
    expect(page.total).toBe(last.rows);
    expect(last.reason).toMatch(/leads that had arrived are kept, but the list is not complete/);
  });

  it('can be cancelled and keeps what arrived', async () => {
    await stop();
    await start(200_000);
    const { id } = await feature.handlers['export:start']({ query: EVERYTHING }, context);
    await until((summary) => summary.rows > 0);
    const cancelled = await feature.handlers['export:cancel']({ exportId: id }, context);
    expect(cancelled.state).toBe('cancelled');
    const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 10, ...WHOLE }, context);
    expect(page.total).toBe(cancelled.rows);
  });

  it('says why when the service refuses', async () => {
    service.faults.add({ kind: 'status', status: 403, times: 1 });
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last).toMatchObject({ state: 'partial', rows: 0 });
    expect(last.reason).not.toBe('');
  });

  it('is listed after a restart and is called partial when the program ended in the middle', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id } = await ended();
    // What a kill leaves: a record that says it runs, and nobody who holds its lock.
    session.journal.prepare("UPDATE export SET state = 'running', ended_at = NULL WHERE id = ?").run(id);
    progress = [];
    const restarted = createFeature();
    const last = await ended();
    expect(last).toMatchObject({ id, state: 'partial', rows: 3000 });
    const list = await restarted.handlers['export:list']({}, context);
    expect(list.exports.map((entry) => entry.id)).toEqual([id]);
    await restarted.handlers['export:delete']({ exportId: id }, context);
    expect((await restarted.handlers['export:list']({}, context)).exports).toEqual([]);
    await restarted[Symbol.asyncDispose]();
  });

  it('leaves nothing on the disk when it is deleted: no lead, no filter, no name', async () => {
    const query: ExportQuery = { ...EVERYTHING, projects: ['SECRETPROJECT', '*'] };
    const started = await feature.handlers['export:start']({ query, name: 'SECRETNAME' }, context);
    const { id } = await ended();
    const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 1, ...WHOLE }, context);
    const lead = page.rows[0]?.cells[0] ?? '';
    await feature.handlers['export:rename']({ exportId: id, name: 'SECRETRENAMED' }, context);
    openKeptViews({ clock: systemClock }, session, NOTHING_SHARED);
    session.journal
      .prepare('INSERT INTO left_view (export_id, view, left_at) VALUES (?, ?, 1)')
      .run(id, '{"find":"SECRETSEARCH"}');
    const traces = () =>
      [lead, started.id, 'SECRETPROJECT', 'SECRETNAME', 'SECRETRENAMED', 'SECRETSEARCH'].filter((text) =>
        isInFolder(folder, text),
      );
    expect(traces()).toHaveLength(6);
    await feature.handlers['export:delete']({ exportId: id }, context);
    expect(traces()).toEqual([]);
  });

  it('ends as partial when the disk is full at its very end, and the next one goes on', async () => {
    // The last write of an export needs a page more than the journal may have.
    session.journal.exec(`
      CREATE TABLE ballast (bytes BLOB) STRICT;
      CREATE TRIGGER grows_at_the_end BEFORE UPDATE ON export WHEN new.ended_at IS NOT NULL BEGIN
        INSERT INTO ballast VALUES (zeroblob(1000000));
      END`);
    const pages = Number(session.journal.prepare('PRAGMA page_count').get()?.['page_count']);
    session.journal.exec(`PRAGMA max_page_count = ${pages + 10}`);
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last).toMatchObject({ state: 'partial', rows: 3000 });
    expect(last.reason).toMatch(/^The disk that holds the data folder is full/);
    const shown = await feature.handlers['export:get']({ exportId: last.id }, context);
    expect(shown).toMatchObject({ state: 'partial', reason: last.reason });
    const page = await feature.handlers['export:rows']({ exportId: last.id, offset: 0, limit: 10, ...WHOLE }, context);
    expect(page.total).toBe(3000);

    session.journal.exec('PRAGMA max_page_count = 1000000');
    progress = [];
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    expect(await ended()).toMatchObject({ state: 'complete', rows: 3000 });
    // What could not be written then is written when the account is closed.
    await feature[Symbol.asyncDispose]();
    feature = createFeature();
    expect(await feature.handlers['export:get']({ exportId: last.id }, context)).toMatchObject({
      state: 'partial',
      reason: last.reason,
    });
  });

  it('removes what a killed program left behind, and nothing else', async () => {
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const { id } = await ended();
    await feature[Symbol.asyncDispose]();
    const results = join(folder, 'results');
    const gone = '00000000-0000-4000-8000-000000000000';
    const leftOvers = [`${gone}.sqlite`, `${gone}.sqlite-wal`, `${gone}.sqlite-shm`, 'leads.csv.part'];
    for (const name of [...leftOvers, 'notes.txt', `${id}.sqlite-wal`]) writeFileSync(join(results, name), '');
    feature = createFeature();
    const kept = readdirSync(results);
    expect(kept).toEqual(expect.arrayContaining([`${id}.sqlite`, 'notes.txt']));
    for (const name of leftOvers) expect(kept).not.toContain(name);
    const page = await feature.handlers['export:rows']({ exportId: id, offset: 0, limit: 1, ...WHOLE }, context);
    expect(page.total).toBe(3000);
  });
});

describe('an export of a service that sends something else', () => {
  let server: SpecServer;
  let body: string | Buffer;

  beforeEach(async () => {
    server = await openSpecServer();
    server.answer = (_request, response) => void response.end(body);
    await feature[Symbol.asyncDispose]();
    await session.api.close();
    session = { ...session, api: realClient(server.address) };
    feature = createFeature();
  });
  afterEach(() => server.close());

  const fetchedRows = async (exportId: string) =>
    (await feature.handlers['export:rows']({ exportId, offset: 0, limit: 500, ...WHOLE }, context)).rows;

  it.each([
    [
      'a clean end inside the list',
      '[{"a":"1"},{"a":"2"},{"a":',
      2,
      /ended before the list was complete\. The 2 leads that had/,
    ],
    [
      'a clean end inside the envelope',
      '{"Results":[{"a":"1"}]',
      1,
      /ended before the list was complete\. The 1 lead that had/,
    ],
    ['damage in the third lead', '[{"a":"1"},{"a":"2"},{"a":tru},{"a":"4"}]', 2, /is damaged\. The 2 leads that had/],
    [
      'an error instead of leads',
      '{"responseStatus":{"message":"No such project"}}',
      0,
      /with an error instead of leads: No such project/,
    ],
    ['a web page', '<html><title>Sign in</title></html>', 0, /a web page instead of data/],
    ['words', 'Too many leads', 0, /with text instead of data: "Too many leads"\..* No leads had arrived\.$/],
    ['nothing', '', 0, /ended before the list was complete\. No leads had arrived/],
    ['a form feed in an empty list', '[\f]', 0, /is damaged\. No leads had arrived/],
  ])('is partial with its rows after %s', async (_name, sent, rows, reason) => {
    body = sent;
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last).toMatchObject({ state: 'partial', rows });
    expect(last.reason).toMatch(reason);
    expect((await fetchedRows(last.id)).map((row) => row.cells[0])).toEqual(['1', '2'].slice(0, rows));
  });

  it('keeps the beginning of a value that is nested 100,000 levels deep, says so, and every text as it was', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = 'a\u0000b \u007f "x", 🏝 العربية\r\n00450';
    body = JSON.stringify([{ text, deep: 0 }]).replace('"deep":0', `"deep":${deep},"__proto__":"p","":"e"`);
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last).toMatchObject({ state: 'complete', rows: 1, shortened: ['deep'] });
    expect(last.columns.map(({ path }) => path)).toEqual(['text', 'deep', '__proto__', '(no name)']);
    expect((await fetchedRows(last.id))[0]?.cells).toEqual([text, boundedJson(deep).text, 'p', 'e']);
    const save = { exportId: last.id, token: 'file-target', format: DEFAULT_SAVE_FORMATS.csv, ...VIEW };
    const saved = (columns: number[], names?: string[]) =>
      feature.handlers['export:save']({ ...save, columns, names }, context);
    expect(await saved([1], ['Answers'])).toMatchObject({ notes: [cutWords(['Answers'])], isCut: true });
    expect(await saved([0])).toMatchObject({ notes: [], isCut: false });
  });

  it('says that bytes cannot be read as text, and has the rest', async () => {
    body = Buffer.from('[{"name":"S\u00f8ren"}]', 'latin1');
    await feature.handlers['export:start']({ query: EVERYTHING }, context);
    const last = await ended();
    expect(last).toMatchObject({ state: 'complete', hasBrokenText: true });
    expect((await fetchedRows(last.id))[0]?.cells).toEqual(['S\ufffdren']);
  });

  it('is complete with an empty list, and with one in an envelope of either case', async () => {
    for (const sent of ['[]', '{"results":[{"uniqueId":"1"},{"UniqueId":"2"}]}', '\uFEFF{"LEADS":[{"a":1}]}']) {
      body = sent;
      progress = [];
      await feature.handlers['export:start']({ query: EVERYTHING }, context);
      const last = await ended();
      expect(last).toMatchObject({ state: 'complete', reason: '' });
      expect(last.columns.length).toBe(sent === '[]' ? 0 : 1);
    }
  });
});
