import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { campaignSamples } from './campaign-samples.ts';
import { ResultStore } from './result-store.ts';

const PATHS = ['uniqueId', 'campaign.code', 'data.Name', 'data.Phone', 'data.Place.City', 'status'];

let folder = '';
let store: ResultStore;
beforeEach(() => {
  folder = specFolder('samples');
  store = new ResultStore(join(folder, 'result.sqlite'));
});
afterEach(() => {
  store.close();
});

const samples = () => campaignSamples(store, PATHS, () => Promise.resolve());

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

it('is nothing for leads without a campaign or data', async () => {
  expect(await campaignSamples(store, ['uniqueId', 'data.Name'], () => Promise.resolve())).toEqual([]);
  expect(await campaignSamples(store, ['uniqueId', 'campaign.code'], () => Promise.resolve())).toEqual([]);
});
