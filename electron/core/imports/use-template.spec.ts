import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import { benches, CAMPAIGN, column, type CoreUnderTest, isOver } from './import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const bench = benches();

const HEADER = 'Navn,Tlf,By,Note';
const EARLIER = [HEADER, 'Anna,20 11 22 33,Aarhus,x', 'Bent,20112233,Odense,y', 'Carl,86123456,Vejle,', ''].join('\n');
const NEXT = ['By,Note,TLF,Navn', 'Skive,,97521234,Dora', 'Struer,v,97 52 12 34,Emil', 'Ribe,w,75421234,Finn', ''].join(
  '\n',
);
const MAPPING: Mapping = [
  { ...column(0, 'FirstName'), cleaning: [{ kind: 'case', to: 'upper' }] },
  column(1, 'Phone'),
  column(2, 'City'),
  { field: 'Source', source: { kind: 'constant', value: 'Nordlys' }, cleaning: [] },
];
const RULE = { field: 'City', required: true, unique: false, longest: 50, allowed: null };

const found = async (core: CoreUnderTest, draftId: string) => core.call('check:run', { draftId });

/** The first file of a supplier, with everything that a person decided about it. */
async function firstFile(core: CoreUnderTest, path: string) {
  const { id: draftId } = await core.openFile(path);
  const terms = { ...USUAL_TERMS, startAt: '2026-12-01T08:00', share: 50, tagField: null };
  await core.call('import:saveDraft', {
    draftId,
    mapping: MAPPING,
    phoneCountry: 'DK',
    cleanPhones: true,
    plan: { campaignCode: CAMPAIGN, poolName: 'Nordlys 2020-01', stopAfterSameRefusal: 7, terms },
  });
  const settings = { country: 'DK', duplicateKey: null, fields: [RULE] };
  const { duplicates } = await core.call('check:run', { draftId, settings });
  expect(duplicates).toMatchObject([{ reasonId: 'duplicatePhone', extra: { last: 1 } }]);
  await core.call('check:leaveOut', { draftId, choice: { reasonId: 'duplicatePhone', keep: 'last' }, isOut: true });
  return draftId;
}

it('fills the next file of the supplier with everything, and takes all of it back', async () => {
  const { desk, core } = await bench.started();
  const draftId = await firstFile(core, desk.file('nordlys-leads-2026-10.csv', EARLIER));
  const proposed = await core.call('template:propose', { from: { draftId } });
  expect(proposed).toMatchObject({
    name: 'nordlys leads',
    campaignCode: CAMPAIGN,
    fields: 4,
    keeps: { country: 'DK', rules: 1, duplicates: [{ by: 'phone', field: null, keep: 'last' }] },
  });
  const kept = await core.call('template:save', {
    from: { draftId },
    name: proposed.name,
    campaignCode: CAMPAIGN,
    poolScheme: 'Nordlys {file}',
  });

  const next = await core.openFile(desk.file('nordlys-leads-2026-11.csv', NEXT));
  const before = await found(core, next.id);
  const { matches } = await core.call('template:match', { draftId: next.id });
  expect(matches).toMatchObject([
    { template: { id: kept.id }, isNamedAlike: true, poolName: 'Nordlys nordlys leads 2026-11', fit: { missing: [] } },
  ]);
  const use = { draftId: next.id, from: { templateId: kept.id } };
  const { draft } = await core.call('template:use', use);
  expect(draft).toMatchObject({
    step: 'check',
    campaignCode: CAMPAIGN,
    phoneCountry: { value: 'DK', source: 'you' },
    plan: {
      poolName: 'Nordlys nordlys leads 2026-11',
      stopAfterSameRefusal: 7,
      terms: { startAt: null, share: 50 },
    },
    template: { name: 'nordlys leads' },
  });
  const filled = await found(core, next.id);
  expect(filled).toMatchObject({ standing: { leftOut: 1, ready: 2 }, settings: { country: 'DK', fields: [RULE] } });

  // Used again, it does not hold its own work for that of a person.
  await core.call('template:use', { ...use, revision: draft.revision });
  await expect(core.call('template:undo', { draftId: next.id, revision: draft.revision })).rejects.toThrow(
    'changed in another window',
  );
  const back = await core.call('template:undo', { draftId: next.id });
  const { mapping, plan, campaignCode, suggestions, phoneCountry } = next;
  expect(back).toMatchObject({ mapping, plan, campaignCode, suggestions, phoneCountry, template: null });
  expect(await found(core, next.id)).toMatchObject({ standing: before.standing, settings: before.settings });
  expect((await core.call('template:undo', { draftId: next.id })).revision).toBe(back.revision);
});

