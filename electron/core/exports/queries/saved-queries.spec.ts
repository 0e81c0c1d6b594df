import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WrittenQuery } from '../../../../shared/contract/exports/queries.ts';
import { Failure } from '../../foundation/failure.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { CallContext } from '../../sessions/feature.ts';
import { openDurable } from '../../storage/database.ts';
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

let folder: string;
let journal: DatabaseSync;
let queries: ReturnType<typeof openSavedQueries>;

function open(): void {
  journal = openDurable(join(folder, 'journal.sqlite'));
  queries = openSavedQueries(
    {
      clock: systemClock,
      grantedFile: (token, access) => ({ token, access, path: join(folder, 'query.json'), name: 'query.json' }),
    },
    { journal },
  );
}

const save = (name: string, queryId: string | null = null, saved = query) =>
  queries['query:save']({ queryId, name, query: saved }, context);
const names = async () => (await queries['query:list']({}, context)).queries.map((saved) => saved.name);

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error(`No failure: ${String(error)}`);
  return error.error;
}

beforeEach(() => {
  folder = specFolder('queries');
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
