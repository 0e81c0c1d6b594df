import { expect, it } from 'vitest';
import { firstCharacters } from './first-characters.ts';

it('is the beginning of a text, without half of a character at its end', () => {
  expect(firstCharacters('Ærø Energi', 3)).toBe('Ærø');
  expect(firstCharacters('Ærø', 9)).toBe('Ærø');
  expect(['ab😀c', 'ab😀c', 'ab😀c'].map((text, at) => firstCharacters(text, 2 + at))).toEqual(['ab', 'ab', 'ab😀']);
  // What came halved stays as it is, but at the end.
  expect(firstCharacters('a\ud83dbc', 3)).toBe('a\ud83db');
});
