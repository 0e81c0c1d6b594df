import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WrittenQuery } from '../../../../shared/contract/exports/queries.ts';
import { Failure } from '../../foundation/failure.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { AT, SpecTexts } from '../../foundation/spec-texts-fixture.ts';
import { thrownBy } from '../../foundation/world-fixture.ts';
import type { CallContext } from '../../sessions/feature.ts';
import { openDurable } from '../../storage/database.ts';
import { mountSmallDisk } from '../../storage/small-disk-fixture.ts';
import { writeQueryFile } from '../../../../shared/domain/service/queries/query-file.ts';
import { systemClock } from '../../system/system-clock.ts';
import { openSavedQueries } from './saved-queries.ts';

const query: WrittenQuery = {
  source: 'simple',
  projects: ['Energi*'],
  modifiedFrom: '2026-11-16',
  statuses: ['New'],
  closures: [],
  extra: [{ name: 'ModifiedTo', value: '2026-11-17' }],
};
const context: CallContext = { signal: new AbortController().signal };

/** A team that tells nothing by itself. */
let texts: SpecTexts;
let folder: string;
/** Where the files that a person chooses are. */
let saves: string;
let journal: DatabaseSync;
let queries: ReturnType<typeof openSavedQueries>;
const emit = vi.fn<(name: string, event: object) => void>();

function open(): void {
  journal = openDurable(join(folder, 'journal.sqlite'));
  queries = openSavedQueries(
    {
      clock: systemClock,
      emit,
      grantedFile: (token, access) => ({ token, access, path: join(saves, 'query.json'), name: 'query.json' }),
    },
    { journal },
    texts,
  );
}

const save = (name: string, queryId: string | null = null, saved = query) =>
  queries['query:save']({ queryId, name, query: saved }, context);
const names = async () => (await queries['query:list']({}, context)).queries.map((saved) => saved.name);

const failureOf = async (work: Promise<unknown>) => (await thrownBy(work, Failure)).error;

beforeEach(() => {
  folder = specFolder('queries');
  saves = folder;
  texts = new SpecTexts();
  texts.isTeam = false;
  emit.mockClear();
  open();
});
afterEach(() => {
  journal.close();
});

test('a beginning that moves with the day is kept as it was written, also in a file', async () => {
  const relative: WrittenQuery = { ...query, modifiedFrom: { since: '-7d' } };
  const { id } = await save('The last week', null, relative);
  expect((await queries['query:list']({}, context)).queries).toMatchObject([{ query: relative }]);
  await queries['query:export']({ queryId: id, token: 'file-00000000' }, context);
  expect((await queries['query:import']({ token: 'file-00000000' }, context)).query).toEqual(relative);
});

test('a saved query is in the journal with all it says, and after a restart', async () => {
  const saved = await save('Energi since Monday');
  journal.close();
  open();
  expect((await queries['query:list']({}, context)).queries).toEqual([saved]);
  expect(saved).toMatchObject({ name: 'Energi since Monday', query });
});

test('names are sorted, renaming keeps the id, and a query can be changed and deleted', async () => {
  const first = await save('Zebra');
  await save('Århus');
  await save('alpha');
  expect(await names()).toEqual(['alpha', 'Zebra', 'Århus']);
  const renamed = await save('Beta', first.id, { ...query, statuses: [] });
  expect(renamed).toMatchObject({ id: first.id, name: 'Beta', query: { statuses: [] } });
  expect(await names()).toEqual(['alpha', 'Beta', 'Århus']);
  await queries['query:remove']({ queryId: first.id }, context);
  expect(await names()).toEqual(['alpha', 'Århus']);
  expect(await failureOf(save('Gamma', first.id))).toMatchObject({ code: 'notFound' });
});

test('a name that another query has is refused, in any case of its letters; its own name is not', async () => {
  const first = await save('Ørsted');
  const second = await save('Nordlys');
  expect(await failureOf(save('øRSTED'))).toMatchObject({
    code: 'validation',
    message: 'There is a saved query "Ørsted" already. Choose another name.',
  });
  expect(await failureOf(save('ørsted', second.id))).toMatchObject({ code: 'validation' });
  expect(await save('ØRSTED', first.id)).toMatchObject({ id: first.id, name: 'ØRSTED' });
  expect(await names()).toEqual(['Nordlys', 'ØRSTED']);
});

test('a query goes into a file and comes back under a free name', async () => {
  const saved = await save('Energi since Monday');
  const written = await queries['query:export']({ queryId: saved.id, token: 'file-1' }, context);
  const text = readFileSync(join(folder, 'query.json'), 'utf8');
  expect(written).toEqual({ name: 'query.json', rows: 1, countedRows: 1, bytes: Buffer.byteLength(text) });
  const second = await queries['query:import']({ token: 'file-1' }, context);
  const third = await queries['query:import']({ token: 'file-1' }, context);
  expect([second.name, third.name]).toEqual(['Energi since Monday 2', 'Energi since Monday 3']);
  expect(second.query).toEqual(query);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'query.json')).mode & 0o777).toBe(0o600);
});

test('a query for which the disk has no room leaves the file of before whole', async (spec) => {
  using disk = mountSmallDisk(specFolder('small'), '2m');
  if (disk === null) return spec.skip('this needs root and mount');
  const projects = Array.from({ length: 90 }, (_, index) => `${'Project '.repeat(10)}${index}`);
  const { id } = await save('Energi since Monday', null, { ...query, projects });
  saves = disk.path;
  const path = join(saves, 'query.json');
  writeFileSync(path, 'last year');
  disk.fill(0);
  await expect(queries['query:export']({ queryId: id, token: 'file-1' }, context)).rejects.toMatchObject({
    reason: 'diskFull',
  });
  expect(readFileSync(path, 'utf8')).toBe('last year');
});

