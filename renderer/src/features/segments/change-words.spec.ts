import { expect, it } from 'vitest';
import { format } from '../../lib/format.ts';
import { exampleSegmentChange } from '../../testing/examples.ts';
import { stateWords } from './change-words.ts';

it('a change that is held names no moment that has passed', () => {
  const words = (heldUntil: number | null) => stateWords(exampleSegmentChange({ state: 'running', heldUntil }));
  const later = Date.now() + 60_000;
  expect(words(later)).toBe(`Waiting until ${format.timeWithSeconds(later)}`);
  expect(words(Date.now())).toBe('Waiting');
  expect(words(null)).toBe('Sending');
});
