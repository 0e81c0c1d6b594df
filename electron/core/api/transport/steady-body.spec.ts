import { expect, it } from 'vitest';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { SlowBody, steady } from './steady-body.ts';

const PACE = { over: 1_000, lowestRate: 100 };

/** How many pieces came before the body was given up, or `whole`. Each piece: the wait before it in ms, and its bytes. */
async function read(pieces: readonly (readonly [number, number])[], readerTakes = 0): Promise<number | 'whole'> {
  const clock = new VirtualClock();
  const pass = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
  async function* body(): AsyncGenerator<Uint8Array, void> {
    for (const [wait, bytes] of pieces) {
      pass(wait);
      yield Buffer.alloc(bytes);
    }
  }
  let count = 0;
  try {
    for await (const piece of steady(body(), clock, PACE)) {
      expect(piece.byteLength).toBe(pieces[count]?.[1]);
      count++;
      pass(readerTakes);
    }
    return 'whole';
  } catch (error) {
    expect(error).toBeInstanceOf(SlowBody);
    return count;
  }
}

it.each([
  [
    'comes at the lowest rate',
    [
      [1_000, 100],
      [1_000, 100],
    ],
    'whole',
  ],
  ['comes below the lowest rate', [[1_000, 99]], 0],
  [
    'comes below it in several pieces',
    [
      [400, 33],
      [300, 33],
      [300, 33],
    ],
    2,
  ],
  ['is slow for less than the time that is measured', [[999, 1]], 'whole'],
  [
    'was fast before it became slow',
    [
      [1_000, 100_000],
      [1_000, 99],
    ],
    1,
  ],
  [
    'was slow only at first',
    [
      [500, 1],
      [500, 999],
      [1_000, 100],
    ],
    'whole',
  ],
  ['is empty', [], 'whole'],
] as const)('reads a body that %s as far as it may', async (_, pieces, expected) => {
  expect(await read(pieces)).toBe(expected);
});

it('counts no time that the reader takes', async () => {
  expect(
    await read(
      [
        [100, 10],
        [100, 10],
        [800, 80],
        [1_000, 100],
      ],
      60_000,
    ),
  ).toBe('whole');
});
