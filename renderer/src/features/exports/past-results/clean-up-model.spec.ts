import { expect, test } from 'vitest';
import { heldBecause, storedBytes, suggestedToDelete } from './clean-up-model.ts';

const result = (
  id: string,
  startedAt: number,
  state: 'complete' | 'running' = 'complete',
  refreshedAt: number | null = null,
) => ({
  id,
  startedAt,
  refreshedAt,
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
  expect(suggestedToDelete(results, new Set(['open']), 400)).toEqual(['older']);
  expect(suggestedToDelete(results, new Set(['open']), 399)).toEqual(['older', 'old']);
  expect(suggestedToDelete(results, new Set(), 400)).toEqual(['open']);
  expect(suggestedToDelete(results, new Set(['open']), 0)).toEqual(['older', 'old', 'new']);
  const refreshed = [result('kept up to date', 0, 'complete', 5), result('new', 4)];
  expect(suggestedToDelete(refreshed, new Set(), 100)).toEqual(['new']);
});

test('nothing is suggested within the limit, or without one', () => {
  expect(suggestedToDelete(results, new Set(), 500)).toEqual([]);
  expect(suggestedToDelete(results, new Set(), null)).toEqual([]);
});

test('what is held says why', () => {
  expect(heldBecause(result('a', 0), new Set(['a']))).toBe('open now');
  expect(heldBecause(result('a', 0, 'running'), new Set())).toBe('still arriving');
  expect(heldBecause(result('a', 0), new Set(['b']))).toBeNull();
});
