import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openDurable } from '../../storage/database.ts';
import { systemClock } from '../../system/system-clock.ts';
import { createLookedUpFieldsStore } from './looked-up-fields-store.ts';
import { createTemplateStore } from './template-store.ts';
import { Templates } from './templates.ts';

/* Stored JSON of a journal whose pages were overwritten: a damaged text costs only what it says. */

let folder: string;
let journal: DatabaseSync;
beforeEach(() => {
  folder = specFolder('damaged');
  journal = openDurable(join(folder, 'journal.sqlite'));
});
afterEach(() => {
  journal.close();
});

it.each(['rules', 'columns', 'parts'])(
  'shows a template whose %s are damaged, which can be removed or replaced',
  (name) => {
    const store = createTemplateStore(journal);
    const rules = [{ field: 'Phone', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] }];
    for (const id of ['lost', 'whole'])
      store.save({ id, campaignCode: '', name: id, columns: ['Phone'], rules, parts: null, savedAt: 1 });
    journal.exec(`UPDATE saved_mapping SET ${name} = '[{"field"' WHERE id = 'lost'`);
    const templates = new Templates(systemClock, () => store);
    const listed = templates.list(null);
    expect(listed).toMatchObject([
      { id: 'lost', isDamaged: true },
      { id: 'whole', columns: 1 },
    ]);
    expect(listed[1]).not.toHaveProperty('isDamaged');
    const table = { labels: ['Phone'], campaignCode: '', fileName: 'a.csv', zone: 'UTC', now: 0 };
    expect(templates.matches(table).map(({ template }) => template.id)).toEqual(['whole']);
    expect(() => templates.findWhole('lost')).toThrow('"lost" is damaged');
    store.save({ id: 'new', campaignCode: '', name: 'lost', columns: ['Phone'], rules, parts: null, savedAt: 2 });
    expect(store.find('lost')).toMatchObject({ isDamaged: false, rules });
    journal.exec(`UPDATE saved_mapping SET ${name} = '' WHERE id = 'lost'`);
    templates.remove('lost');
    expect(store.all().map(({ id }) => id)).toEqual(['whole']);
  },
);

it('takes damaged fields of a campaign for fields that were never looked up', () => {
  const store = createLookedUpFieldsStore(journal);
  for (const campaignCode of ['LOST', 'WHOLE']) store.save({ campaignCode, at: 1, leads: 2, fields: [] });
  journal.exec(`UPDATE looked_up_fields SET fields = '[{' WHERE campaign_code = 'LOST'`);
  expect(store.all().map(({ campaignCode }) => campaignCode)).toEqual(['WHOLE']);
});
