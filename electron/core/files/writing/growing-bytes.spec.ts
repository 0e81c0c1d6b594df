import { expect, it } from 'vitest';
import { GrowingBytes } from './growing-bytes.ts';

it('two pieces of memory take turns, stay as they are until then, and grow with what was kept', () => {
  const memory = new GrowingBytes();
  const first = memory.next(70_000);
  first.write('first');
  const second = memory.next(10);
  second.write('second');
  expect([first.toString('utf8', 0, 5), second.toString('utf8', 0, 6)]).toEqual(['first', 'second']);
  // Large enough already: the same memory.
  expect(memory.grow(65_536, 6).buffer).toBe(second.buffer);
  const larger = memory.grow(65_537, 6);
  expect(larger.buffer).not.toBe(second.buffer);
  expect(larger.toString('utf8', 0, 6)).toBe('second');
  // Some more than was asked for, so that pieces that get longer little by little are not copied each time.
  expect(larger.length).toBeGreaterThan(80_000);
  expect(larger.length).toBeLessThan(100_000);
  expect(memory.next(70_000).buffer).toBe(first.buffer);
  expect(memory.next(81_000).buffer).toBe(larger.buffer);
});
