import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

test('goes over all rows once, and over none when there are none', () => {
  const parts: [number, number][] = [];
  inParts(4_001, (from, to) => parts.push([from, to]));
  expect(parts).toEqual([
    [1, 2_000],
    [2_001, 4_000],
    [4_001, 6_000],
  ]);
  inParts(null, () => expect.unreachable());
  inParts(undefined, () => expect.unreachable());
});
