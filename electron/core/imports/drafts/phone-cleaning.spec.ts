import { expect, test, vi } from 'vitest';
import type { ChannelInput } from '../../../../shared/contract/channels.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { benches, CAMPAIGN, column, type CoreUnderTest, isOver, sentPhones } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

type Changes = Omit<ChannelInput<'import:saveDraft'>, 'draftId'>;

/** As the window saves. */
const saver = (core: CoreUnderTest, draftId: string) => (changes: Changes) =>
  core.call('import:saveDraft', { draftId, cleanPhones: true, ...changes });

const stepsOf = (mapping: Mapping, field: string) =>
  mapping.find((rule) => rule.field === field)?.cleaning.map(({ kind }) => kind);

const phoneOf = async (core: CoreUnderTest, draftId: string, row: number) => {
  const { fields } = await core.call('import:sentRow', { draftId, row });
  return fields.find(({ field }) => field === 'Phone')?.value;
};

const GERMAN = ['FullName,Phone,Country', 'Anna,030 901838210,Germany', 'Bent,901838211,Germany', 'Cara,,Germany', ''];
const NOWHERE = ['FullName,Phone', 'Anna,0301838210', 'Bent,0301838211', ''];

test('phones of a known country go out as checked, and what cannot be read stays as it is and stays a problem', async () => {
  const { desk, core } = await bench.started();
  const draft = await core.openFile(desk.file('german.csv', GERMAN.join('\n')));
  const { mapping } = await saver(core, draft.id)({ step: 'columns' });
  expect(stepsOf(mapping, 'Phone')).toEqual(['trim', 'phone']);
  expect(stepsOf(mapping, 'FullName')).toEqual(['trim']);
  expect(await phoneOf(core, draft.id, 1)).toBe('+4930901838210');
  expect(await phoneOf(core, draft.id, 2)).toBe('901838211');
  const summary = await core.call('check:run', { draftId: draft.id });
  expect(summary.cleanedPhones).toBe(1);
  expect(summary.reasons.find(({ kind }) => kind === 'areaCodeMissing')?.count).toBe(1);
});

test('while the country is not known no number gets one, until a person chooses it', async () => {
  const { desk, core } = await bench.started();
  const draft = await core.openFile(desk.file('nowhere.csv', NOWHERE.join('\n')));
  const save = saver(core, draft.id);
  expect((await save({ step: 'columns' })).phoneCountry.value).toBeNull();
  const asked = [column(0, 'FullName'), column(1, 'Phone', { kind: 'phone', country: null })];
  await save({ mapping: asked });
  expect(await phoneOf(core, draft.id, 1)).toBe('0301838210');
  expect((await core.call('check:run', { draftId: draft.id })).cleanedPhones).toBe(0);
  const chosen = await save({ mapping: draft.mapping, phoneCountry: 'DE' });
  expect(stepsOf(chosen.mapping, 'Phone')).toEqual(['trim', 'phone']);
  expect(await phoneOf(core, draft.id, 1)).toBe('+49301838210');
});

test('what stands around a number goes, also where the country is not known; an extension and a second number are named', async () => {
  const { desk, core } = await bench.started();
  const phones = ["'20112233", 'p:+4640112233', 'Tlf. 20112233', '20112233 lok. 12', '20112233 og 40112233', 'Anna 2'];
  const lines = ['FullName,Phone', ...phones.map((phone, row) => `Anna${row},${phone}`), ''];
  const draft = await core.openFile(desk.file('wrapped.csv', lines.join('\n')));
  const sent = async () => {
    const found = phones.map((_, row) => phoneOf(core, draft.id, row + 1));
    const { reasons } = await core.call('check:run', { draftId: draft.id });
    const about = reasons.filter(({ field }) => field === 'Phone').map(({ kind, count }) => [kind, count]);
    return { phones: await Promise.all(found), reasons: Object.fromEntries(about) as Record<string, number> };
  };
  await saver(core, draft.id)({ step: 'columns' });
  expect(await sent()).toEqual({
    phones: ['20112233', '+4640112233', '20112233', ...phones.slice(3)],
    reasons: { phoneExtension: 1, phoneSeveral: 1, phoneInvalid: 1 },
  });
  await saver(core, draft.id)({ phoneCountry: 'DK' });
  expect(await sent()).toEqual({
    phones: ['+4520112233', '+4640112233', '+4520112233', '+4520112233', ...phones.slice(4)],
    reasons: { extensionLeftOut: 1, phoneSeveral: 1, phoneInvalid: 1 },
  });
  // "Anna 2" has no number that could be kept.
  const { reasons } = await core.call('check:run', { draftId: draft.id });
  const repairs = reasons.map(({ kind, repair }) => [kind, repair?.id ?? null]);
  expect(Object.fromEntries(repairs)).toMatchObject({ phoneSeveral: 'firstNumber', phoneInvalid: null });
});

