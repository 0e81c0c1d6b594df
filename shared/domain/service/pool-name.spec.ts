import { expect, it } from 'vitest';
import { poolNameOf, poolSchemeOf, suggestedPoolName } from './pool-name.ts';

const zone = 'Europe/Copenhagen';
const november = { fileName: 'nordic_leads-week47.csv', zone, now: Date.parse('2026-11-17T23:30:00Z') };
const december = { fileName: 'nordic_leads-week50.csv', zone, now: Date.parse('2026-12-08T10:00:00Z') };

it('suggests the name of the file with the month', () => {
  expect(suggestedPoolName(november.fileName, zone, november.now)).toBe('nordic leads week47 2026-11');
  expect(suggestedPoolName('.csv', zone, november.now)).toBe('Import 2026-11');
});

it.each([
  ['supplier_a_2026-10.csv', 'supplier a 2026-10'],
  ['supplier_a_2026_10.csv', 'supplier a 2026-10'],
  ['leads-20261031.xlsx', 'leads 20261031'],
  ['leads 31.10.2026.xlsx', 'leads 31.10.2026'],
  ['block-2026.csv', 'block 2026 2026-11'],
  ['customers-40000-2.csv', 'customers 40000-2 2026-11'],
])('adds no month to the date in the name of the file: %s', (fileName, name) => {
  expect(suggestedPoolName(fileName, zone, november.now)).toBe(name);
});

it.each([
  ['nordic leads week47 2026-11', '{file} {month}', 'nordic leads week50 2026-12'],
  // The day changes at midnight there, not in UTC.
  ['Fair 2026-11-18', 'Fair {day}', 'Fair 2026-12-08'],
  ['Always the same', 'Always the same', 'Always the same'],
])('makes a scheme of the name %j, and of it the next name', (name, scheme, next) => {
  expect(poolSchemeOf(name, november)).toBe(scheme);
  expect(poolNameOf(scheme, december)).toBe(next);
});

it.each([
  ['m.csv', 'm 2026-11', '{file} {month}'],
  ['m.csv', 'Summer 2026-11', 'Summer {month}'],
  ['m.csv', 'Summer m 2026-11', 'Summer {file} {month}'],
  ['day.csv', 'day 2026-11-18', '{file} {day}'],
  ['day.csv', 'Fair 2026-11-18', 'Fair {day}'],
  ['a+b (2).csv', 'a+b (2) 2026-11', '{file} {month}'],
])('a short name of a file is found only as a word: %s in %j', (fileName, name, scheme) => {
  expect(poolSchemeOf(name, { ...november, fileName })).toBe(scheme);
});

it('ends the name of a long file with a word', () => {
  const long = 'leverandør østjylland energi og rådgivning aftale 2026 uge – opdateret.csv';
  expect(suggestedPoolName(long, zone, november.now)).toBe(
    'leverandør østjylland energi og rådgivning aftale 2026 uge 2026-11',
  );
  expect(suggestedPoolName('leads (2).csv', zone, november.now)).toBe('leads (2) 2026-11');
});

it('never makes an empty or an overlong name', () => {
  expect(poolNameOf('  ', december)).toBe('nordic leads week50');
  expect(poolNameOf(`${'{file}'.repeat(30)}`, december).length).toBeLessThanOrEqual(200);
  expect(poolNameOf('{other} $& {day}', december)).toBe('{other} $& 2026-12-08');
});
