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
import { isInFolder, specFolder } from '../foundation/folder-fixture.ts';
import { NOTHING_SHARED } from '../foundation/shared-texts.ts';
import { closePrograms } from '../sessions/session-fixture.ts';
import { systemClock } from '../system/system-clock.ts';
import { ExportsProgram } from './exports-fixture.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { openKeptViews } from './records/kept-views-feature.ts';

const isEnded = ({ state }: ExportSummary) => state !== 'running';

let folder: string;
let program: ExportsProgram;

beforeEach(() => {
  folder = specFolder('exports');
});

const saved = () => readFileSync(join(folder, 'saved.csv'), 'utf8');

describe('an export', () => {
  let service: PracticeService;

  async function start(leads: number): Promise<void> {
    service = await startPracticeService({ leads });
    program = ExportsProgram.at(folder, service.url);
  }
  const stop = () => closePrograms([program], service, folder);
  beforeEach(() => start(3000));
  afterEach(stop);

  it('keeps every lead, discovers columns from all rows and is complete only at the proper end', async () => {
    const last = await program.fetched();
    expect(last.request).toContain('/simpleleads');
    expect(last).toMatchObject({ state: 'complete', rows: 3000, reason: '' });
    expect(last.columns.map((column) => column.path)).toEqual(expect.arrayContaining(['uniqueId', 'campaign.code']));
    expect(last.columns.find((column) => column.path === 'uniqueId')?.filled).toBe(3000);
    const page = await program.rows(last, { offset: 2990 });
    expect(page.total).toBe(3000);
    expect(page.rows).toHaveLength(10);
  });

  it('has the name it was started with, and can be renamed while leads arrive and after a restart', async () => {
    const started = await program.call('export:start', { query: EVERYTHING, name: 'Energi since Monday' });
    expect(started.name).toBe('Energi since Monday');
    const rename = (name: string) => program.call('export:rename', { exportId: started.id, name });
    expect(await rename('While it runs')).toMatchObject({ name: 'While it runs', id: started.id });
    expect((await program.until(started, isEnded)).name).toBe('While it runs');
    await rename('Monday');
    await program.restart();
    expect((await program.list()).map((summary) => [summary.name, summary.rows])).toEqual([['Monday', 3000]]);
  });

  it('asks only for what the query says', async () => {
    const last = await program.fetched({ ...EVERYTHING, statuses: ['New'], closures: [] });
    expect(last.rows).toBeGreaterThan(0);
    const status = last.columns.find((column) => column.path === 'status')?.index ?? -1;
    const page = await program.rows(last);
    expect(new Set(page.rows.map((row) => row.cells[status]))).toEqual(new Set(['New']));
  });

  it('names leads as the latest result has them, and those that no result has not at all', async () => {
    const { signal } = new AbortController();
    expect(await program.feature.namesInResults(['nobody'], signal)).toEqual([]);
    const started = await program.call('export:start', { query: EVERYTHING, name: 'First' });
    const { columns, startedAt } = await program.until(started, isEnded);
    const page = await program.rows(started);
    const idColumn = columns.findIndex(({ path }) => path === 'uniqueId');
    const [first, last] = ['data.Fornavn', 'data.Efternavn'].map((name) =>
      columns.findIndex(({ path }) => path === name),
    );
    const row = page.rows.find(({ cells }) => cells[first ?? -1] && cells[last ?? -1]);
    const leadId = row?.cells[idColumn] ?? '';
    const name = `${row?.cells[first ?? -1] ?? ''} ${row?.cells[last ?? -1] ?? ''}`;
    const found = { leadId, name, from: 'result', source: 'First', at: startedAt };
    expect(await program.feature.namesInResults(['nobody', leadId], signal)).toEqual([found]);
    await program.remove(started);
    expect(await program.feature.namesInResults([leadId], signal)).toEqual([]);
  });

  it('hands the ids of a view over in a file, in its order', async () => {
    const result = await program.fetched();
    const column = result.columns.findIndex(({ path }) => path === 'uniqueId');
    const view = viewSchema.parse({ sort: [{ column, direction: 'desc' }] });
    const { signal } = new AbortController();
    await program.feature.writeLeadIds(result.id, view, join(folder, 'ids.jsonl'), signal);
    const leadIds = readFileSync(join(folder, 'ids.jsonl'), 'utf8').match(/(?<="uniqueId":")[^"]*/g) ?? [];
    const { rows } = await program.rows(result, view);
    expect([leadIds.length, leadIds.slice(0, 500)]).toEqual([3000, rows.map(({ cells }) => cells[column])]);
  });

  it('saves what was fetched and counts the rows of the file', async () => {
    const answer = await program.save(await program.fetched());
    expect(answer).toMatchObject({ name: 'saved.csv', rows: 3000, countedRows: 3000 });
    expect(saved().split('\r\n')[0]).toContain('uniqueId');
  });

  it('gives two columns of one title their own names', async () => {
    const result = await program.fetched();
    const paths = result.columns.map(({ path }) => path);
    const columns = ['uniqueId', 'status', 'campaign.code'].map((path) => paths.indexOf(path));
    const asked = { format: DEFAULT_SAVE_FORMATS.json, columns, names: ['Lead', 'Status', 'Status'] };
    expect(await program.save(result, 'saved.csv', asked)).toMatchObject({ rows: 3000 });
    const [first] = JSON.parse(saved()) as object[];
    expect(Object.keys(first ?? {})).toEqual(['Lead', 'status', 'campaign.code']);
  });

  it('remembers a file to go on with although its save is cancelled when the file is there', async () => {
    const result = await program.fetched();
    const cancel = new AbortController();
    const saving = program.save(result, 'saved.csv', { follows: true }, cancel);
    const target = join(folder, 'saved.csv');
    while (!existsSync(target)) await new Promise((resolve) => setImmediate(resolve));
    cancel.abort();
    expect(await saving).toMatchObject({ rows: 3000 });
    const found = program.call('export:findFollowed', { token: 'saved.csv', query: EVERYTHING });
    expect(await found).toEqual({ exportId: result.id });
  });

  it('saves the chosen columns of the shown rows, and refuses a column that is not there', async () => {
    const result = await program.fetched();
    const columns = ['status', 'uniqueId'].map((path) => result.columns.findIndex((column) => column.path === path));
    const asked = { format: DEFAULT_SAVE_FORMATS.jsonl, search: 'Redial' };
    const { rows } = await program.save(result, 'saved.csv', { ...asked, columns });
    const lines = saved().trimEnd().split('\n');
    expect(rows).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(3000);
    expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toEqual(['status', 'uniqueId']);
    const gone = program.save(result, 'saved.csv', { ...asked, columns: [result.columns.length] });
    await expect(gone).rejects.toMatchObject({ error: { code: 'validation' } });
  });

  it('saves what is partial under a name that says so, and leaves a complete file alone', async () => {
    service.faults.add({ kind: 'truncate', rows: 1200, times: 1, how: 'close' });
    const result = await program.fetched();
    writeFileSync(join(folder, 'saved.csv'), 'the complete leads of yesterday');
    expect(await program.save(result)).toMatchObject({ name: 'saved.partial.csv', rows: result.rows });
    expect(existsSync(join(folder, 'saved.partial.csv'))).toBe(true);
    expect(saved()).toBe('the complete leads of yesterday');
  });

  it('leaves nothing of a save that is cancelled', async () => {
    const result = await program.fetched();
    const before = readdirSync(folder);
    for (const format of Object.values(DEFAULT_SAVE_FORMATS)) {
      const stop = new AbortController();
      const saving = program.save(result, 'saved.csv', { callId: 'call-spec', format }, stop);
      program.onEvent = (name) => name === 'save:progress' && stop.abort();
      await expect(saving).rejects.toMatchObject({ error: { code: 'cancelled' } });
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('keeps the rows of a stream that breaks and says that leads are missing', async () => {
    service.faults.add({ kind: 'truncate', rows: 1200, times: 1, how: 'close' });
    const last = await program.fetched();
    expect(last.state).toBe('partial');
    // What the break took along with it is up to the network; what is claimed must be there.
    expect(last.rows).toBeGreaterThan(0);
    expect(last.rows).toBeLessThanOrEqual(1200);
    const page = await program.rows(last, { limit: 1 });
    expect(page.total).toBe(last.rows);
    expect(last.reason).toMatch(/leads that had arrived are kept, but the list is not complete/);
  });

  it('can be cancelled and keeps what arrived', async () => {
    await stop();
    folder = specFolder('exports');
    await start(200_000);
    const started = await program.start();
    await program.until(started, ({ rows }) => rows > 0);
    const cancelled = await program.act('cancel', started);
    expect(cancelled.state).toBe('cancelled');
    const page = await program.rows(started, { limit: 10 });
    expect(page.total).toBe(cancelled.rows);
  });

  it('says why when the service refuses', async () => {
    service.faults.add({ kind: 'status', status: 403, times: 1 });
    const last = await program.fetched();
    expect(last).toMatchObject({ state: 'partial', rows: 0 });
    expect(last.reason).not.toBe('');
  });

  it('is listed after a restart and is called partial when the program ended in the middle', async () => {
    const result = await program.fetched();
    // What a kill leaves: a record that says it runs, and nobody who holds its lock.
    await program.restart(() => program.session.journal.exec("UPDATE export SET state = 'running', ended_at = NULL"));
    expect(await program.until(result, isEnded)).toMatchObject({ state: 'partial', rows: 3000 });
    expect((await program.list()).map(({ id }) => id)).toEqual([result.id]);
    await program.remove(result);
    expect(await program.list()).toEqual([]);
  });

  it('leaves nothing on the disk when it is deleted: no lead, no filter, no name', async () => {
    const query: ExportQuery = { ...EVERYTHING, projects: ['SECRETPROJECT', '*'] };
    const { id } = await program.call('export:start', { query, name: 'SECRETNAME' });
    await program.until({ id }, isEnded);
    const page = await program.rows({ id }, { limit: 1 });
    const lead = page.rows[0]?.cells[0] ?? '';
    await program.call('export:rename', { exportId: id, name: 'SECRETRENAMED' });
    openKeptViews({ clock: systemClock }, program.session, NOTHING_SHARED);
    program.session.journal
      .prepare('INSERT INTO left_view (export_id, view, left_at) VALUES (?, ?, 1)')
      .run(id, '{"find":"SECRETSEARCH"}');
    const traces = () =>
      [lead, id, 'SECRETPROJECT', 'SECRETNAME', 'SECRETRENAMED', 'SECRETSEARCH'].filter((text) =>
        isInFolder(folder, text),
      );
    expect(traces()).toHaveLength(6);
    await program.remove({ id });
    expect(traces()).toEqual([]);
  });

  it('ends as partial when the disk is full at its very end, and the next one goes on', async () => {
    // The last write of an export needs a page more than the journal may have.
    const { journal } = program.session;
    journal.exec(`
      CREATE TABLE ballast (bytes BLOB) STRICT;
      CREATE TRIGGER grows_at_the_end BEFORE UPDATE ON export WHEN new.ended_at IS NOT NULL BEGIN
        INSERT INTO ballast VALUES (zeroblob(1000000));
      END`);
    const pages = Number(journal.prepare('PRAGMA page_count').get()?.['page_count']);
    journal.exec(`PRAGMA max_page_count = ${pages + 10}`);
    const last = await program.fetched();
    expect(last).toMatchObject({ state: 'partial', rows: 3000 });
    expect(last.reason).toMatch(/^The disk that holds the data folder is full/);
    const shown = { state: 'partial', reason: last.reason };
    expect(await program.act('get', last)).toMatchObject(shown);
    const page = await program.rows(last, { limit: 10 });
    expect(page.total).toBe(3000);

    journal.exec('PRAGMA max_page_count = 1000000');
    expect(await program.fetched()).toMatchObject({ state: 'complete', rows: 3000 });
    // What could not be written then is written when the account is closed.
    await program.restart();
    expect(await program.act('get', last)).toMatchObject(shown);
  });

  it('removes what a killed program left behind, and nothing else', async () => {
    const { id } = await program.fetched();
    const results = join(folder, 'results');
    const gone = '00000000-0000-4000-8000-000000000000';
    const leftOvers = [`${gone}.sqlite`, `${gone}.sqlite-wal`, `${gone}.sqlite-shm`, 'leads.csv.part'];
    await program.restart(() => {
      for (const name of [...leftOvers, 'notes.txt', `${id}.sqlite-wal`]) writeFileSync(join(results, name), '');
    });
    const kept = readdirSync(results);
    expect(kept).toEqual(expect.arrayContaining([`${id}.sqlite`, 'notes.txt']));
    for (const name of leftOvers) expect(kept).not.toContain(name);
    const page = await program.rows({ id }, { limit: 1 });
    expect(page.total).toBe(3000);
  });
});

describe('an export of a service that sends something else', () => {
  let server: SpecServer;
  let body: string | Buffer;

  beforeEach(async () => {
    server = await openSpecServer();
    server.answer = (_request, response) => void response.end(body);
    program = ExportsProgram.at(folder, server.address);
  });
  afterEach(() => closePrograms([program], server, folder));

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
    const last = await program.fetched();
    expect(last).toMatchObject({ state: 'partial', rows });
    expect(last.reason).toMatch(reason);
    expect((await program.rows(last)).rows.map((row) => row.cells[0])).toEqual(['1', '2'].slice(0, rows));
  });

  it('keeps the beginning of a value that is nested 100,000 levels deep, says so, and every text as it was', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = 'a\u0000b \u007f "x", 🏝 العربية\r\n00450';
    body = JSON.stringify([{ text, deep: 0 }]).replace('"deep":0', `"deep":${deep},"__proto__":"p","":"e"`);
    const last = await program.fetched();
    expect(last).toMatchObject({ state: 'complete', rows: 1, shortened: ['deep'] });
    expect(last.columns.map(({ path }) => path)).toEqual(['text', 'deep', '__proto__', '(no name)']);
    expect((await program.rows(last)).rows[0]?.cells).toEqual([text, boundedJson(deep).text, 'p', 'e']);
    const save = (columns: number[], names?: string[]) => program.save(last, 'saved.csv', { columns, names });
    expect(await save([1], ['Answers'])).toMatchObject({ notes: [cutWords(['Answers'])], isCut: true });
    expect(await save([0])).toMatchObject({ notes: [], isCut: false });
  });

  it('says that bytes cannot be read as text, and has the rest', async () => {
    body = Buffer.from('[{"name":"S\u00f8ren"}]', 'latin1');
    const last = await program.fetched();
    expect(last).toMatchObject({ state: 'complete', hasBrokenText: true });
    expect((await program.rows(last)).rows[0]?.cells).toEqual(['S\ufffdren']);
  });

  it('is complete with an empty list, and with one in an envelope of either case', async () => {
    for (const sent of ['[]', '{"results":[{"uniqueId":"1"},{"UniqueId":"2"}]}', '\uFEFF{"LEADS":[{"a":1}]}']) {
      body = sent;
      const last = await program.fetched();
      expect(last).toMatchObject({ state: 'complete', reason: '' });
      expect(last.columns.length).toBe(sent === '[]' ? 0 : 1);
    }
  });
});
