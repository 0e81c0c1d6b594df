import { describe, expect, test, vi } from 'vitest';
import type { ChannelInput } from '../../../../shared/contract/channels.ts';
import { type CheckSettings, checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { benches, CAMPAIGN, column, type CoreUnderTest, isOver } from '../import-fixture.ts';
import { followSettings } from './as-before.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

const FILE = 'Anrede,Name,Telefon\nHerr,Anna,+4520304050\nFrau,Bent,+4520304051\n';
const MAPPING: Mapping = [
  { ...column(0, 'Title'), cleaning: [{ kind: 'trim' }, { kind: 'replace', values: [{ from: 'Herr', to: 'Mr' }] }] },
  column(1, 'FullName'),
  column(2, 'Phone'),
  { field: 'Source', source: { kind: 'constant', value: 'Fair' }, cleaning: [] },
];
const RULES = checkSettingsSchema.parse({
  fields: [{ field: 'FullName', required: true, unique: false, longest: 30, allowed: null }],
});

type Changes = Omit<ChannelInput<'import:saveDraft'>, 'draftId'>;
const saver = (core: CoreUnderTest, draftId: string) => (changes: Changes) =>
  core.call('import:saveDraft', { draftId, step: 'columns', cleanPhones: true, ...changes });
const rulesOf = async (core: CoreUnderTest, draftId: string) => (await core.call('check:run', { draftId })).settings;

async function imported(core: CoreUnderTest, path: string) {
  const draft = await core.openFile(path);
  const plan = { ...draft.plan, campaignCode: CAMPAIGN };
  await saver(core, draft.id)({ plan, mapping: MAPPING });
  await core.call('check:run', { draftId: draft.id, settings: RULES });
  const job = await core.call('import:start', { draftId: draft.id });
  await core.until(job.id, isOver);
}

describe('the next file of the kind', () => {
  test('comes with the constants, the cleaning and the rules of the last import, and says so', async () => {
    const { desk, core } = await bench.started();
    await imported(core, desk.file('first.csv', FILE));
    const draft = await core.openFile(desk.file('second.csv', FILE.replaceAll('2030', '2031')));
    expect([draft.asBefore, draft.mapping.some(({ field }) => field === 'Source')]).toEqual([null, false]);
    const save = saver(core, draft.id);
    const named = await save({ plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    expect(named.asBefore).toEqual({
      fileName: 'first.csv',
      at: expect.any(Number),
      constants: 1,
      cleaned: 1,
      checks: 1,
    });
    expect(named.mapping.find(({ field }) => field === 'Source')).toEqual(MAPPING[3]);
    expect((await core.call('import:sentRow', { draftId: draft.id, row: 1 })).fields.slice(0, 1)).toMatchObject([
      { field: 'Title', value: 'Mr', inFile: 'Herr' },
    ]);
    expect(await rulesOf(core, draft.id)).toEqual(RULES);

    // Read in another way the rules stay, and so does a person's choice to do without the constant.
    const without = named.mapping.filter(({ field }) => field !== 'Source');
    await save({ mapping: without });
    await core.call('import:reread', { draftId: draft.id, choices: { delimiter: ',' } });
    expect(await rulesOf(core, draft.id)).toEqual(RULES);
    expect((await save({ suggestAgain: true })).mapping.some(({ field }) => field === 'Source')).toBe(false);

    // Nothing of one campaign goes over to another.
    const other = await save({ plan: { ...draft.plan, campaignCode: 'OTHER-26' } });
    expect(other.asBefore).toBeNull();
    expect(await rulesOf(core, draft.id)).toEqual(checkSettingsSchema.parse({}));
    expect(
      (await core.call('import:sentRow', { draftId: draft.id, row: 1 })).fields.map(({ value }) => value),
    ).not.toContain('Mr');
  });

  test('comes without them when it is of another kind', async () => {
    const { desk, core } = await bench.started();
    await imported(core, desk.file('first.csv', FILE));
    const draft = await core.openFile(desk.file('other.csv', 'Name,Telefon\nAnna,+4520304050\n'));
    const named = await saver(core, draft.id)({ plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    expect([named.asBefore, named.mapping.length]).toEqual([null, 2]);
    expect(await rulesOf(core, draft.id)).toEqual(checkSettingsSchema.parse({}));
  });
});

describe('the rules that the page says came back', () => {
  test('are there when the campaign was named at the plan', async () => {
    const { desk, core } = await bench.started();
    await imported(core, desk.file('first.csv', FILE));
    const draft = await core.openFile(desk.file('second.csv', FILE.replaceAll('2030', '2031')));
    const save = saver(core, draft.id);
    await save({ step: 'plan', plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    expect((await save({ step: 'columns' })).asBefore?.checks).toBe(1);
    expect(await rulesOf(core, draft.id)).toEqual(RULES);
  });

  test('are there when the columns were found in a second reading', async () => {
    const { desk, core } = await bench.started();
    await imported(core, desk.file('first.csv', FILE));
    const draft = await core.openFile(desk.file('second.csv', FILE.replaceAll('2030', '2031')));
    const readAgain = (headerLine: number) =>
      core.call('import:reread', { draftId: draft.id, choices: { headerLine, firstDataLine: headerLine + 1 } });
    await readAgain(2);
    await saver(core, draft.id)({ plan: { ...draft.plan, campaignCode: CAMPAIGN } });
    expect((await readAgain(1)).asBefore?.checks).toBe(1);
    expect(await rulesOf(core, draft.id)).toEqual(RULES);
    // Those of a kind of file that it is not go with its columns.
    expect((await readAgain(2)).asBefore).toBeNull();
    expect(await rulesOf(core, draft.id)).toEqual(checkSettingsSchema.parse({}));
  });
});

describe('rules of the check', () => {
  const before = { fileName: 'a.csv', at: 1, rules: [], settings: RULES };
  const none = checkSettingsSchema.parse({});
  const danish: CheckSettings = { ...none, country: 'DK' };

  test.each([
    ['come with the campaign, beside a country that a person chose', danish, null, before, { ...RULES, country: 'DK' }],
    ['go with it', { ...RULES, country: 'DK' }, before, null, danish],
    ['stay when a person made some', { ...none, duplicateKey: 'Id' }, null, before, null],
    ['stay when a person changed them', { ...RULES, duplicateKey: 'Id' }, before, null, null],
    ['are not written again when they are the same', RULES, before, { ...before, at: 2 }, null],
  ])('%s', (_, chosen, former, next, expected) => {
    expect(followSettings(chosen, former, next)).toEqual(expected);
  });
});
