import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as shapes from '../../../../shared/domain/files/cell-shapes.ts';
import { holdsPhone } from '../../../../shared/domain/phones/phone-in-cell.ts';
import { TableProfile } from './column-profile.ts';
import { RowPacker } from './row-packer.ts';

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

const kindOf = {
  phone: (text: string) => holdsPhone(text) || shapes.looksLikeShortenedPhone(text),
  email: shapes.looksLikeEmail,
  postcode: shapes.looksLikePostcode,
  date: shapes.looksLikeDate,
  name: shapes.looksLikeName,
  id: shapes.looksLikeIdentifier,
  url: shapes.looksLikeUrl,
  number: shapes.looksLikeNumber,
};
const value = fc.constantFrom(
  ...['', ' ', 'Anna Olsen', ' Bo ', '+45 20 30 40 50', '4,17E+10', 'a@b.dk', '2100', '10115', '2026-05-04', 'K-1042'],
  ...['www.a.dk', '1.234,50', 'one\ntwo', 'x'.repeat(301), `${'y'.repeat(250)}`, 'æ', '7'],
);

const shownOf = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

test('each column is counted for what its values look like', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 40 }), (rows) => {
      const table = new TableProfile();
      const spaces: string[] = [];
      for (const [at, cells] of rows.entries())
        table.add({ line: at + 1, cells }, ({ line }, column) => void spaces.push(`${line} ${column}`));
      const isSpace = (cell: string) => cell !== '' && cell.trim() === '';
      expect(spaces).toEqual(
        rows.flatMap((cells, at) => cells.flatMap((cell, column) => (isSpace(cell) ? [`${at + 1} ${column}`] : []))),
      );
      for (const [column, profile] of table.profiles(['A', 'B'], 2).entries()) {
        const values = rows.map((cells) => shownOf((cells[column] ?? '').trim())).filter((cell) => cell !== '');
        const counts = Object.entries(kindOf).map(([kind, test]) => [kind, values.filter((cell) => test(cell)).length]);
        expect(profile.kinds).toEqual(Object.fromEntries(counts));
        expect([profile.filled, profile.sampled, profile.distinct]).toEqual([
          ...[values.length, values.length, new Set(values).size],
        ]);
        // Three different values where there are as many.
        expect(new Set([profile.first, profile.longest, profile.oddest]).size).toBe(
          Math.max(1, Math.min(3, profile.distinct)),
        );
        expect([profile.longest, profile.oddest].every((text) => values.length === 0 || text !== '')).toBe(true);
      }
    }),
  );
});

test('of many values the first 1,500 are judged, and then every 16th', () => {
  const profile = profileOf(Array.from({ length: 1532 }, (_, at) => (at >= 1500 ? '2026-05-04' : 'Ry')));
  expect(profile).toMatchObject({ filled: 1532, sampled: 1502, kinds: { date: 2 } });
});

test('of many values exactly the 1,504th and the 1,520th are judged behind the 1,500th', () => {
  const dates = new Set([1503, 1519]);
  const profile = profileOf(Array.from({ length: 1532 }, (_, at) => (dates.has(at) ? '2026-05-04' : `Ry ${at}`)));
  expect(profile).toMatchObject({ sampled: 1502, distinct: 1000, kinds: { date: 2 } });
});

test('numbers of many lengths are of one shape: none of them is odd', () => {
  expect(profileOf(['10115', '101', '1067', '10116', '107', '10117'])?.oddest).toBe('101');
});

test('words are looked for where fewer than half are addresses or dates, and hardly any are numbers', () => {
  const signsOf = (values: readonly string[], header = 'X') => profileOf(values, header)?.signs !== undefined;
  const times = (count: number, value: string) => Array.from({ length: count }, (_, at) => value.replace('#', `${at}`));
  expect(signsOf([...times(2, 'a#@x.dk'), 'Bo', 'Ib'])).toBe(true);
  expect(signsOf([...times(2, 'a#@x.dk'), '2026-05-04', 'Ib'])).toBe(false);
  expect(signsOf([...times(2, 'www.a#.dk'), '2026-05-04', 'Ib'])).toBe(false);
  expect(signsOf([...times(9, '1#'), 'Ib'])).toBe(true);
  expect(signsOf(times(10, '1#'))).toBe(false);
  expect(signsOf(times(10, '1#'), '')).toBe(false);
  // Phones without a name may be known by their form.
  expect(signsOf(times(10, '2030405#'), '')).toBe(true);
});

test('packed rows are counted as rows of cells, and decoded only when a value is longer than all before', () => {
  const rows = [
    ['Anna', 'Øster Ågade 7', ''],
    ['Bo', 'æøåæøåæøåæ', 'x'],
    ...Array.from({ length: 40 }, (_, at) => ['øøøø', 'y'.repeat(13), at % 2 === 0 ? 'x' : ' ']),
    ['ååååå', '😀😀😀😀😀😀', ''],
    ['a', 'z'.repeat(14), ''],
    ['b', 'ø'.repeat(15), 'xx'],
  ];
  const [one, other] = [new TableProfile(), new TableProfile()];
  const spaces: [string[], string[]] = [[], []];
  const packer = new RowPacker();
  const decoded: number[] = [];
  for (const [at, cells] of rows.entries()) {
    one.add({ line: at + 1, cells }, ({ line }, column) => void spaces[0].push(`${line} ${column}`));
    packer.begin();
    for (const [column, cell] of cells.entries()) if (cell !== '') packer.text(column, cell);
    const row = packer.finish(at + 1, 3);
    const see = ({ line }: { readonly line: number }, column: number) => void spaces[1].push(`${line} ${column}`);
    if (row === null || other.addPacked(row, see)) continue;
    other.add(row, see);
    decoded.push(at);
  }
  const shown = (table: TableProfile) =>
    table.profiles(['a', 'b', 'c'], 3).map(({ filled, first, longest }) => [filled, first, longest]);
  expect(shown(other)).toEqual(shown(one));
  expect(spaces[1]).toEqual(spaces[0]);
  // The first values of their columns, the 32nd row, and longer values.
  expect(decoded).toEqual([0, 1, 31, 42, 43, 44]);
  expect(one.width).toBe(3);
});

test('each column has a name of its own', () => {
  const header = ['Name', 'name', 'Name', '', ' A\n  b ', 'Column 4', 'name (2)'];
  const labels = new TableProfile().profiles(header, 8).map(({ label }) => label);
  expect(labels).toEqual([
    ...['Name', 'name (2)', 'Name (3)', 'Column 4', 'A b', 'Column 4 (2)', 'name (2) (2)', 'Column 8'],
  ]);
  expect(profileOf(['Anna', 'Bo', 'Ib'])?.phoneShare).toBe(0);
  expect(profileOf(['Anna'])).toMatchObject({ first: 'Anna', longest: 'Anna', oddest: 'Anna' });
});

test('a sheet with one name in all its columns takes no minutes', { timeout: 10_000 }, () => {
  const name = 'x'.repeat(200);
  const header = Array.from({ length: 16_384 }, () => name);
  const labels = new TableProfile().profiles(header, header.length).map(({ label }) => label);
  expect(new Set(labels).size).toBe(header.length);
  expect(labels.at(-1)).toBe(`${name} (16384)`);
});
