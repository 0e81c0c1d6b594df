import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { mountSmallDisk } from '../../storage/small-disk-fixture.ts';
import { type Bench, benches, CAMPAIGN, column, type CoreUnderTest } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

const CONTENT = 'Firma,Straße,Ort,Telefon\nNordlys,Gade 1,Aarhus,12345678\n';
const MAPPING: Mapping = [
  column(0, 'Company', { kind: 'trim' }),
  { field: 'Address', source: { kind: 'columns', columns: [1, 2], join: ', ' }, cleaning: [] },
  column(3, 'Phone', { kind: 'phone', country: 'DK' }),
  { field: 'Source', source: { kind: 'constant', value: 'Fair' }, cleaning: [] },
];

/** A draft of such a file whose mapping a person has made. */
async function mapped(core: CoreUnderTest, desk: Bench, name: string, mapping = MAPPING) {
  const { id: draftId } = await core.openFile(desk.file(name, CONTENT));
  return core.call('import:saveDraft', { draftId, mapping });
}

async function saved(core: CoreUnderTest, desk: Bench, name = 'Fair', campaignCode = CAMPAIGN) {
  const { id: draftId } = await mapped(core, desk, `${name}.csv`);
  return core.call('template:save', { from: { draftId }, name, campaignCode, poolScheme: null });
}

function granted(core: CoreUnderTest, desk: Bench, name: string, content: string): string {
  const path = desk.file(name, content);
  const token = `file-${randomUUID()}`;
  core.core.grant({ token, path, name, access: 'read' });
  return token;
}

describe('a template', () => {
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
    const { matches } = await second.call('template:match', { draftId: draft.id });
    expect(matches).toMatchObject([{ template: { id: kept.id }, fit: { known: 3, of: 4, missing: ['Straße'] } }]);

    const used = await second.call('template:use', { draftId: draft.id, from: { templateId: kept.id } });
    expect(used.name).toBe('Fair');
    expect(
      used.fit.mapping.map(({ field, source }) => [field, source.kind === 'columns' ? source.columns : null]),
    ).toEqual([
      ['Company', [3]],
      ['Address', [2]],
      ['Phone', [0]],
      ['Source', null],
    ]);
    // Phones are cleaned as in any draft, and a column is missing: a person looks at the columns first.
    expect(used.draft).toMatchObject({ mapping: used.fit.mapping, step: 'columns', template: { name: 'Fair' } });
    const [after] = (await second.call('template:list', { campaignCode: CAMPAIGN })).templates;
    expect(after).toMatchObject({ used: 1, lastUsedAt: expect.any(Number) });
  });

  it('is not offered for a file that shares too little, or for another campaign', async () => {
    const { desk, core } = await bench.started();
    await saved(core, desk);
    const strange = await core.openFile(desk.file('strange.csv', 'A,Ort,C\n1,2,3\n'));
    expect((await core.call('template:match', { draftId: strange.id })).matches).toEqual([]);
    const other = await core.openFile(desk.file('other.csv', CONTENT));
    const matches = async () => (await core.call('template:match', { draftId: other.id })).matches.length;
    expect(await matches()).toBe(1);
    const plan = { ...other.plan, campaignCode: 'OTHER-26' };
    await core.call('import:saveDraft', { draftId: other.id, plan });
    expect(await matches()).toBe(0);
    await saved(core, desk, 'For all', '');
    expect(await matches()).toBe(1);
    expect((await core.call('template:list', { campaignCode: 'OTHER-26' })).templates).toMatchObject([
      { name: 'For all' },
    ]);
    expect((await core.call('template:list', { campaignCode: null })).templates).toHaveLength(2);
  });

  it('keeps a name once in a campaign, replaces it when asked, and can be removed', async () => {
    const { desk, core } = await bench.started();
    const kept = await saved(core, desk);
    await expect(saved(core, desk, 'FAIR')).rejects.toThrow('There is a template "FAIR" already.');
    const draft = await mapped(core, desk, 'again.csv', MAPPING.slice(0, 1));
    const args = { from: { draftId: draft.id }, name: 'fair', campaignCode: CAMPAIGN, poolScheme: null };
    expect(await core.call('template:save', { ...args, replace: true })).toMatchObject({ id: kept.id, fields: 1 });
    const other = await saved(core, desk, 'Other');
    const rename = (name: string) => core.call('template:rename', { templateId: other.id, name });
    await expect(rename('FAIR')).rejects.toThrow('There is a template "FAIR" already.');
    expect(await rename('OTHER ')).toMatchObject({ id: other.id, name: 'OTHER' });
    await core.call('template:remove', { templateId: other.id });
    await core.call('template:remove', { templateId: kept.id });
    expect((await core.call('template:list', { campaignCode: null })).templates).toEqual([]);
    await expect(core.call('template:remove', { templateId: kept.id })).rejects.toThrow('This template was removed.');
    const use = { draftId: draft.id, from: { templateId: kept.id } };
    await expect(core.call('template:use', use)).rejects.toThrow('This template was removed.');
  });

  it('is not made of a draft whose mapping could not be sent', async () => {
    const { desk, core } = await bench.started();
    const draft = await mapped(core, desk, 'twice.csv', [...MAPPING, ...MAPPING.slice(0, 1)]);
    const save = { from: { draftId: draft.id }, name: 'x', campaignCode: '', poolScheme: null };
    await expect(core.call('template:save', save)).rejects.toThrow('Company');
  });

  it('changes nothing of a file that has none of its columns', async () => {
    const { desk, core } = await bench.started();
    // A constant alone could fill any file.
    const { id: draftId } = await mapped(core, desk, 'columns.csv', MAPPING.slice(0, 3));
    const kept = await core.call('template:save', { from: { draftId }, name: 'x', campaignCode: '', poolScheme: null });
    const draft = await core.openFile(desk.file('strange.csv', 'A,B\n1,2\n'));
    const from = { templateId: kept.id };
    await expect(core.call('template:use', { draftId: draft.id, from })).rejects.toThrow('has none of the columns');
    expect(await core.call('import:draft', { draftId: draft.id })).toEqual(draft);
    expect((await core.call('template:list', { campaignCode: null })).templates).toMatchObject([{ used: 0 }]);
  });
});

