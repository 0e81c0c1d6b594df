import { describe, expect, it } from 'vitest';
import { type CheckKind, checkKindSchema, type DateReading } from '../../contract/check/check.ts';
import { type ReasonFacts, sentenceOf, severityOf } from './reason-words.ts';

const FACTS: ReasonFacts = {
  field: 'Phone',
  count: 2,
  filled: 1200,
  country: 'DK',
  postcodeDigits: 4,
  city: null,
  isOnlyZeroLost: false,
  longest: 1000,
  allowed: [],
  example: '03/04/2026',
  dates: null,
};
const says = (kind: CheckKind, facts: Partial<ReasonFacts> = {}) => sentenceOf(kind, { ...FACTS, ...facts });

it.each(checkKindSchema.options)('leaves it to the page to say whether the rows are sent: %s', (kind) => {
  expect(says(kind)).not.toContain('sent as they are');
  expect(says(kind, { dates: { order: 'day-month', dayFirst: 2, monthFirst: 1, either: 1 } })).not.toContain(
    'sent as they are',
  );
});

describe('an area code that is missing', () => {
  const city = { name: 'Berlin', areaCode: '030', rows: 9, postcodes: 9 };
  const saysOf = (facts: Partial<ReasonFacts>) => says('areaCodeMissing', { country: 'DE', ...facts });

  it('is that of the city in which all post codes are, or most', () => {
    expect(saysOf({ city })).toBe(
      '2 of 1,200 numbers have no leading 0, and every post code is in Berlin. The dialler needs 030.',
    );
    expect(saysOf({ city: { ...city, postcodes: 10 } })).toContain(
      'and 9 of 10 post codes are in Berlin. Its area code is 030.',
    );
  });

  it('is typed, unless only its 0 was lost', () => {
    expect(saysOf({})).toContain('. Type their area code.');
    expect(saysOf({ isOnlyZeroLost: true })).toContain('so probably only the 0 was lost.');
  });

  it('is typed where numbers begin with no 0, which can then not be lost', () => {
    expect(saysOf({ country: 'PL' })).toBe(
      '2 of 1,200 numbers lack their area code: with it, numbers in Poland are longer. Type it.',
    );
  });
});

describe('phones of another length', () => {
  it('are told the length of their country, where it has one', () => {
    expect(says('phoneShort')).toContain('Phone numbers in Denmark have 8 digits; these have fewer.');
    expect(says('phoneLong')).toContain('Phone numbers in Denmark have 8 digits; these have more.');
    expect(says('phoneShort', { country: 'DE' })).toContain('too few digits for Germany.');
    expect(says('phoneLong', { country: '' })).toContain('too many digits for a phone.');
  });

  it('with a 0 in front, which a person counts too, are not told a length', () => {
    expect(says('phoneShort', { country: 'FR' })).toContain('too few digits for France.');
    // Numbers of two lengths, and a country whose lengths are not known.
    expect(says('phoneShort', { country: 'IS' })).toContain('too few digits for Iceland.');
    expect(says('phoneLong', { country: 'PT' })).toContain('too many digits for Portugal.');
    expect(says('phoneLong', { country: 'ES' })).toContain('Phone numbers in Spain have 9 digits; these have more.');
  });
});

describe('dates that can be read both ways', () => {
  const dates = (dayFirst: number, monthFirst: number, order: DateReading['order'] = null): DateReading => ({
    ...{ order, dayFirst, monthFirst },
    either: 1,
  });

  it('are shown both ways', () => {
    expect(says('dateAmbiguous')).toContain('03/04/2026 can be 3 April 2026 or 4 March 2026.');
    expect(says('dateAmbiguous', { example: 'soon' })).toContain('These dates can be read both ways.');
  });

  it.each([
    [null, 'No other date of the column shows which is right.'],
    [dates(0, 0), 'No other date of the column shows which is right.'],
    [dates(1, 0), '1 other date fits only day first, so these are probably day first too.'],
    [dates(2, 0), '2 other dates fit only day first, so these are probably day first too.'],
    [dates(0, 1), '1 other date fits only month first, so these are probably month first too.'],
    [dates(1, 1), '1 other date fits only day first, 1 only month first, so the column does not show which is right.'],
  ])('go by the other dates of the column: %o', (given, evidence) => {
    expect(says('dateAmbiguous', { dates: given })).toContain(evidence);
  });

  it('are named by the order that was chosen', () => {
    expect(says('dateOrder', { dates: dates(0, 0, 'month-day') })).toContain('They are read month first');
    expect(says('dateMixed', { dates: dates(5, 1, 'day-month') })).toContain(
      'is read day first, but dates such as 03/04/2026 fit only month first.',
    );
    expect(says('dateMixed', { dates: dates(5, 1) })).toContain('5 dates fit only day first and 1 only month first;');
  });
});

describe('values of a list', () => {
  it.each([
    [[], 'takes only values of an empty list.'],
    [['A'], 'takes only “A”.'],
    [['A', 'B'], 'takes only “A” and “B”.'],
    [['A', 'B', 'C'], 'takes only “A”, “B” and “C”.'],
    [['A', 'B', 'C', 'D'], 'takes only “A”, “B”, “C” and 1 more.'],
    [['x'.repeat(50)], `takes only “${'x'.repeat(40)}”.`],
  ])('are named, three at most: %o', (allowed, named) => expect(says('notAllowed', { allowed })).toContain(named));
});

it('a longest value, a lost digit of a post code, and what stands for no value are said', () => {
  expect(says('tooLong')).toContain('takes at most 1,000 characters.');
  expect(says('postcodeZeroLost')).toContain('Post codes in Denmark have 4 digits; these have one fewer.');
  expect([says('placeholder', { example: '' }), says('noValue', { example: 'n/a' })]).toEqual([
    expect.stringContaining('NULL, n/a or a dash where there is no value'),
    expect.stringContaining('“n/a” is no value for Phone.'),
  ]);
});

it('what no phone could do is only a warning for a fax, but that it is required', () => {
  expect([severityOf('phoneShort', 'phone'), severityOf('phoneShort', 'fax')]).toEqual(['problem', 'warning']);
  expect([severityOf('required', 'fax'), severityOf('empty', 'fax')]).toEqual(['problem', 'note']);
});
