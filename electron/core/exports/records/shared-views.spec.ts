import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type KeptView, SAVED_VIEW_LIMIT } from '../../../../shared/contract/exports/kept-views.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { AT, SpecTexts } from '../../foundation/spec-texts-fixture.ts';
import { openDurable } from '../../storage/database.ts';
import { systemClock } from '../../system/system-clock.ts';
import { createExportRecords } from './export-records.ts';
import { openKeptViews } from './kept-views-feature.ts';
import { exportRecord } from './record-fixture.ts';

const context = { signal: new AbortController().signal };
const VIEW: KeptView = { columns: [], sort: [], filters: [], find: '', onlyHits: false, question: null };

function opened() {
  const journal = openDurable(join(specFolder('views'), 'journal.sqlite'));
  onTestFinished(() => journal.close());
  const texts = new SpecTexts();
  const views = openKeptViews({ clock: systemClock }, { journal }, texts);
  const save = (name: string, find = '') => views['leadView:save']({ name, view: { ...VIEW, find } }, context);
  const share = (name: string, isShared = true) => views['leadView:share']({ name, isShared }, context);
  const shown = async () =>
    (await views['leadView:list']({}, context)).views.map(({ name, view, isShared = false, from }) => [
      name,
      view.find,
      isShared,
      from?.name ?? '',
    ]);
  return { journal, texts, views, save, share, shown };
}

test('only a view that a person shares goes out, and what is changed of it goes out again', async () => {
  const { texts, save, share, shown } = opened();
  await save('Follow up');
  await save('Mine');
  expect(texts.all('view')).toEqual([]);
  await share('Follow up');
  await save('follow up', 'energi');
  expect(texts.all('view').map(({ key, text }) => [key, text.includes('energi')])).toEqual([['follow up', true]]);
  await share('follow up', false);
  expect(texts.all('view')).toEqual([]);
  expect(await shown()).toEqual([
    ['follow up', 'energi', false, ''],
    ['Mine', '', false, ''],
  ]);
});

test('a view of a colleague is listed with whose it is; an edit takes its place, a deletion takes it from everybody', async () => {
  const { texts, views, save, shown } = opened();
  const told = (find: string) => JSON.stringify({ name: 'Redials', view: { ...VIEW, find } });
  texts.tells('redials', told('hers'), {}, 'view');
  texts.tells('redials\n7', told('older'), { by: 'Bent', isCopy: true, at: AT }, 'view');
  texts.tells('broken', '{}', {}, 'view');
  expect(await shown()).toEqual([
    ['Redials', 'hers', true, 'Anna'],
    ['Redials (Bent’s copy)', 'older', true, 'Bent'],
  ]);
  await save('Redials', 'mine');
  expect((await shown())[0]).toEqual(['Redials', 'mine', true, '']);
  for (const name of ['Redials', 'Redials (Bent’s copy)']) await views['leadView:delete']({ name }, context);
  expect([await shown(), texts.all('view').map(({ key }) => key)]).toEqual([[], ['broken']]);
});

test('without a team nothing is shared, and one that is not there is none', async () => {
  const { texts, save, share, views } = opened();
  texts.isTeam = false;
  await save('Mine');
  await expect(share('Mine')).rejects.toThrow('in no team');
  await expect(share('Other')).rejects.toThrow('was deleted');
  expect(await views['leadView:list']({}, context)).not.toHaveProperty('isInTeam');
});

test('a list asks the team what is new', async () => {
  const { texts, shown } = opened();
  const asked = vi.spyOn(texts, 'refresh');
  await shown();
  expect(asked).toHaveBeenCalledOnce();
});

test('a view without a key is deleted here, and at most two hundred are saved', async () => {
  const { views, save } = opened();
  for (let count = 0; count < SAVED_VIEW_LIMIT; count += 1) await save(`View ${count}`);
  await expect(save('One more')).rejects.toThrow(`There are ${SAVED_VIEW_LIMIT} saved views already`);
  await save('VIEW 0', 'again');
  const { views: left } = await views['leadView:delete']({ name: 'view 0' }, context);
  expect(left).toHaveLength(SAVED_VIEW_LIMIT - 1);
});

test('a result is left in a view, and refused when it was deleted', async () => {
  const { journal, views } = opened();
  createExportRecords(journal).insert(exportRecord());
  const view = { ...VIEW, find: 'left' };
  await views['leadView:leave']({ exportId: 'one', view }, context);
  expect(await views['leadView:left']({ exportId: 'one' }, context)).toEqual({ view });
  expect(await views['leadView:left']({ exportId: 'two' }, context)).toEqual({ view: null });
  await expect(views['leadView:leave']({ exportId: 'two', view }, context)).rejects.toThrow('is not here');
});