describe('a template as a file', () => {
  it('is written and read again, under a name that is free', async () => {
    const { desk, core } = await bench.started();
    const kept = await saved(core, desk);
    const target = core.target('fair.json');
    const written = await core.call('template:export', { templateId: kept.id, token: target.token });
    const text = readFileSync(target.path, 'utf8');
    expect(written).toMatchObject({ name: 'fair.json', rows: 4, bytes: Buffer.byteLength(text) });
    expect(JSON.parse(text)).toMatchObject({ format: 'lead-console-template', version: 1, rules: MAPPING });

    const token = granted(core, desk, 'copy.json', text);
    expect(await core.call('template:import', { token })).toMatchObject({ name: 'Fair 2', campaignCode: CAMPAIGN });
    const draft = await core.openFile(desk.file('next.csv', CONTENT));
    const former = JSON.stringify({ ...JSON.parse(text), format: 'lead-console-mapping', parts: undefined });
    const old = await core.call('template:import', { token: granted(core, desk, 'old.json', former) });
    expect(old).toMatchObject({ name: 'Fair 3', keeps: null, fields: 4 });
    const used = await core.call('template:use', { draftId: draft.id, from: { token } });
    expect(used).toMatchObject({ name: 'Fair', fit: { mapping: MAPPING, missing: [] } });
  });

  it.each([
    ['picture.json', '\u0000\u0001PNG', /is not JSON/],
    ['other.json', '{"a":1}', /not a template/],
    ['large.json', `"${'x'.repeat(5_000_001)}"`, /too large for a template/],
    ['deep.json', '['.repeat(200_000), /is not JSON/],
  ])('%s is refused and nothing is kept', async (name, content, words) => {
    const { desk, core } = await bench.started();
    await expect(core.call('template:import', { token: granted(core, desk, name, content) })).rejects.toThrow(words);
    expect((await core.call('template:list', { campaignCode: null })).templates).toEqual([]);
    expect(core.bugs).toEqual([]);
  });

  it('is not written where it cannot be, and says so', async () => {
    const { desk, core } = await bench.started();
    const kept = await saved(core, desk);
    const target = core.target('missing/fair.json');
    const call = core.call('template:export', { templateId: kept.id, token: target.token });
    await expect(call).rejects.toThrow('Nothing was written.');
  });

  it('for which the disk has no room leaves the file of before whole', async (context) => {
    const { desk, core } = await bench.started();
    const long: Mapping = [{ field: 'Source', source: { kind: 'constant', value: 'x'.repeat(9000) }, cleaning: [] }];
    const { id: draftId } = await mapped(core, desk, 'Fair.csv', [...MAPPING.slice(0, 3), ...long]);
    const kept = await core.call('template:save', { from: { draftId }, name: 'x', campaignCode: '', poolScheme: null });
    const target = core.target('small/fair.json');
    using disk = mountSmallDisk(dirname(target.path), '2m');
    if (disk === null) return context.skip('this needs root and mount');
    writeFileSync(target.path, 'last year');
    disk.fill(0);
    const call = core.call('template:export', { templateId: kept.id, token: target.token });
    await expect(call).rejects.toMatchObject({ error: { code: 'file', reason: 'diskFull' } });
    expect(readFileSync(target.path, 'utf8')).toBe('last year');
  });
});
