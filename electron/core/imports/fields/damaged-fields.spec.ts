import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import { openDurable } from '../../storage/database.ts';
import { systemClock } from '../../system/system-clock.ts';
import { createLookedUpFieldsStore } from './looked-up-fields-store.ts';
import { createSavedMappingStore } from './saved-mapping-store.ts';
import { createSavedMappings } from './saved-mappings.ts';

/* Stored JSON of a journal whose pages were overwritten: a damaged text costs only what it says. */

let folder: string;
let journal: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-console-damaged-'));
  journal = openDurable(join(folder, 'journal.sqlite'));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

it.each(['rules', 'columns'])(
  'shows a saved mapping whose %s are damaged, which can be removed or replaced',
  async (name) => {
    const store = createSavedMappingStore(journal);
    const rules = [{ field: 'Phone', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] }];
    for (const id of ['lost', 'whole'])
      store.save({ id, campaignCode: '', name: id, columns: ['Phone'], rules, savedAt: 1 });
    journal.exec(`UPDATE saved_mapping SET ${name} = '[{"field"' WHERE id = 'lost'`);
    const columns = [{ label: 'Phone' }] as ColumnProfile[];
    const services = { clock: systemClock, grantedFile: () => ({}) } as unknown as FeatureServices;
    const mappings = createSavedMappings(services, {
      store: () => store,
      draft: () => ({ columns, campaignCode: '' }),
    });
    const context = { signal: new AbortController().signal };
    const listed = await mappings['mapping:list']({ campaignCode: null }, context);
    expect(listed.mappings).toMatchObject([
      { id: 'lost', isDamaged: true },
      { id: 'whole', columns: 1 },
    ]);
    expect(listed.mappings[1]).not.toHaveProperty('isDamaged');
    const { matches } = await mappings['mapping:match']({ draftId: 'd' }, context);
    expect(matches.map(({ saved }) => saved.id)).toEqual(['whole']);
    const used = mappings['mapping:use']({ draftId: 'd', from: { mappingId: 'lost' } }, context);
    await expect(used).rejects.toThrow('"lost" is damaged');
    await expect(mappings['mapping:export']({ mappingId: 'lost', token: 't' }, context)).rejects.toThrow('damaged');
    store.save({ id: 'new', campaignCode: '', name: 'lost', columns: ['Phone'], rules, savedAt: 2 });
    expect(store.find('lost')).toMatchObject({ isDamaged: false, rules });
    journal.exec(`UPDATE saved_mapping SET ${name} = '' WHERE id = 'lost'`);
    await mappings['mapping:remove']({ mappingId: 'lost' }, context);
    expect(store.all().map(({ id }) => id)).toEqual(['whole']);
  },
);

it('takes damaged fields of a campaign for fields that were never looked up', () => {
  const store = createLookedUpFieldsStore(journal);
  for (const campaignCode of ['LOST', 'WHOLE']) store.save({ campaignCode, at: 1, leads: 2, fields: [] });
  journal.exec(`UPDATE looked_up_fields SET fields = '[{' WHERE campaign_code = 'LOST'`);
  expect(store.all().map(({ campaignCode }) => campaignCode)).toEqual(['WHOLE']);
});
