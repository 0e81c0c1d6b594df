import { expect, it } from 'vitest';
import { isNamedAlike } from './file-likeness.ts';

it.each([
  ['nordic-leads-2026-10.csv', 'nordic-leads-2026-11.csv', true],
  ['Nordic Leads October (2).xlsx', 'nordic_leads_november.csv', true],
  ['Messe Köln KW12.xls', 'messe-köln-kw47.ods', true],
  ['nordic-leads.csv', 'acme-contacts.csv', false],
  ['2026-10.csv', '2026-11.csv', false],
  ['', '', false],
])('%j and %j: %s', (one, other, expected) => {
  expect(isNamedAlike(one, other)).toBe(expected);
  expect(isNamedAlike(other, one)).toBe(expected);
});
