import { expect, test, vi } from 'vitest';
import type { ChannelInput } from '../../../../shared/contract/channels.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import { benches, CAMPAIGN, column, isOver, prepare, sentPhones, startImport } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

const CONTENT = `Name,Telefon,Web\n${['a', 'b', 'c', 'd'].map((one, row) => `${one},030 90183821${row},${one}.de`).join('\n')}\n`;
const MAPPING: Mapping = [
  column(0, 'FullName'),
  { ...column(1, 'Phone'), cleaning: [{ kind: 'phone', country: null }] },
  column(2, 'Website'),
];

test('the country is guessed with a reason, and the check and what is sent are told the same', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 0, { content: CONTENT, mapping: MAPPING });
  expect(draft.phoneCountry).toEqual({
    value: 'DE',
    likely: 'DE',
    offered: [],
    certainty: 0.98,
    reason: 'Guessed from 4 addresses in .de.',
    source: 'guess',
    clues: ['addresses'],
  });
  const { country } = await core.call('check:run', { draftId: draft.id });
  expect(country).toEqual(draft.phoneCountry);
  const sent = await core.call('import:sentRow', { draftId: draft.id, row: 1 });
  expect(sent.fields[1]).toMatchObject({ field: 'Phone', value: '+4930901838210' });
});

test('a choice holds in the check, in what is sent and in the job, and a field may have its own', async () => {
  const { desk, core } = await bench.started();
  const own = { ...column(1, 'Phone2'), cleaning: [{ kind: 'phone' as const, country: 'DE' }] };
  const draft = await prepare(core, desk, 0, {
    content: 'Name,Telefon,Web\nA,30123456,a.de\n',
    mapping: [...MAPPING, own],
  });
  await core.call('check:run', { draftId: draft.id });
  const chosen = await core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DK' });
  expect(chosen.phoneCountry).toMatchObject({ value: 'DK', source: 'you' });
  const { country, settings } = await core.call('check:run', { draftId: draft.id });
  expect([country.value, country.source, settings.country]).toEqual(['DK', 'you', 'DK']);
  const sent = await core.call('import:sentRow', { draftId: draft.id, row: 1 });
  expect(sent.fields.map(({ field, value }) => [field, value])).toEqual([
    ['FullName', 'A'],
    ['Phone', '+4530123456'],
    ['Website', 'a.de'],
    // In its own country it lacks its area code, so it goes out as it is.
    ['Phone2', '30123456'],
  ]);
  const job = await core.call('import:start', { draftId: draft.id });
  await core.until(job.id, isOver);
  expect(sentPhones(desk)).toEqual(['+4530123456']);
});

test('a choice made in the check is the choice of the columns, and stays when the file is read otherwise', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 0, { content: CONTENT, mapping: MAPPING });
  const settings = checkSettingsSchema.parse({ country: 'AT' });
  await core.call('check:run', { draftId: draft.id, settings });
  expect((await core.call('import:draft', { draftId: draft.id })).phoneCountry).toMatchObject({ value: 'AT' });
  const again = await core.call('import:reread', { draftId: draft.id, choices: { encoding: 'windows-1252' } });
  expect(again.phoneCountry).toMatchObject({ value: 'AT', source: 'you' });
  const guessed = await core.call('import:saveDraft', { draftId: draft.id, phoneCountry: null });
  expect(guessed.phoneCountry).toMatchObject({ value: 'DE', source: 'guess' });
});

test('a campaign named at the columns suggests its fields, keeps choices, and the check knows what was sent', async () => {
  const { desk, core } = await bench.started();
  const sent = await startImport(core, desk, 3);
  await core.until(sent.id, isOver);
  const draft = await core.openFile(desk.file('next.csv', 'FullName,Phone,City\nA,+4530000001,X\nB,+4530999999,Y\n'));
  expect(draft.known).toMatchObject({ imports: 0 });
  const chosen = [...draft.mapping.filter((rule) => rule.field !== 'City'), column(2, 'Ort')];
  await core.call('import:saveDraft', { draftId: draft.id, step: 'columns', mapping: chosen });
  const named = await core.call('import:saveDraft', {
    draftId: draft.id,
    plan: { ...draft.plan, campaignCode: CAMPAIGN },
  });
  expect(named.known).toMatchObject({ imports: 1, count: 2 });
  expect(named.mapping.map((rule) => rule.field)).toContain('Ort');
  expect(named.suggestions[1]?.reasons[0]).toBe(`Mapped this way in ${CAMPAIGN}.`);
  const { sentBefore } = await core.call('check:run', { draftId: draft.id });
  expect(sentBefore).toMatchObject({ campaignCode: CAMPAIGN, compared: 3, rows: 1 });
});

test('a campaign changed after the check is followed back at the columns, except where a person chose', async () => {
  const { desk, core } = await bench.started();
  const sent = await startImport(core, desk, 1, {
    campaignCode: 'DK-ENERGI-26',
    mapping: [column(0, 'Fornavn'), column(1, 'Telefon1')],
  });
  await core.until(sent.id, isOver);
  const draft = await prepare(core, desk, 2);
  const save = (changes: Omit<ChannelInput<'import:saveDraft'>, 'draftId'>) =>
    core.call('import:saveDraft', { draftId: draft.id, ...changes });
  const mapping = draft.mapping.map((rule) => (rule.field === 'Phone' ? { ...rule, field: 'Mobil' } : rule));
  await save({ step: 'plan', mapping });
  const changed = await save({ plan: { ...draft.plan, campaignCode: 'DK-ENERGI-26' } });
  expect(changed.mapping).toEqual(mapping);
  expect(changed.suggestions).toEqual(draft.suggestions);
  const back = await save({ step: 'columns' });
  expect(back.mapping.map((rule) => rule.field)).toEqual(['Fornavn', 'Mobil']);
  expect(back.suggestions.map((suggestion) => suggestion.field)).toEqual(['Fornavn', 'Telefon1']);
  const again = await save({ step: 'check' });
  expect((await save({ step: 'columns' })).mapping).toEqual(again.mapping);
});
