import { describe, expect, it } from 'vitest';
import { drawChanges } from './run-changes.ts';

const small = { changed: ['electron/core/files/text/row-cutter.ts'], specs: [] };
const large = {
  changed: ['electron/core/files/text/csv-reader.ts', 'electron/core/files/workbooks/byte-scanner.ts'],
  specs: [],
};

describe('drawn changes', () => {
  it('are all changes of each run, in another order for another seed', async () => {
    const one = await drawChanges([small, large], { changes: null, seed: 1, withOperators: false });
    const other = await drawChanges([small, large], { changes: null, seed: 2, withOperators: false });
    expect(one.map(({ drawn, all }) => drawn.length === all)).toEqual([true, true]);
    const linesOf = (draws: typeof one) => draws[1]?.drawn.map(({ change }) => change.line) ?? [];
    expect(linesOf(one)).not.toEqual(linesOf(other));
    expect(new Set(linesOf(one))).toEqual(new Set(linesOf(other)));
  });

  it('come evenly from all runs when their number is given', async () => {
    const ways = { seed: 3, withOperators: true };
    const everything = (await drawChanges([small, large], { changes: null, ...ways })).flatMap(({ drawn }) => drawn);
    const changes = Math.floor(everything.length / 2);
    const draws = await drawChanges([small, large], { changes, ...ways });
    expect(draws.reduce((sum, { drawn }) => sum + drawn.length, 0)).toBe(changes);
    for (const { drawn, all } of draws) {
      expect(drawn.length / all).toBeGreaterThan(0.2);
      expect(drawn.length / all).toBeLessThan(0.8);
    }
  });

  it('leave a run out that none is drawn of', async () => {
    expect(await drawChanges([small, large], { changes: 1, seed: 3, withOperators: false })).toHaveLength(1);
  });
});