test('a program that does not ask for it gets values as they are written', async () => {
  const { desk, core } = await bench.started();
  const draft = await core.openFile(desk.file('german.csv', GERMAN.join('\n')));
  const saved = await core.call('import:saveDraft', { draftId: draft.id, step: 'plan' });
  expect(stepsOf(saved.mapping, 'Phone')).toEqual(['trim']);
  expect(await phoneOf(core, draft.id, 1)).toBe('030 901838210');
});

test('the country of a campaign is remembered, and so is the choice to send its phones as they are written', async () => {
  const { desk, core } = await bench.started();
  const send = async (changes: (mapping: Mapping) => Changes) => {
    const draft = await core.openFile(desk.file('nowhere.csv', NOWHERE.join('\n')));
    const save = saver(core, draft.id);
    const { mapping } = await save({ step: 'columns', plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    const { phoneCountry } = await save(changes(mapping));
    const job = await core.call('import:start', { draftId: draft.id });
    await core.until(job.id, isOver);
    return { phoneCountry, steps: stepsOf(mapping, 'Phone') };
  };
  await send(() => ({ phoneCountry: 'DE' }));
  const second = await send(() => ({}));
  expect(second.phoneCountry).toEqual({
    value: 'DE',
    likely: 'DE',
    offered: [],
    certainty: 0.95,
    source: 'campaign',
    reason: `As in earlier imports into ${CAMPAIGN}.`,
    clues: [],
  });
  expect(second.steps).toEqual(['trim', 'phone']);
  await send((mapping) => ({
    mapping: mapping.map((rule) => (rule.field === 'Phone' ? { ...rule, cleaning: [{ kind: 'asWritten' }] } : rule)),
  }));
  expect((await send(() => ({}))).steps).toEqual(['trim', 'asWritten']);
  expect(sentPhones(desk).map((phone) => phone.startsWith('+49'))).toEqual([
    ...Array.from({ length: 4 }, () => true),
    ...Array.from({ length: 4 }, () => false),
  ]);
});

test('who answered for a campaign once is not asked again, until the answer is taken back', async () => {
  const { desk, core } = await bench.started();
  const open = async (rememberCountry: boolean) => {
    const draft = await core.openFile(desk.file('nowhere.csv', NOWHERE.join('\n')));
    const save = (changes: Changes) => saver(core, draft.id)({ rememberCountry, ...changes });
    const { phoneCountry } = await save({ step: 'columns', plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    return { save, phoneCountry };
  };
  // A program names the country for its own file.
  await (await open(false)).save({ phoneCountry: 'DE' });
  const first = await open(true);
  expect(first.phoneCountry.value).toBeNull();
  await first.save({ phoneCountry: 'DE' });
  const second = await open(true);
  expect(second.phoneCountry).toMatchObject({
    value: 'DE',
    source: 'campaign',
    reason: `You chose it for ${CAMPAIGN}.`,
  });
  await second.save({ phoneCountry: 'AT' });
  await second.save({ phoneCountry: null });
  expect((await open(true)).phoneCountry.value).toBeNull();
});

test('an answer given before the campaign was named is remembered for it', async () => {
  const { desk, core } = await bench.started();
  const open = () => core.openFile(desk.file('nowhere.csv', NOWHERE.join('\n')));
  const draft = await open();
  const save = saver(core, draft.id);
  await save({ step: 'columns', phoneCountry: 'DE', rememberCountry: true });
  await save({ plan: { ...draft.plan, campaignCode: CAMPAIGN }, rememberCountry: true });
  const next = await open();
  const named = await saver(core, next.id)({ plan: { ...next.plan, campaignCode: CAMPAIGN }, rememberCountry: true });
  expect(named.phoneCountry).toMatchObject({ value: 'DE', source: 'campaign' });
});
