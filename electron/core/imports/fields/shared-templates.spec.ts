import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { AT, SpecTexts } from '../../foundation/spec-texts-fixture.ts';
import { sharedTemplates } from './shared-templates.ts';
import { createTemplateStore, type NewTemplate, templateKey } from './template-store.ts';

const template = (id: string, name: string, column: string): NewTemplate => ({
  id,
  name,
  campaignCode: 'C1',
  columns: [column],
  rules: [{ field: 'Phone', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] }],
  parts: null,
  savedAt: AT,
});
const FAIR = templateKey('C1', 'Fair');

function desk() {
  const own = createTemplateStore(new DatabaseSync(':memory:'));
  const texts = new SpecTexts();
  return { own, texts, store: sharedTemplates(own, texts) };
}

/** As a colleague’s computer tells it. */
function told(name: string, column: string): string {
  const { texts, store } = desk();
  store.save(template('t', name, column));
  return texts.all()[0]?.text ?? '';
}

test('one of a colleague stands behind those of this computer, and says whose it is', () => {
  const { store, texts } = desk();
  store.save(template('t1', 'Own', 'Telefon'));
  texts.tells(FAIR, told('Fair', 'Nummer'));
  expect(store.all().map(({ name, from, columns }) => [name, from, columns])).toEqual([
    ['Own', undefined, ['Telefon']],
    ['Fair', { name: 'Anna', at: AT }, ['Nummer']],
  ]);
  expect(store.find(`id of ${FAIR}`)?.name).toBe('Fair');
  expect(store.named('C1', 'FAIR')?.columns).toEqual(['Nummer']);
});

test('of two with one name this computer’s is used, until a colleague puts another in its place', () => {
  const { store, texts } = desk();
  store.save(template('t1', 'Fair', 'Telefon'));
  texts.tells(FAIR, told('Fair', 'Nummer'));
  expect(store.all().map(({ columns }) => columns)).toEqual([['Telefon']]);
  texts.tells(FAIR, told('Fair', 'Nummer'), { isInPlaceOfMine: true });
  expect(store.all().map(({ columns }) => columns)).toEqual([['Nummer']]);
  store.save(template('t2', 'Fair', 'Mobil'));
  expect(store.all().map(({ columns }) => columns)).toEqual([['Mobil']]);
});

test('what stayed of two that were changed at once has the name of its colleague', () => {
  const { store, texts } = desk();
  texts.tells(`${FAIR}\n7`, told('Fair', 'Nummer'), { isCopy: true, by: 'Bent' });
  expect(store.all().map(({ name }) => name)).toEqual(['Fair (Bent’s copy)']);
});

test('what was saved before the account came into its team is told; what was told is not told again', () => {
  const { own, texts } = desk();
  own.save(template('t1', 'Fair', 'Telefon'));
  texts.heard(false);
  expect(texts.all()[0]?.text).toContain('Telefon');
  texts.tells(FAIR, 'newer');
  texts.heard(true);
  expect(texts.all()[0]?.text).toBe('newer');
});

test('one of a colleague is renamed and removed for everybody', () => {
  const { own, store, texts } = desk();
  texts.tells(FAIR, told('Fair', 'Nummer'));
  store.rename(`id of ${FAIR}`, 'Messe');
  expect(texts.all().map(({ key }) => key)).toEqual([templateKey('C1', 'Messe')]);
  expect(own.all().map(({ name }) => name)).toEqual(['Messe']);
  expect(store.remove(own.all()[0]?.id ?? '')).toBe(true);
  expect([texts.texts.size, store.all()]).toEqual([0, []]);
});

test('with one of a colleague goes the one of this computer in whose place it stands', () => {
  const replaced = () => {
    const { store, texts, own } = desk();
    store.save(template('t1', 'Fair', 'Telefon'));
    texts.tells(FAIR, told('Fair', 'Nummer'), { isInPlaceOfMine: true });
    return { store, texts, own };
  };
  const removed = replaced();
  removed.store.remove(`id of ${FAIR}`);
  expect(removed.store.all()).toEqual([]);
  const renamed = replaced();
  renamed.store.rename(`id of ${FAIR}`, 'Messe');
  expect(renamed.store.all().map(({ name, columns }) => [name, columns])).toEqual([['Messe', ['Nummer']]]);
});

test('a campaign whose code is written in another case is the same one: its template is found and replaced', () => {
  const { own, store, texts } = desk();
  store.save(template('t1', 'Fair', 'Telefon'));
  expect([own.named('c1', 'FAIR')?.id, store.named('c1', 'Fair')?.id]).toEqual(['t1', 't1']);
  store.save({ ...template('t2', 'Fair', 'Mobil'), campaignCode: 'c1' });
  expect(store.all().map(({ campaignCode, columns }) => [campaignCode, columns])).toEqual([['c1', ['Mobil']]]);
  expect(texts.all().map(({ key }) => key)).toEqual([templateKey('c1', 'Fair')]);
  // That of a colleague stands behind it.
  texts.tells(FAIR, told('Fair', 'Nummer'));
  expect(store.all().map(({ columns }) => columns)).toEqual([['Mobil']]);
});

test('one that this version cannot read is left out; without a team the store is what it was', () => {
  const { own, store, texts } = desk();
  texts.tells(FAIR, '{"version":9}');
  expect(store.all()).toEqual([]);
  texts.isTeam = false;
  store.save(template('t1', 'Own', 'Telefon'));
  expect(store.all()).toEqual(own.all());
});

test('one that is too long for the team says that it stays here; without a team nothing is said', () => {
  const { store, texts } = desk();
  const long = template('long', 'Long', 'Telefon'.repeat(2000));
  expect(store.save(long).staysHere).toBe(true);
  expect(store.save(template('short', 'Short', 'Telefon'))).not.toHaveProperty('staysHere');
  expect(store.all().map(({ name, staysHere }) => [name, staysHere])).toEqual([
    ['Long', true],
    ['Short', undefined],
  ]);
  texts.isTeam = false;
  expect(store.find('long')).not.toHaveProperty('staysHere');
  expect(store.save(long)).not.toHaveProperty('staysHere');
});