test('the longest name is cut for the number behind it', async () => {
  const { id } = await save('N'.repeat(100));
  await queries['query:export']({ queryId: id, token: 'file-1' }, context);
  const { name } = await queries['query:import']({ token: 'file-1' }, context);
  expect(name).toBe(`${'N'.repeat(90)} 2`);
});

test('a file that is no query, too large or gone changes nothing and gets a sentence', async () => {
  const path = join(folder, 'query.json');
  const read = () => failureOf(queries['query:import']({ token: 'file-1' }, context));
  expect(await read()).toMatchObject({ code: 'file', reason: 'missing' });
  writeFileSync(path, '{"format":"lead-console-query","version":1,"name":"x","query":{"source":"simple"}}');
  expect(await read()).toMatchObject({
    code: 'file',
    reason: 'unreadable',
    message: expect.stringMatching(/at query/),
  });
  writeFileSync(path, ' '.repeat(1_000_001));
  expect(await read()).toMatchObject({ code: 'file', message: expect.stringMatching(/too large for a query/) });
  expect(await names()).toEqual([]);
});

const list = async () => (await queries['query:list']({}, context)).queries;
const shown = async () => (await list()).map(({ name, isShared, from }) => [name, isShared ?? false, from?.name ?? '']);
const share = (queryId: string, isShared = true) => queries['query:share']({ queryId, isShared }, context);
/** A colleague’s computer tells a query. */
const tells = (name: string, change: Parameters<SpecTexts['tells']>[2] = {}, told = query) =>
  texts.tells(name.toLowerCase(), writeQueryFile({ name, query: told }), change, 'query');

test('without a team nothing is shared, and sharing is refused with a sentence', async () => {
  const { id } = await save('Energi');
  expect(await queries['query:list']({}, context)).toEqual({
    queries: [expect.not.objectContaining({ isShared: true })],
  });
  expect((await failureOf(share(id))).message).toContain('in no team');
});

test('a list asks the team what is new, and the page hears of it once it is here', async () => {
  const asked = vi.spyOn(texts, 'refresh');
  await list();
  expect(asked).toHaveBeenCalledOnce();
  texts.heard(false);
  expect(emit).not.toHaveBeenCalled();
  texts.heard(true);
  expect(emit.mock.calls).toEqual([['query:heard', {}]]);
});

test('only one that a person shares goes out, and it stays here when they stop', async () => {
  texts.isTeam = true;
  const { id } = await save('Energi');
  await save('Secret');
  expect(texts.all('query')).toEqual([]);
  await share(id);
  expect(texts.all('query').map(({ key }) => key)).toEqual(['energi']);
  expect(await shown()).toEqual([
    ['Energi', true, ''],
    ['Secret', false, ''],
  ]);
  await share(id, false);
  expect([texts.all('query'), await names()]).toEqual([[], ['Energi', 'Secret']]);
});

test('a shared one that is changed or renamed here is told again, under one key', async () => {
  texts.isTeam = true;
  const { id } = await save('Energi');
  await share(id);
  await save('Energi 2026', id, { ...query, source: 'simple', projects: ['Nordlys*'] });
  expect(texts.all('query').map(({ key, text }) => [key, text.includes('Nordlys*')])).toEqual([['energi 2026', true]]);
});

test('one of a colleague is listed with whose it is, and an edit of it takes its place', async () => {
  texts.isTeam = true;
  tells('Redials');
  expect(await shown()).toEqual([['Redials', true, 'Anna']]);
  const [theirs] = await list();
  await save('Redials', theirs?.id ?? '', { ...query, source: 'simple', projects: ['Own*'] });
  expect(await shown()).toEqual([['Redials', true, '']]);
  expect(texts.all('query')[0]).toMatchObject({ isMine: true, text: expect.stringContaining('Own*') });
});

test('of two versions the last one counts, and the other one stays as a copy', async () => {
  texts.isTeam = true;
  const { id } = await save('Energi');
  await share(id);
  tells(
    'Energi',
    { by: 'Bent', at: AT + 1, isInPlaceOfMine: true },
    { ...query, source: 'simple', projects: ['Bent*'] },
  );
  texts.tells('energi\n7', writeQueryFile({ name: 'Energi', query }), { by: '', isCopy: true }, 'query');
  expect(await shown()).toEqual([
    ['Energi', true, 'Bent'],
    ['Energi (a colleague’s copy)', true, ''],
  ]);
  expect((await list())[0]).toMatchObject({ id, query: { projects: ['Bent*'] } });
});

test('one of a colleague beside an own one of its name, and a text that nobody can read', async () => {
  texts.isTeam = true;
  await save('Energi');
  tells('Energi');
  texts.tells('broken', 'nothing', {}, 'query');
  expect(await shown()).toEqual([
    ['Energi', false, ''],
    ['Energi (Anna’s copy)', true, 'Anna'],
  ]);
});

test('a shared one that is deleted goes for everybody, and what was fetched stays', async () => {
  texts.isTeam = true;
  tells('Redials');
  const [theirs] = await list();
  await queries['query:remove']({ queryId: theirs?.id ?? '' }, context);
  expect([texts.all('query'), await list()]).toEqual([[], []]);
});

test('one that a damage has made unreadable is listed, and neither shared nor written to a file', async () => {
  await save('Mine');
  journal.exec(`UPDATE saved_query SET query = '{'`);
  const [listed] = (await queries['query:list']({}, context)).queries;
  expect(listed).toMatchObject({ name: 'Mine', isDamaged: true });
  const queryId = listed?.id ?? '';
  await expect(queries['query:export']({ queryId, token: 'token' }, context)).rejects.toMatchObject({
    error: { code: 'file', reason: 'damaged' },
  });
});
