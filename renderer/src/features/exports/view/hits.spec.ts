import { expect, test } from 'vitest';
import { hasHit, hitParts } from './hits.ts';

const marked = (text: string, needle: string) =>
  hitParts(text, needle)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');

test('every hit of a cell is cut out, whatever its case', () => {
  expect(marked('Anna Hansen-Voss, hansen@post.example', 'hansen')).toBe('Anna [Hansen]-Voss, [hansen]@post.example');
  expect(marked('ÅSE ÅSTRÖM', 'ås')).toBe('[ÅS]E [ÅS]TRÖM');
  expect(marked('aaa', 'aa')).toBe('[aa]a');
  expect(marked('none', 'x')).toBe('none');
});

test('letters that folding makes longer do not move the marks', () => {
  expect(marked('İİ Hansen', 'hansen')).toBe('İİ [Hansen]');
  expect(hasHit('İzmir', 'zmir')).toBe(true);
});

test('a letter whose mark stands behind it is found as one, and marked with it', () => {
  expect(marked('Rene\u0301 Hansen, Ren\u00e9', 'ren\u00e9')).toBe('[Rene\u0301] Hansen, [Ren\u00e9]');
  expect(marked('Rene\u0301 Hansen', 'hansen')).toBe('Rene\u0301 [Hansen]');
  expect(hasHit('Rene\u0301', 'ren\u00e9')).toBe(true);
});

test('nothing is a hit of an empty search', () => {
  expect(hasHit('Hansen', '')).toBe(false);
});
