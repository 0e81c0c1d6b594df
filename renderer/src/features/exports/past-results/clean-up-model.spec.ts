import { expect, test } from 'vitest';
import { heldBecause, storedBytes, suggestedToDelete } from './clean-up-model.ts';

const result = (id: string, startedAt: number, state: 'complete' | 'running' = 'complete') => ({
  id,
  startedAt,
  state,
  storedBytes: 100,
});
const results = [
  result('new', 4),
  result('running', 1, 'running'),
  result('old', 2),
  result('older', 1),
  result('open', 0),
];

test('the oldest are suggested until the rest fits, but never one that is open or still arriving', () => {
  expect(storedBytes(results)).toBe(500);
  expect(suggestedToDelete(results, 'open', 400)).toEqual(['older']);
  expect(suggestedToDelete(results, 'open', 399)).toEqual(['older', 'old']);
  expect(suggestedToDelete(results, null, 400)).toEqual(['open']);
  expect(suggestedToDelete(results, 'open', 0)).toEqual(['older', 'old', 'new']);
});

test('nothing is suggested within the limit, or without one', () => {
  expect(suggestedToDelete(results, null, 500)).toEqual([]);
  expect(suggestedToDelete(results, null, null)).toEqual([]);
});

test('what is held says why', () => {
  expect(heldBecause(result('a', 0), 'a')).toBe('open now');
  expect(heldBecause(result('a', 0, 'running'), null)).toBe('still arriving');
  expect(heldBecause(result('a', 0), 'b')).toBeNull();
});
