import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeMappingFile } from '../../../shared/domain/mapping/index.ts';
import { createSavedMappingStore } from '../../core/imports/fields/saved-mapping-store.ts';
import { openDurable } from '../../core/storage/database.ts';
import { accountIdFor } from '../../core/account/account-store.ts';
import { type BatchBench, CAMPAIGN, createBatchBench, csvRecords, people } from '../batch-fixture.ts';

// A process is started for each run, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const KEPT = {
  name: 'Fair',
  campaignCode: CAMPAIGN,
  columns: ['PHONE', 'FirstName'],
  rules: [
    { field: 'Mobile', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] },
    { field: 'GivenName', source: { kind: 'columns' as const, columns: [1], join: null }, cleaning: [] },
    { field: 'Source', source: { kind: 'constant' as const, value: 'Fair' }, cleaning: [] },
  ],
};

let desk: BatchBench;

beforeEach(async () => {
  desk = await createBatchBench();
});
afterEach(() => desk.close());

function importArguments(mapping: string): string[] {
  const file = desk.file('people.csv', people(2));
  return ['import', file, '--campaign', CAMPAIGN, '--mapping', mapping, '--result', desk.path('result.csv'), '--json'];
}

describe('import --mapping', () => {
  it('takes a file, whose columns are found by their headers', async () => {
    const run = await desk.run(importArguments(desk.file('fair.json', writeMappingFile(KEPT))));
    expect(run).toMatchObject({ code: 0, last: { created: 2 } });
    expect(csvRecords(desk.path('result.csv'))).toHaveLength(3);
    const [lead] = desk.practice.ledger.entries();
    expect(lead?.data).toEqual({ GivenName: 'Person 1', Mobile: '30000001', Source: 'Fair' });
  });

  it('takes a name that the app has saved for the campaign', async () => {
    const folder = join(desk.dataFolder, 'account', accountIdFor(desk.practice.url, 'anna'));
    const journal = openDurable(join(folder, 'journal.sqlite'));
    const { id } = createSavedMappingStore(journal).save({ ...KEPT, id: 'm1', savedAt: 1 });
    const run = await desk.run(importArguments('fair'));
    expect(run).toMatchObject({ code: 0, last: { created: 2 } });
    expect(createSavedMappingStore(journal).find(id)).toMatchObject({ used: 1 });
    journal.close();
  });

  it.each([
    ['nothing', 'There is no saved mapping \\"nothing\\"'],
    ['gone.json', 'There is no file \\"gone.json\\"'],
  ])('refuses %s before anything is sent', async (wanted, words) => {
    const run = await desk.run(importArguments(wanted));
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(words);
    expect(existsSync(desk.path('result.csv'))).toBe(false);
  });

  it('refuses a file that is no mapping, and one whose columns are missing', async () => {
    const nonsense = await desk.run(importArguments(desk.file('nonsense.json', '{"a":')));
    expect(nonsense.code).toBe(2);
    expect(nonsense.stdout).toContain('is not JSON');
    const other = { ...KEPT, columns: ['Fax', 'FirstName'] };
    const missing = await desk.run(importArguments(desk.file('other.json', writeMappingFile(other))));
    expect(missing.code).toBe(2);
    expect(missing.stdout).toContain('reads the column \\"Fax\\"');
    expect(desk.practice.ledger.accepted).toBe(0);
  });
});
