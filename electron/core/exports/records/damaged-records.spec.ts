import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { NOTHING_SHARED } from '../../foundation/shared-texts.ts';
import { openDurable } from '../../storage/database.ts';
import { systemClock } from '../../system/system-clock.ts';
import { createComparisonRecords } from '../compare/comparison-records.ts';
import { createExportRecords } from './export-records.ts';
import { createKeptViews } from './kept-views.ts';
import { exportRecord } from './record-fixture.ts';
import { openSavedQueries } from '../queries/saved-queries.ts';
import { UNREADABLE_QUERY } from '../queries/unreadable-query.ts';
import { refreshTrouble } from '../refresh/refresh-trouble.ts';

/* Stored JSON of a journal whose pages were overwritten: a damaged text costs only what it says. */

const CUT = '{"source":"sim';
const context = { signal: new AbortController().signal };
let folder: string;
let journal: DatabaseSync;
beforeEach(() => {
  folder = specFolder('damaged');
  journal = openDurable(join(folder, 'journal.sqlite'));
});
afterEach(() => {
  journal.close();
});

const record = (id: string) =>
  exportRecord({
    id,
    query: { ...UNREADABLE_QUERY, modifiedFrom: '2026-11-01' },
    rows: 3,
    columns: [{ path: 'uniqueId', filled: 3 }],
  });

it.each(['query', 'columns', 'answer', 'state'])(
  'lists an export whose %s is damaged beside the others, as partial',
  (name) => {
    const records = createExportRecords(journal);
    for (const id of ['damaged', 'whole']) records.insert(record(id));
    journal.prepare(`UPDATE export SET ${name} = ? WHERE id = 'damaged'`).run(CUT);
    expect(records.find('whole')).toEqual(record('whole'));
    const damaged = records.all().find(({ id }) => id === 'damaged');
    if (damaged === undefined) throw new Error('it is not listed');
    expect(damaged).toMatchObject({
      state: 'partial',
      rows: 3,
      reason: expect.stringMatching(/damaged.*fetch it again/),
    });
    expect(damaged.answer).toMatchObject({ requests: 0, answered: { asked: 0 } });
    expect(refreshTrouble(damaged)).not.toBe('');
  },
);

it('passes over exports and comparisons whose ids lead to another place, which have no file that could be read', () => {
  const exports = createExportRecords(journal);
  for (const id of ['../elsewhere', 'a', 'b']) exports.insert(record(id));
  const comparisons = createComparisonRecords(journal);
  for (const id of ['../elsewhere', 'c']) comparisons.begin({ id, before: 'a', now: 'b', madeAt: 1, facts: null });
  expect(exports.find('../elsewhere')).toBeUndefined();
  expect(exports.all().map(({ id }) => id)).toEqual(['a', 'b']);
  expect([...exports.ids()]).toEqual(['a', 'b']);
  expect(comparisons.all().map(({ id }) => id)).toEqual(['c']);
});

it('shows a saved query that is damaged, which can only be deleted', async () => {
  const grantedFile = () => ({ token: 't', access: 'write' as const, path: join(folder, 'q.json'), name: 'q.json' });
  const queries = openSavedQueries(
    { clock: systemClock, grantedFile, emit: () => undefined },
    { journal },
    NOTHING_SHARED,
  );
  const saved = await queries['query:save']({ queryId: null, name: 'Lost', query: UNREADABLE_QUERY }, context);
  const whole = await queries['query:save']({ queryId: null, name: 'Whole', query: UNREADABLE_QUERY }, context);
  journal.prepare(`UPDATE saved_query SET query = ? WHERE id = ?`).run(CUT, saved.id);
  expect((await queries['query:list']({}, context)).queries).toMatchObject([{ name: 'Lost', isDamaged: true }, whole]);
  const renamed = queries['query:save']({ queryId: saved.id, name: 'New', query: UNREADABLE_QUERY }, context);
  await expect(renamed).rejects.toThrow('"Lost" is damaged');
  await expect(queries['query:export']({ queryId: saved.id, token: 't' }, context)).rejects.toThrow('damaged');
  await queries['query:remove']({ queryId: saved.id }, context);
  expect((await queries['query:list']({}, context)).queries).toEqual([whole]);
});

it('shows a saved view that is damaged, and takes the look of a result from elsewhere', () => {
  createExportRecords(journal).insert(record('result'));
  const views = createKeptViews(journal);
  const view = { columns: [], sort: [], filters: [], find: 'x', onlyHits: false, question: null };
  for (const name of ['Lost', 'Whole']) views.save(name, view, 1);
  views.leave('result', record('result').query, view, 1);
  journal.exec(`UPDATE saved_view SET view = '{"columns"' WHERE name = 'Lost'; UPDATE left_view SET view = 'null'`);
  expect(views.saved()).toMatchObject([
    { name: 'Lost', isDamaged: true },
    { name: 'Whole', view },
  ]);
  expect(views.left('result', record('result').query)).toBeNull();
  views.save('Lost', view, 2);
  expect(views.saved()[0]).toEqual({ name: 'Lost', view, savedAt: 2 });
});

it('takes a damaged comparison for one that was never finished', () => {
  const exports = createExportRecords(journal);
  for (const id of ['a', 'b']) exports.insert(record(id));
  const records = createComparisonRecords(journal);
  records.begin({ id: 'c', before: 'a', now: 'b', madeAt: 1, facts: null });
  journal.exec(`UPDATE comparison SET facts = '{"counts":{'`);
  expect(records.all()).toEqual([{ id: 'c', before: 'a', now: 'b', madeAt: 1, facts: null }]);
});
