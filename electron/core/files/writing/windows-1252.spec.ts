import { expect, it } from 'vitest';
import { encodeWindows1252 } from './windows-1252.ts';

it('has the byte of each character as browsers read it, and says which character has none', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(encodeWindows1252(new TextDecoder('windows-1252').decode(all))).toEqual(all);
  expect(['Ωmega', 'Zoë 😀!', 'Łódź'].map(encodeWindows1252)).toEqual(['Ω', '😀', 'Ł']);
  // Controls whose bytes stand for other characters.
  expect(['\u0080', 'a\u0085', '\u009f'].map(encodeWindows1252)).toEqual(['\u0080', '\u0085', '\u009f']);
});
