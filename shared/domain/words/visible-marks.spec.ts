import { expect, test } from 'vitest';
import { escapedJson, shownDirections, visibleMarks } from './visible-marks.ts';

test.each([
  ['Ærø, 日本, 😀 – plain text', 'Ærø, 日本, 😀 – plain text'],
  ['\u001b[2Jgone', '␛[2Jgone'],
  ['two\r\nlines\tand\0more', 'two␍␊lines␉and␀more'],
  ['\u007f\u0085\u009b', '␡<U+0085><U+009B>'],
  ['a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
  ['invoice\u202Efdp.exe\u2066\u200e\u061c', 'invoice<U+202E>fdp.exe<U+2066><U+200E><U+061C>'],
])('%j is shown as %j', (text, shown) => expect(visibleMarks(text)).toBe(shown));

test('a text for people shows direction marks, and leaves all else as it is', () =>
  expect(shownDirections('a\u202Eb\n\tæ\u0001')).toBe('a<U+202E>b\n\tæ\u0001'));

test('JSON says the same, and holds nothing that a terminal obeys', () => {
  const value = { said: '\u001b\u009b31m \u202Efdp \u2028', 'k\u0085': 'ø' };
  const text = escapedJson(JSON.stringify(value));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('ø');
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2028]/);
});
