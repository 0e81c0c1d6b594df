import { expect, it } from 'vitest';
import { isMasked, matchStored } from './loose-values.ts';

it.each([
  ['Berlin-Kolleg', 'Berlin-Kolleg', 'same'],
  ['', '', 'same'],
  ['ACME  GmbH', 'Acme GmbH', 'form'],
  ['+49 30 901838222', '+4930901838222', 'form'],
  ['0049 30 901838222', '+4930901838222', 'form'],
  // The last digits are the same, the country is not.
  ['+45 33112233', '+46 33112233', 'other'],
  ['+45 33112233', '33112233', 'other'],
  ['OSZ TIEM (Technische Informatik)', 'OSZ TIEM (Tech', 'cut'],
  ['2026-11-02', '2026-02-11', 'other'],
  ['Anna', '', 'missing'],
  ['Anna', null, 'missing'],
])('“%s” stored as “%s” is %s', (sent, stored, match) => expect(matchStored(sent, stored, true)).toBe(match));

it('says nothing about a field that no lead shows', () => {
  expect(matchStored('Anna', null, false)).toBe('unseen');
});

it('takes marks that stand for something for a mask, and no address of a shop', () => {
  expect(['+45******11', 'p***@x.dk', '••••', 'XXXX1234', '+45 ## ## ##'].filter((text) => !isMasked(text))).toEqual(
    [],
  );
  expect(['info@xxxlutz.de', 'XXL', 'Office #4', '+45 70 10 20 30'].filter(isMasked)).toEqual([]);
});
