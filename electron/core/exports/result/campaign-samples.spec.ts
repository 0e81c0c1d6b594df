import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { campaignSamples } from './campaign-samples.ts';
import { ResultStore } from './result-store.ts';

const PATHS = ['uniqueId', 'campaign.code', 'data.Name', 'data.Phone', 'data.Place.City', 'status'];

let folder = '';
let store: ResultStore;
beforeEach(() => {
  pause.mockClear();
  folder = specFolder('samples');
  store = new ResultStore(join(folder, 'result.sqlite'));
});
afterEach(() => {
  store.close();
});

const pause = vi.fn<() => Promise<void>>(() => Promise.resolve());
const samples = (paths: readonly string[] = PATHS) => campaignSamples(store, paths, pause);

it('has the fields that the first leads of each campaign name, also without a value', async () => {
  store.append(
    [
      ['1', 'FAIR', ' Anna ', null, 'Kiel', 'New'],
      ['2', 'ENERGY', null, '', 'Kiel', 'New'],
      ['3', 'FAIR', '', null, null, 'New'],
      ['4', '', 'Bo', '1', null, 'New'],
      ['5', null, 'Bo', '1', null, 'New'],
    ],
    PATHS.length,
  );
  expect(await samples()).toEqual([
    { campaignCode: 'FAIR', leads: 2, fields: [{ name: 'Name', values: ['Anna'] }] },
    { campaignCode: 'ENERGY', leads: 1, fields: [{ name: 'Phone', values: [] }] },
  ]);
});

it('looks at so many leads of a campaign, of so many campaigns, and keeps so many values', async () => {
  const many = Array.from({ length: 300 }, (_, row) => [`${row}`, 'FAIR', 'x'.repeat(500), null, null, 'New']);
  const others = Array.from({ length: 150 }, (_, row) => [`b${row}`, `C-${row}`, 'Bo', null, null, 'New']);
  store.append([...many, ...others], PATHS.length);
  const found = await samples();
  expect(found).toHaveLength(100);
  expect(found[0]).toMatchObject({ campaignCode: 'FAIR', leads: 200 });
  expect(found[0]?.fields[0]?.values).toHaveLength(50);
  expect(found[0]?.fields[0]?.values[0]).toHaveLength(200);
});

it('looks at the first hundred thousand leads only', async () => {
  const rows = Array.from({ length: 100_001 }, (_, row) => [row < 100_000 ? 'FAIR' : 'LATE', 'Bo']);
  store.append(rows, 2);
  expect((await samples(['campaign.code', 'data.Name'])).map(({ campaignCode }) => campaignCode)).toEqual(['FAIR']);
});

it('keeps two million characters of values at most, and names every field', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `data.Field ${index}`);
  store.append(new Array<string[]>(50).fill(['FAIR', ...names.map(() => 'x'.repeat(200))]), 251);
  const [found] = await samples(['campaign.code', ...names]);
  expect(found?.fields).toHaveLength(250);
  expect(found?.fields.flatMap(({ values }) => values).join('')).toHaveLength(2_000_000);
});

it('lets others have their turn while it looks for campaigns, and after each of them', async () => {
  store.append(
    [...'AB'].map((code) => ['', code, 'Bo', null, null, '']),
    PATHS.length,
  );
  await samples();
  expect(pause).toHaveBeenCalledTimes(3);
});

it('is nothing for leads without a campaign or data', async () => {
  store.append([['FAIR', 'Bo']], 2);
  expect([await samples(['uniqueId', 'data.Name']), await samples(['campaign.code', 'status'])]).toEqual([[], []]);
});
