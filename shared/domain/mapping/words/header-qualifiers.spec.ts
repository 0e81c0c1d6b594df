import { expect, it } from 'vitest';
import { headerMeanings } from './header-meanings.ts';
import { writtenOut } from './header-qualifiers.ts';

const fields = new Set(['zip', 'zipcode', 'telefon', 'adresse']);
const written = (token: string) =>
  writtenOut(
    token,
    () => false,
    (word) => fields.has(word),
  );

it('a word that is several is written as them', () => {
  expect(written('zipcodetelefon')).toEqual(['zipcode', 'telefon']);
  expect(written('telefonzipcodekunde')).toEqual(['telefon', 'zipcode', 'kunde']);
});

it('a word of many that can be divided in more than one way is given up at once', { timeout: 10_000 }, () => {
  const word = `${'zipcode'.repeat(50)}qqq`;
  expect(written(word)).toEqual([word]);
  expect(headerMeanings(word).filter(({ strength }) => strength >= 0.6)).toEqual([]);
});
