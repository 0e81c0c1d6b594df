import { expect, test } from 'vitest';
import { cleaningWords, stepOf, withStep } from './cleaning-model.ts';

test('blanks are trimmed before anything else, whatever was chosen first', () => {
  const steps = withStep(withStep([], 'case', { kind: 'case', to: 'lower' }), 'trim', { kind: 'trim' });
  expect(cleaningWords(steps)).toEqual(['Trim', 'Lower case']);
});

test('a step takes the place of the one of its kind and can be taken away', () => {
  const danish = withStep([{ kind: 'phone', country: 'DE' }], 'phone', { kind: 'phone', country: 'DK' });
  expect(stepOf(danish, 'phone')?.country).toBe('DK');
  expect(withStep(danish, 'phone', null)).toEqual([]);
  expect(stepOf([], 'date')).toBeNull();
});

test('a phone says the prefix of its country, or of the whole file', () => {
  expect(cleaningWords([{ kind: 'phone', country: 'DE' }], 'DK')).toEqual(['Phone +49']);
  expect(cleaningWords([{ kind: 'phone', country: null }], 'DK')).toEqual(['Phone +45']);
});
