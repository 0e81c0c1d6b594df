import { expect, test } from 'vitest';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { countrySourceWords } from './phone-country-words.ts';

const { phoneCountry } = exampleDraft();

test('the source of a country fits into a line', () => {
  const words = (country: Partial<typeof phoneCountry>) => countrySourceWords({ ...phoneCountry, ...country });
  expect(words({ clues: ['headers', 'places', 'addresses'] })).toBe('Guessed from headers, places and addresses');
  expect(words({ source: 'file', clues: ['rows'] })).toBe('Named by its column of countries');
  expect(words({ source: 'you', clues: [] })).toBe('You chose it');
  expect(words({ source: 'campaign', clues: [] })).toBe('As in this campaign before');
  expect(words({ value: null, offered: ['DK', 'NO'] })).toBe('Not certain: Denmark or Norway?');
  expect(words({ value: null, offered: [] })).toBe('The file does not show it');
});
