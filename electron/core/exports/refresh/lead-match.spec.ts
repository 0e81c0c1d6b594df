import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from '../result/open-result.ts';
import { ResultStore } from '../result/result-store.ts';
import { LeadMatch } from './lead-match.ts';

it('finds leads ten steps at a time, and lets others have their turn between', async () => {
  const folder = specFolder('match');
  const ids = Array.from({ length: 25 }, (_, row) => [`id-${row}`]);
  for (const [name, rows] of [
    ['result', ids],
    ['came', ids.toReversed()],
  ] as const) {
    using store = new ResultStore(join(folder, `${name}.sqlite`));
    store.append(rows, 1);
  }
  const database = openResult(join(folder, 'result.sqlite'));
  onTestFinished(() => database.close());
  database.prepare('ATTACH ? AS came').run(join(folder, 'came.sqlite'));
  const match = new LeadMatch(database, { paths: ['uniqueId'], places: [0], ids: 0 });
  const pause = vi.fn<() => Promise<void>>(async () => undefined);
  await match.find(1, pause);
  expect(pause).toHaveBeenCalledTimes(3);
  expect(match.met(1, 25)).toEqual({ differing: [], same: 25 });
  expect([match.met(10, 11).same, match.fresh(1, 25)]).toEqual([2, []]);
});