it('sends what Check judged and what the panel showed, and a finished import makes the same template', async () => {
  const { desk, core } = await bench.started();
  const draftId = await firstFile(core, desk.file('nordlys-leads-2026-10.csv', EARLIER));
  const save = (from: { draftId: string } | { jobId: string }, name: string) =>
    core.call('template:save', { from, name, campaignCode: CAMPAIGN, poolScheme: null });
  const ofDraft = await save({ draftId }, 'Of the draft');
  const terms = { ...USUAL_TERMS, share: 50 };
  const plan = { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 7, terms };
  await core.call('import:saveDraft', { draftId, plan });
  const first = await core.call('import:start', { draftId });
  await core.until(first.id, isOver);
  const ofJob = await save({ jobId: first.id }, 'Of the import');
  expect({ ...ofJob.keeps, ...{ fileName: '' } }).toEqual({ ...ofDraft.keeps, ...{ fileName: '' } });

  const sent: unknown[][] = [];
  for (const [turn, { id: templateId }] of [ofDraft, ofJob].entries()) {
    const next = await core.openFile(desk.file(`next-${turn}.csv`, NEXT.replaceAll('97', `9${turn}`)));
    const { draft } = await core.call('template:use', { draftId: next.id, from: { templateId } });
    const { standing } = await found(core, next.id);
    const { rows } = await core.call('import:sentRows', { draftId: next.id, offset: 0, limit: 10 });
    const shown = rows.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body) as unknown]));
    const panel = await core.call('import:sentRow', { draftId: next.id, row: 2 });
    expect(shown).toHaveLength(standing.ready);
    expect(shown[0]).toEqual(JSON.parse(panel.body));
    const known = desk.practice.ledger.entries().length;
    const job = await core.call('import:start', { draftId: next.id, revision: draft.revision });
    await core.until(job.id, isOver);
    const received = desk.practice.ledger.entries().slice(known);
    const dataOf = (lead: unknown) =>
      Object.values(lead as Record<string, unknown>).find((value) => typeof value === 'object');
    expect(received.map(({ data }) => data)).toEqual(shown.map(dataOf));
    sent.push(received.map(({ data }) => data['FirstName']));
    await core.call('job:delete', { jobId: job.id });
  }
  expect(sent).toEqual([
    ['EMIL', 'FINN'],
    ['EMIL', 'FINN'],
  ]);
});

it('keeps the field of the tag, and leaves it to each person whether an unknown field takes it', async () => {
  const { desk, core } = await bench.started();
  const draftId = await firstFile(core, desk.file('nordlys-leads-2026-10.csv', EARLIER));
  const terms = { ...USUAL_TERMS, tagField: 'Ref', tagAgreed: { campaignCode: CAMPAIGN, field: 'Ref' } };
  const plan = { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 7, terms };
  await core.call('import:saveDraft', { draftId, plan });
  const { id: templateId } = await core.call('template:save', {
    from: { draftId },
    name: 'Tagged',
    campaignCode: CAMPAIGN,
    poolScheme: null,
  });
  const next = await core.openFile(desk.file('next.csv', NEXT));
  const { draft } = await core.call('template:use', { draftId: next.id, from: { templateId } });
  expect(draft.plan.terms).toMatchObject({ tagField: 'Ref', tagAgreed: null });
  await expect(core.call('import:start', { draftId: next.id })).rejects.toThrow('Ref');
});

