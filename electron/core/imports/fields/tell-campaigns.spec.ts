import { expect, test } from 'vitest';
import { type CheckSettings, checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { asBefore } from '../drafts/as-before.ts';
import { colleagueKnowledge } from './colleague-knowledge.ts';
import { type EarlierImport, fieldsFor, type FieldKnowledge, knownFieldsOf, NOTHING_KNOWN } from './field-knowledge.ts';
import { AT, SpecTexts } from '../../foundation/spec-texts-fixture.ts';
import { tellCampaigns } from './tell-campaigns.ts';

const MAPPING: Mapping = [
  { field: 'Firma', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] },
  { field: 'Telefon1', source: { kind: 'columns', columns: [1], join: null }, cleaning: [] },
  { field: 'Kilde', source: { kind: 'constant', value: 'Zebulon Quist' }, cleaning: [] },
];
const rules = (...fields: string[]): CheckSettings =>
  checkSettingsSchema.parse({
    country: 'DK',
    fields: fields.map((field) => ({ field, required: true, unique: false, longest: null, allowed: null })),
  });
const imported = (id: string, change: Partial<EarlierImport> = {}): EarlierImport => ({
  id,
  fileName: 'kunder.csv',
  campaignCode: 'ENERGI',
  columns: ['Firma', 'Nummer'],
  mapping: MAPPING,
  terms: { tagField: 'Mærke' },
  createdAt: AT,
  hasCreated: true,
  ...change,
});
const ENERGI = {
  campaignCode: 'ENERGI',
  at: AT,
  leads: 40,
  fields: [{ name: 'Telefon', type: 'phone', example: '20304050', source: 'export', isInEvery: true }] as const,
};

/** A computer and its team; what is kept there by import. */
function desk(settings: Readonly<Record<string, CheckSettings>> = {}, known: Partial<FieldKnowledge> = {}) {
  const texts = new SpecTexts();
  const knowledge = (): FieldKnowledge => ({
    ...NOTHING_KNOWN,
    checkSettingsOf: (id) => settings[id] ?? checkSettingsSchema.parse({}),
    ...known,
    colleagues: colleagueKnowledge(texts),
  });
  return { texts, knowledge, tell: () => tellCampaigns(texts, knowledge()) };
}

/** What Anna’s computer has told is what a colleague hears. */
function hear(to: SpecTexts, from: SpecTexts): void {
  for (const kind of ['rules', 'fields'] as const)
    for (const { key, text } of from.all(kind)) to.tells(key.replace('office', 'anna'), text, {}, kind);
}

test('fields of a campaign reach a computer that never sent there, and no value of a lead', () => {
  const anna = desk({}, { jobs: [imported('a')], lookUps: [{ ...ENERGI, fields: [...ENERGI.fields] }] });
  anna.tell();
  const [told] = anna.texts.all('fields');
  for (const word of ['20304050', 'Zebulon', 'kunder']) expect(told?.text).not.toContain(word);

  const bent = desk();
  hear(bent.texts, anna.texts);
  const fields = fieldsFor(bent.knowledge(), 'ENERGI').filter(({ source }) => source === 'colleague');
  expect(fields).toEqual([
    { name: 'Telefon', type: 'phone', isInEvery: true, source: 'colleague' },
    { name: 'Firma', type: 'text', source: 'colleague' },
    { name: 'Telefon1', type: 'text', source: 'colleague' },
    { name: 'Kilde', type: 'text', source: 'colleague' },
    { name: 'Mærke', type: 'text', source: 'colleague' },
  ]);
  expect(knownFieldsOf(bent.knowledge(), 'ENERGI')).toEqual({
    count: 5,
    lookUp: null,
    imports: 0,
    templates: 0,
    colleagues: [{ name: 'Anna', at: AT }],
  });
  expect(knownFieldsOf(bent.knowledge(), 'OTHER').colleagues).toBeUndefined();
});

test('what this computer knows comes first, and what a colleague told is not told on', () => {
  const anna = desk({}, { lookUps: [{ ...ENERGI, fields: [...ENERGI.fields] }] });
  anna.tell();
  const bent = desk({}, { jobs: [imported('b', { terms: { tagField: null } })] });
  hear(bent.texts, anna.texts);
  bent.tell();
  expect(
    fieldsFor(bent.knowledge(), 'ENERGI')
      .map(({ name, source }) => [name, source])
      .slice(0, 4),
  ).toEqual([
    ['Firma', 'earlier'],
    ['Telefon1', 'earlier'],
    ['Kilde', 'earlier'],
    ['Telefon', 'colleague'],
  ]);
  expect(bent.texts.all('fields').find(({ isMine }) => isMine)?.text).not.toContain('"Telefon"');
});

