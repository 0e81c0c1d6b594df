import { expect, test } from 'vitest';
import { TableProfile } from './column-profile.ts';

function profileOf(values: readonly string[], header = '') {
  const table = new TableProfile();
  for (const [index, value] of values.entries()) table.add({ line: index + 1, cells: [value] }, () => undefined);
  const [profile] = table.profiles([header], 1);
  return profile;
}

test('the oddest post code is the one that lost a digit', () => {
  expect(profileOf(['10115', '10116', '10117', '1067'])?.oddest).toBe('1067');
  expect(profileOf(['10115', '10116', '1067', '10117', '10118', '10119'])?.oddest).toBe('1067');
});

test('amounts of any length are not odd, a word among them is', () => {
  const amounts = ['1,00', '10,00', '12,00', '100,00', '150,00', '1000,00'];
  expect(profileOf([...amounts, 'free', ...amounts])?.oddest).toBe('free');
});

test('of many columns without a name, those of phones are found', () => {
  const phones = Array.from({ length: 40 }, (_, index) => `030 ${3_000_000 + index * 77_777}`);
  expect(profileOf(phones)?.phoneShare).toBe(1);
  expect(profileOf(phones.map((_, index) => String(1_000_000 + index)))?.phoneShare).toBe(0);
  expect(profileOf(phones, 'Telefon')).not.toHaveProperty('phoneShare');
});

test('a long value is shown by its beginning, and what is as long as that as it is', () => {
  const [fits, long] = ['x'.repeat(300), `ab ${'y'.repeat(300)}`];
  expect(profileOf([fits])).toMatchObject({ filled: 1, first: fits, longest: fits });
  expect(profileOf([long])).toMatchObject({ first: `ab ${'y'.repeat(296)}…` });
});

test('behind the first 20,000 rows every row is counted, and every 32nd looked at', () => {
  const same = Array<string>(20_000).fill('Ry');
  const others = Array.from({ length: 64 }, (_, at) => `Town ${at}`);
  expect(profileOf([...same, ...others])).toMatchObject({ filled: 20_064, distinct: 3 });
});
