import { describe, expect, it, test } from 'vitest';
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from '../suggest/suggest.ts';

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Digits that look drawn by lot and are the same on every run. */
const drawn = (index: number, digits: number) =>
  String((((index + 1) * 2_654_435_761) % 4_294_967_296) + 10_000_000_000).slice(-digits);

/** A table without a header, one list of values a column. */
function suggest(...columns: (readonly string[])[]) {
  const rows = times(Math.max(...columns.map((column) => column.length)), (row) =>
    columns.map((column) => column[row] ?? ''),
  );
  return suggestMapping({
    columns: profilesOf(
      columns.map(() => ''),
      rows,
    ),
    fields: [],
    earlier: [],
  });
}
const fieldOf = (values: readonly string[]) => suggest(values)[0]?.field;

const american = times(60, (index) => `${['727', '313', '415'][index % 3]}${2 + (index % 7)}${drawn(index, 6)}`);
const berlin = times(60, (index) => `030 ${2 + (index % 7)}${drawn(index, 6)}`);
const emails = times(60, (index) => `person${index}@mail${index % 9}.example`);

describe('columns without a name', () => {
  it.each([
    ['American digits', american],
    ['area codes with a 0', berlin],
    ['Danish pairs', times(30, (index) => `2${index % 10} ${drawn(index, 2)} ${drawn(index + 7, 2)} 4${index % 9}`)],
    ['the country in front', times(30, (index) => `45${2 + (index % 7)}${drawn(index, 7)}`)],
    ['prefixes', times(30, (index) => `+4670${drawn(index, 7)}`)],
  ])('are phones by their values alone: %s', (_, values) => {
    const [phone] = suggest(values);
    expect(phone).toMatchObject({ field: 'Phone' });
    expect(phone?.confidence).toBeLessThan(0.7);
    expect(phone?.reasons).toEqual(['100 % of the values are phone numbers; the column has no name.']);
  });

  it('are e-mail addresses by their values alone', () => {
    const [email] = suggest([...emails, 'none']);
    expect(email).toMatchObject({ field: 'Email' });
    expect(email?.confidence).toBeLessThan(0.7);
    expect(email?.reasons).toEqual(['98 % of the values are e-mail addresses; the column has no name.']);
  });

  it('fill each field once, from the first of them', () => {
    const others = emails.map((email) => `work.${email}`);
    const reversed = american.toReversed();
    expect(suggest(american, emails, reversed, others).map(({ field }) => field)).toEqual([
      'Phone',
      'Email',
      null,
      null,
    ]);
  });

  it('are no guess when they hold the numbers of a database', () => {
    expect(suggest(times(60, (index) => String(100_001 + index)))[0]).toMatchObject({ field: null, runnerUp: null });
  });

  it.each([
    ['numbers handed out one after the other', times(60, (index) => String(7_275_551_200 + index))],
    ['ten digits by lot', times(60, (index) => drawn(index * 3, 10))],
    ['eight digits by lot', times(60, (index) => `2${drawn(index, 7)}`)],
    ['days', times(60, (index) => `2024${String(1 + (index % 12)).padStart(2, '0')}${10 + (index % 19)}`)],
    ['moments', times(60, (index) => `17${drawn(index, 8)}`)],
    [
      'birth dates with four digits',
      times(60, (index) => `7${index % 10}${['01', '05', '12'][index % 3]}1${drawn(index, 5)}`),
    ],
    ['tax numbers', times(60, (index) => `0${drawn(index, 2)}/${drawn(index + 3, 3)}/${drawn(index, 5)}`)],
    ['digits behind a zero', times(60, (index) => `0${1 + (index % 9)}${drawn(index, 8)}`)],
    ['filled up with zeros', times(60, (index) => `01234${String(50_000 + index)}`)],
    ['one number in every row', times(60, () => '+4533112233')],
    ['one address in every row', times(60, () => 'test@test.com')],
    ['post codes', times(60, (index) => String(10_115 + index * 7))],
    ['flags', times(60, (index) => (index % 2 === 0 ? 'Y' : 'N'))],
    ['too few digits to tell', american.slice(0, 20)],
    ['numbers of two kinds', [...american.slice(0, 40), ...times(20, (index) => String(900_000 + index))]],
  ])('are nothing when they hold %s', (_, values) => expect(fieldOf(values)).toBeNull());
});

describe('how many of the values, in words', () => {
  const profile = (kinds: Partial<ColumnProfile['kinds']>, filled: number, sampled: number): ColumnProfile => ({
    ...(profilesOf(['Telefon'], [['+4533112233']])[0] as ColumnProfile),
    filled,
    sampled,
    distinct: Math.min(sampled, 1_000),
    kinds: { phone: 0, email: 0, postcode: 0, date: 0, name: 0, id: 0, url: 0, number: 0, ...kinds },
  });
  const words = (phone: number, filled: number, sampled = filled) =>
    suggestMapping({ columns: [profile({ phone }, filled, sampled)], fields: [], earlier: [] })[0]?.reasons.at(-1);

  test('all of them only when all of them do', () => {
    expect(words(1_000, 1_000)).toBe('100 % look like phone numbers.');
    expect(words(999, 1_000)).toBe('99 % look like phone numbers.');
  });

  test('the counts when only some were looked at', () => {
    expect(words(4_950, 60_000, 5_000)).toBe('4,950 of 5,000 sampled values look like phone numbers.');
    expect(words(5_000, 60_000, 5_000)).toBe('All of 5,000 sampled values look like phone numbers.');
  });
});

test('a day that no calendar has is no date', () => {
  const [birth] = suggestMapping({
    columns: profilesOf(
      ['Geburtsdatum'],
      [['04.05.1971'], ['12/11/1985'], ['31/12/1980'], ['12/31/1980'], ['13/13/1980']],
    ),
    fields: [],
    earlier: [],
  });
  expect(birth?.reasons.at(-1)).toBe('80 % are dates.');
});