test('the same is told once', () => {
  const anna = desk({ a: rules('Firma') }, { jobs: [imported('a')] });
  anna.tell();
  let again = 0;
  anna.texts.put = () => void (again += 1);
  anna.tell();
  expect(again).toBe(0);
});

test('rules of the check of the last import come to a colleague with the name and without the country', () => {
  const anna = desk({ a: rules('Firma') }, { jobs: [imported('a')] });
  anna.tell();
  const bent = desk();
  hear(bent.texts, anna.texts);
  expect(asBefore(['Navn'], bent.knowledge(), 'ENERGI')).toEqual({
    fileName: '',
    at: AT,
    rules: [],
    settings: { ...rules('Firma'), country: null },
    from: { name: 'Anna', at: AT },
  });
  expect(asBefore(['Navn'], bent.knowledge(), 'OTHER')).toBeNull();
});

test('those of an own import stand until a colleague tells later ones, and an old import takes nothing back', () => {
  const bent = desk({ b: rules('Firma') }, { jobs: [imported('b', { createdAt: AT + 1 })] });
  bent.texts.now = AT + 2;
  bent.tell();
  const before = () => asBefore(['Firma', 'Nummer'], bent.knowledge(), 'ENERGI');
  expect(before()).toMatchObject({ fileName: 'kunder.csv', settings: { fields: [{ field: 'Firma' }] } });
  expect(before()?.from).toBeUndefined();

  const later = JSON.stringify({ ...rules('Kilde'), country: null });
  bent.texts.tells('ENERGI', later, { at: AT + 5, isInPlaceOfMine: true }, 'rules');
  bent.tell();
  expect(before()).toMatchObject({
    fileName: 'kunder.csv',
    rules: [{ field: 'Kilde' }],
    settings: { fields: [{ field: 'Kilde' }] },
    from: { name: 'Anna' },
  });
});

test('of two that were told at once the other one stays as a copy', () => {
  const bent = desk();
  bent.texts.tells('ENERGI', JSON.stringify(rules('Firma')), { at: AT }, 'rules');
  bent.texts.tells('ENERGI\ncopy', JSON.stringify(rules('Kilde')), { by: 'Carla', at: AT + 9, isCopy: true }, 'rules');
  const all = bent.knowledge().colleagues.rulesOf('ENERGI');
  expect(all.map(({ from, isCopy }) => [from.name, isCopy])).toEqual([
    ['Anna', false],
    ['Carla', true],
  ]);
  expect(asBefore([], bent.knowledge(), 'ENERGI')?.from?.name).toBe('Anna');
});

test('an import without rules, or that created nothing, tells none; a broken text is nobody’s', () => {
  const anna = desk({ a: rules('Firma') }, { jobs: [imported('b'), imported('a', { hasCreated: false })] });
  anna.tell();
  expect(anna.texts.all('rules')).toEqual([]);
  anna.texts.tells('ENERGI', '{"fields":"many"}', {}, 'rules');
  anna.texts.tells('ENERGI\nanna', 'nothing', {}, 'fields');
  expect(anna.knowledge().colleagues.rulesOf('ENERGI')).toEqual([]);
  expect(anna.knowledge().colleagues.fields).toEqual([]);
});

test('rules and fields of a campaign are its own, however a computer writes its code', () => {
  const later = JSON.stringify({ ...rules('Kilde'), country: null });
  const bent = desk({ b: rules('Firma') }, { jobs: [imported('b', { campaignCode: 'energi' })] });
  bent.texts.tells('ENERGI', later, { at: AT + 5 }, 'rules');
  bent.tell();
  // An old import puts back the rules of nobody.
  expect(bent.texts.all('rules').map(({ key, text }) => [key, text])).toEqual([['ENERGI', later]]);
  expect(asBefore([], bent.knowledge(), 'energi')?.settings).toMatchObject({ fields: [{ field: 'Kilde' }] });
  tellCampaigns(bent.texts, {
    ...bent.knowledge(),
    jobs: [imported('c', { campaignCode: 'Energi', createdAt: AT + 9 }), imported('b', { campaignCode: 'energi' })],
  });
  expect(bent.texts.all('fields').map(({ key }) => key)).toEqual(['energi\noffice']);
});

test('without a team nothing is told', () => {
  const alone = desk({ a: rules('Firma') }, { jobs: [imported('a')] });
  alone.texts.isTeam = false;
  alone.tell();
  expect(alone.texts.texts.size).toBe(0);
});
