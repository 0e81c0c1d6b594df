import { expect, test } from 'vitest';
import { change, startHistory, undo } from './history-model.ts';

test('every change can be taken back, one at a time', () => {
  const changed = change(change(startHistory('a'), 'b'), 'c');
  expect(undo(changed).present).toBe('b');
  expect(undo(undo(changed)).present).toBe('a');
  expect(undo(undo(undo(changed))).present).toBe('a');
});

test('the same value again is no change', () => {
  expect(change(startHistory('a'), 'a').past).toEqual([]);
});
