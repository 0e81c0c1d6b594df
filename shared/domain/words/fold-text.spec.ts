import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.each([
  ['RENÉ', 'Rene\u0301'],
  ['\u00c5SE', 'a\u030ase'],
  ['\ud55c', '\u1112\u1161\u11ab'],
  ['ΟΔΌΣ', 'οδο\u0301ς'],
])('%j and %j are one text to a search', (one, other) => expect(foldText(one)).toBe(foldText(other)));

it('keeps letters apart that only look alike', () => {
  expect(foldText('Rene')).not.toBe(foldText('René'));
  expect(foldText('\ufb01')).not.toBe(foldText('fi'));
});