it('takes back its own rows alone, not those that a person had left out before', async () => {
  const { desk, core } = await bench.started();
  const from = { draftId: await firstFile(core, desk.file('nordlys.csv', EARLIER)) };
  const { id: templateId } = await core.call('template:save', {
    from,
    name: 'Nordlys',
    campaignCode: CAMPAIGN,
    poolScheme: null,
  });
  const { id: draftId } = await core.openFile(desk.file('next.csv', NEXT));
  const mapping = [column(2, 'Phone')];
  await core.call('import:saveDraft', { draftId, mapping, phoneCountry: 'DK', cleanPhones: true });
  const choice = { reasonId: 'duplicatePhone', keep: 'last' as const };
  await core.call('check:leaveOut', { draftId, choice, isOut: true });
  await core.call('check:edit', { draftId, edits: [{ row: 3, column: 2, value: '97521234' }] });
  const leftOut = async () => {
    const page = { draftId, reasonId: null, filter: 'leftOut' as const, offset: 0, limit: 10 };
    return (await core.call('check:rows', page)).rows.map(({ row }) => row);
  };
  await core.call('template:use', { draftId, from: { templateId } });
  expect(await leftOut()).toEqual([1, 2]);
  await core.call('template:undo', { draftId });
  expect(await leftOut()).toEqual([1]);
});

it('leaves the template before it in force when the next one reads no column of the file', async () => {
  const { desk, core } = await bench.started();
  const save = (draftId: string, name: string) =>
    core.call('template:save', { from: { draftId }, name, campaignCode: CAMPAIGN, poolScheme: null });
  const ofNames = await save(await firstFile(core, desk.file('nordlys.csv', EARLIER)), 'Names');
  const { id: otherId } = await core.openFile(desk.file('other.csv', 'Firma,Kode\nVestbo,7\nSydhavn,8\n'));
  await core.call('import:saveDraft', { draftId: otherId, mapping: [column(0, 'Company'), column(1, 'Code')] });
  const ofFirms = await save(otherId, 'Firms');

  const { id: draftId } = await core.openFile(desk.file('next.csv', NEXT));
  const { draft: filled } = await core.call('template:use', { draftId, from: { templateId: ofNames.id } });
  const before = await found(core, draftId);
  await expect(core.call('template:use', { draftId, from: { templateId: ofFirms.id } })).rejects.toThrow(
    'has none of the columns that the template "Firms" reads. Nothing was changed.',
  );
  const { revision, mapping, plan, template } = filled;
  expect(await core.call('import:draft', { draftId })).toMatchObject({ revision, mapping, plan, template });
  expect((await found(core, draftId)).standing).toEqual(before.standing);
});

it('takes back the rows that it left out before it failed', async () => {
  const { desk, core } = await bench.started();
  const file = (town: string) =>
    ['Navn,Tlf,Mail', `${town},20112233,`, 'Bent,20112233,', 'Carl,86123456,b@x.dk', 'Emil,97521234,b@x.dk', ''].join(
      '\n',
    );
  const mapping: Mapping = [column(0, 'FirstName'), column(1, 'Phone'), column(2, 'Email')];
  const { id: firstId } = await core.openFile(desk.file('first.csv', file('Anna')));
  await core.call('import:saveDraft', { draftId: firstId, mapping, phoneCountry: 'DK', cleanPhones: true });
  const { duplicates } = await found(core, firstId);
  expect(duplicates.map(({ reasonId }) => reasonId)).toEqual(['duplicatePhone', 'duplicateEmail']);
  for (const reasonId of ['duplicatePhone', 'duplicateEmail'])
    await core.call('check:leaveOut', { draftId: firstId, choice: { reasonId, keep: 'first' }, isOut: true });
  const { id: templateId } = await core.call('template:save', {
    from: { draftId: firstId },
    name: 'Both',
    campaignCode: CAMPAIGN,
    poolScheme: null,
  });

  const { id: draftId } = await core.openFile(desk.file('next.csv', file('Dora')));
  await found(core, draftId);
  const folder = join(desk.folder, 'data', 'drafts', draftId);
  const layerName = readdirSync(folder).find((name) => /^edits-.*sqlite$/.test(name)) ?? '';
  using layer = new DatabaseSync(join(folder, layerName));
  layer.exec(`CREATE TRIGGER full BEFORE INSERT ON step WHEN (SELECT count(*) FROM step) > 0
    BEGIN SELECT RAISE(ABORT, 'No second answer.'); END`);
  await expect(core.call('template:use', { draftId, from: { templateId } })).rejects.toThrow(
    'Something in Lead Console went wrong.',
  );
  expect((await found(core, draftId)).standing.leftOut).toBe(1);
  layer.exec('DROP TRIGGER full');
  await core.call('template:undo', { draftId });
  await core.call('import:saveDraft', { draftId, mapping, phoneCountry: 'DK', cleanPhones: true });
  expect((await found(core, draftId)).standing.leftOut).toBe(0);
});
