import { expect, test } from 'vitest';
import { momentWords } from './moment-words.ts';

test('a moment is shortened for a label, and other text stays', () => {
  expect(momentWords('2026-11-16T17:58:04.351')).toMatch(/^(16 Nov|Nov 16) 17:58$/);
  expect(momentWords('2026-11-16')).toMatch(/^(16 Nov|Nov 16)$/);
  expect(momentWords('not set')).toBe('not set');
  expect(momentWords(undefined)).toBe('');
});
