import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { type Bench, CAMPAIGN, type CoreUnderTest, createBench } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let open: Bench | null = null;

async function bench(): Promise<Bench> {
  open = await createBench();
  return open;
}

afterEach(async () => {
  await open?.close();
  open = null;
});

const CONTENT = 'Firma,Straße,Ort,Telefon\nNordlys,Gade 1,Aarhus,12345678\n';
const MAPPING: Mapping = [
  { field: 'Company', source: { kind: 'columns', columns: [0], join: null }, cleaning: [{ kind: 'trim' }] },
  { field: 'Address', source: { kind: 'columns', columns: [1, 2], join: ', ' }, cleaning: [] },
  {
    field: 'Phone',
    source: { kind: 'columns', columns: [3], join: null },
    cleaning: [{ kind: 'phone', country: 'DK' }],
  },
  { field: 'Source', source: { kind: 'constant', value: 'Fair' }, cleaning: [] },
];

async function saved(core: CoreUnderTest, desk: Bench, name = 'Fair', campaignCode = CAMPAIGN) {
  const draft = await core.openFile(desk.file(`${name}.csv`, CONTENT));
  return core.call('mapping:save', { draftId: draft.id, name, campaignCode, mapping: MAPPING });
}

function granted(core: CoreUnderTest, desk: Bench, name: string, content: string): string {
  const path = desk.file(name, content);
  const token = `file-${randomUUID()}`;
  core.core.grant({ token, path, name, access: 'read' });
  return token;
}

describe('a saved mapping', () => {
  it('is kept with the account and recognised in another file, also in part', async () => {
    const desk = await bench();
    const first = await desk.start();
    const kept = await saved(first, desk);
    expect(kept).toMatchObject({
      name: 'Fair',
      campaignCode: CAMPAIGN,
      columns: 4,
      fields: 4,
      used: 0,
      lastUsedAt: null,
    });
    await first.close();

    const second = await desk.start();
    const draft = await second.openFile(desk.file('next.csv', 'TELEFON,Web,Ort,Firma\n1,w,b,a\n'));
    const { matches } = await second.call('mapping:match', { draftId: draft.id });
    expect(matches).toMatchObject([{ saved: { id: kept.id }, fit: { known: 3, of: 4, missing: ['Straße'] } }]);

    const used = await second.call('mapping:use', { draftId: draft.id, from: { mappingId: kept.id } });
    expect(used.name).toBe('Fair');
    expect(
      used.fit.mapping.map(({ field, source }) => [field, source.kind === 'columns' ? source.columns : null]),
    ).toEqual([
      ['Company', [3]],
      ['Address', [2]],
      ['Phone', [0]],
      ['Source', null],
    ]);
    await second.call('import:saveDraft', { draftId: draft.id, mapping: used.fit.mapping });
    const [after] = (await second.call('mapping:list', { campaignCode: CAMPAIGN })).mappings;
    expect(after).toMatchObject({ used: 1, lastUsedAt: expect.any(Number) });
  });

  it('is not offered for a file that shares too little, or for another campaign', async () => {
    const desk = await bench();
    const core = await desk.start();
    await saved(core, desk);
    const strange = await core.openFile(desk.file('strange.csv', 'A,Ort,C\n1,2,3\n'));
    expect((await core.call('mapping:match', { draftId: strange.id })).matches).toEqual([]);
    const other = await core.openFile(desk.file('other.csv', CONTENT));
    const matches = async () => (await core.call('mapping:match', { draftId: other.id })).matches.length;
    expect(await matches()).toBe(1);
    const plan = { ...other.plan, campaignCode: 'OTHER-26' };
    await core.call('import:saveDraft', { draftId: other.id, plan });
    expect(await matches()).toBe(0);
    await saved(core, desk, 'For all', '');
    expect(await matches()).toBe(1);
    expect((await core.call('mapping:list', { campaignCode: 'OTHER-26' })).mappings).toMatchObject([
      { name: 'For all' },
    ]);
    expect((await core.call('mapping:list', { campaignCode: null })).mappings).toHaveLength(2);
  });

  it('keeps a name once in a campaign, replaces it when asked, and can be removed', async () => {
    const desk = await bench();
    const core = await desk.start();
    const kept = await saved(core, desk);
    await expect(saved(core, desk, 'FAIR')).rejects.toThrow('There is a saved mapping "FAIR" already.');
    const draft = await core.openFile(desk.file('again.csv', CONTENT));
    const args = { draftId: draft.id, name: 'fair', campaignCode: CAMPAIGN, mapping: MAPPING.slice(0, 1) };
    expect(await core.call('mapping:save', { ...args, replace: true })).toMatchObject({ id: kept.id, fields: 1 });
    await core.call('mapping:remove', { mappingId: kept.id });
    expect((await core.call('mapping:list', { campaignCode: null })).mappings).toEqual([]);
    await expect(core.call('mapping:remove', { mappingId: kept.id })).rejects.toThrow(
      'This saved mapping was removed.',
    );
    const use = { draftId: draft.id, from: { mappingId: kept.id } };
    await expect(core.call('mapping:use', use)).rejects.toThrow('This saved mapping was removed.');
  });

  it('refuses a mapping that could not be used', async () => {
    const desk = await bench();
    const core = await desk.start();
    const draft = await core.openFile(desk.file('people.csv', 'Name\nAnna\n'));
    const save = { draftId: draft.id, name: 'x', campaignCode: '', mapping: MAPPING };
    await expect(core.call('mapping:save', save)).rejects.toThrow('the file has 1 columns');
  });
});

describe('a mapping as a file', () => {
  it('is written and read again, under a name that is free', async () => {
    const desk = await bench();
    const core = await desk.start();
    const kept = await saved(core, desk);
    const target = core.target('fair.json');
    const written = await core.call('mapping:export', { mappingId: kept.id, token: target.token });
    const text = readFileSync(target.path, 'utf8');
    expect(written).toMatchObject({ name: 'fair.json', rows: 4, bytes: Buffer.byteLength(text) });
    expect(JSON.parse(text)).toMatchObject({ format: 'lead-console-mapping', version: 1, rules: MAPPING });

    const token = granted(core, desk, 'copy.json', text);
    expect(await core.call('mapping:import', { token })).toMatchObject({ name: 'Fair 2', campaignCode: CAMPAIGN });
    const draft = await core.openFile(desk.file('next.csv', CONTENT));
    const used = await core.call('mapping:use', { draftId: draft.id, from: { token } });
    expect(used).toMatchObject({ name: 'Fair', fit: { mapping: MAPPING, missing: [] } });
  });

  it.each([
    ['picture.json', '\u0000\u0001PNG', /is not JSON/],
    ['other.json', '{"a":1}', /not a mapping/],
    ['large.json', `"${'x'.repeat(5_000_001)}"`, /too large for a mapping/],
    ['deep.json', '['.repeat(200_000), /is not JSON/],
  ])('%s is refused and nothing is kept', async (name, content, words) => {
    const desk = await bench();
    const core = await desk.start();
    await expect(core.call('mapping:import', { token: granted(core, desk, name, content) })).rejects.toThrow(words);
    expect((await core.call('mapping:list', { campaignCode: null })).mappings).toEqual([]);
    expect(core.bugs).toEqual([]);
  });

  it('is not written where it cannot be, and says so', async () => {
    const desk = await bench();
    const core = await desk.start();
    const kept = await saved(core, desk);
    const target = core.target('missing/fair.json');
    const call = core.call('mapping:export', { mappingId: kept.id, token: target.token });
    await expect(call).rejects.toThrow('Nothing was written.');
  });
});
