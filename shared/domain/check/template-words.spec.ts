import { describe, expect, it } from 'vitest';
import { type Plan, USUAL_TERMS } from '../../contract/imports/imports.ts';
import type { TemplateKeeps } from '../../contract/imports/templates.ts';
import { type FilledBefore, templateWords } from './template-words.ts';

const NOTHING: TemplateKeeps = {
  fileName: 'fair.csv',
  country: null,
  rules: 0,
  duplicates: [],
  poolScheme: null,
  stopAfterSameRefusal: 25,
  terms: null,
};
const words = (keeps: Partial<TemplateKeeps>, before: FilledBefore | null = null, poolName: string | null = null) =>
  templateWords({ ...NOTHING, ...keeps }, poolName, before);
const before = (plan: Partial<Plan> = {}, country: string | null = null): FilledBefore => ({
  country,
  plan: { poolName: null, stopAfterSameRefusal: 25, ...plan },
});

const { startAt: _startAt, tagAgreed: _tagAgreed, ...USUAL } = USUAL_TERMS;
const terms = (change: Partial<typeof USUAL>) => ({ terms: { ...USUAL, ...change } });

describe('a template', () => {
  it('that keeps nothing but its mapping says the pool of every import', () => {
    expect(words({})).toEqual(['The automatic lead pool of the day']);
  });

  it('says its country, rules, duplicates and pool', () => {
    const duplicates = [
      { by: 'phone', field: null, keep: 'first' },
      { by: 'key', field: 'Customer', keep: 'last' },
    ] as const;
    expect(words({ country: 'DK', rules: 1, duplicates: [...duplicates] }, null, 'Fairs')).toEqual([
      'Phones without a prefix are of Denmark',
      '1 rule of the check',
      'Among rows with the same phone, the first is sent',
      'Among rows with the same Customer, the last is sent',
      'Lead pool “Fairs”',
    ]);
    expect(words({ rules: 2 })[0]).toBe('2 rules of the check');
  });

  it.each([
    [terms({ between: { from: 8, to: 20 } }), 'Sends between 8 and 20 o’clock'],
    [terms({ share: 50 }), 'Sends at 50 % of the pace'],
    [terms({ trial: 1 }), 'A trial of 1 row first'],
    [terms({ tagField: 'Reference' }), 'A tag in the field “Reference”'],
    [terms({ fairUse: false }), 'Without fair use'],
    [terms({ order: { column: 2, descending: false } }), 'Rows in the order of “Column 3”'],
    [terms({ order: { column: 2, descending: true, label: 'Age' } }), 'Rows in the order of “Age”'],
    [terms({ saveResult: true }), 'Saves the result file beside the file'],
    [terms({ notify: false }), 'Does not tell you when it is complete'],
    [{ stopAfterSameRefusal: 0 }, 'No pause for equal refusals'],
    [{ stopAfterSameRefusal: 26 }, 'Pauses after 26 equal refusals in a row'],
  ])('says what is not as usual: %o', (keeps, said) => {
    expect(words(keeps)).toEqual(['The automatic lead pool of the day', said]);
  });
});

describe('beside a draft', () => {
  it('nothing is said that the draft has already', () => {
    expect(words({ country: 'DK' }, before({}, 'DK'))).toEqual([]);
    expect(words({ country: 'DK' }, before({}, 'SE'))).toEqual(['Phones without a prefix are of Denmark']);
    expect(words({}, before({ poolName: 'Fairs' }), 'Fairs')).toEqual([]);
    expect(words(terms({ share: 50 }), before({ terms: { ...USUAL_TERMS, share: 50 } }))).toEqual([]);
  });

  it('all is said that becomes as usual again', () => {
    const unusual = {
      ...USUAL_TERMS,
      between: { from: 8, to: 20 },
      trial: 5,
      tagField: 'Reference',
      fairUse: false,
      order: { column: 1, descending: false },
      saveResult: true,
      notify: false,
    };
    expect(words({}, before({ poolName: 'Fairs', stopAfterSameRefusal: 3, terms: unusual }))).toEqual([
      ...['The automatic lead pool of the day', 'Sends at any hour', 'No trial', 'No tag', 'With fair use'],
      ...['In the order of the file', 'Saves no result file', 'Tells you when it is complete'],
      'Pauses after 25 equal refusals in a row',
    ]);
  });
});
