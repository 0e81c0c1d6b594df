import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal, type JournalUnderTest } from './job-fixture.ts';
import { inParts } from './in-parts.ts';

const ROWS = 30_000;
const CELL = 1_000;

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
});
afterEach(() => at[Symbol.dispose]());

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

test('making a job keeps the values of a part of its rows in memory, not those of all', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const job = at.add([['+4530000001']], { id: 'pattern' });
  const before = used();
  let atTheEnd = 0;
  at.store.create({ ...job, id: 'long' }, (journal) => {
    // The last line, read in the midst of the statement that works out the leads.
    journal.function('seen', (line) => {
      if (line === ROWS) atTheEnd = used();
      return line;
    });
    journal.exec(`CREATE TEMP TABLE many AS
      WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ${ROWS})
      SELECT n, json_array('+45' || printf('%0${CELL}d', n)) AS cells FROM row;
      CREATE TEMP VIEW draft_cell AS SELECT n, seen(n) AS line, cells FROM many;
      CREATE TEMP VIEW draft_row AS SELECT n, NULL AS left_out, 0 AS is_answered, 0 AS is_agreed FROM many`);
    return { [Symbol.dispose]: () => journal.exec('DROP VIEW draft_cell; DROP VIEW draft_row; DROP TABLE many') };
  });
  expect(at.store.find('long')?.rows).toBe(ROWS);
  expect(atTheEnd - before).toBeLessThan((ROWS * CELL) / 4);
});
