import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { saveDoubt } from './doubt-report.ts';

let folder: string;
beforeEach(() => {
  folder = specFolder('doubt-report');
});

const DOUBT: Doubt = {
  foundAt: 0,
  sentences: ['One.', 'Two.'],
  forgotten: [],
  lost: [],
  held: [],
  witness: null,
  setAside: null,
  memories: null,
  service: null,
};
const MEMORIES = { journal: { rows: 1, lastAt: null }, witness: { rows: 2_000, lastAt: 1000 } };
const SERVICE = { counted: 1_200, remembered: 900, readAt: 2000, isShared: false, since: null };

const target = () =>
  ({ token: 'token', access: 'write', name: 'report.txt', path: join(folder, 'report.txt') }) as const;

async function linesOf(change: Partial<Doubt>): Promise<string[]> {
  await saveDoubt({ ...DOUBT, ...change }, target(), new AbortController().signal);
  return readFileSync(target().path, 'utf8').split('\n');
}

it('is not written when nothing is in doubt any more', async () => {
  await expect(saveDoubt(null, target(), new AbortController().signal)).rejects.toThrow(
    'Nothing is in doubt any more.',
  );
});

it('says what is not known of what nobody remembers', async () => {
  expect(await linesOf({})).toEqual([
    'What Lead Console does not know of its own sends',
    'Found 1970-01-01T00:00:00.000Z. Times are UTC.',
    '',
    'One.',
    'Two.',
    '',
    'Who remembers what',
    'Journal and witness: not known.',
    'Service: not asked.',
    '',
    'Jobs in doubt',
    '',
  ]);
});

it('says of a damaged witness what it still knows, and of a missing one that it is missing', async () => {
  expect(await linesOf({ memories: MEMORIES })).toEqual(
    expect.arrayContaining([
      'Journal: 1 row left, last entry at a time not known.',
      'Witness: 2,000 rows left, last record 1970-01-01T00:00:01.000Z.',
    ]),
  );
  expect(await linesOf({ memories: MEMORIES, witness: 'shorter' })).toContain(
    'Witness: 2,000 rows left, last record 1970-01-01T00:00:01.000Z, at least: it is shorter than the journal.',
  );
  expect(await linesOf({ memories: { ...MEMORIES, witness: null }, witness: 'missing' })).toContain(
    'Witness: missing.',
  );
});

it('says whether the figures of the service are of requests for leads alone, and where the damaged journal is', async () => {
  const figures = 'Service: counted 1,200 in its day, this computer remembers 900';
  expect(await linesOf({ service: SERVICE, setAside: 'journal-damaged.sqlite' })).toEqual(
    expect.arrayContaining([
      `${figures}, read 1970-01-01T00:00:02.000Z.`,
      'The damaged journal is kept as journal-damaged.sqlite.',
    ]),
  );
  expect(await linesOf({ service: { ...SERVICE, isShared: true } })).toContain(
    `${figures} (other requests for leads in both), read 1970-01-01T00:00:02.000Z.`,
  );
  expect(await linesOf({ service: { ...SERVICE, since: 1000 } })).toContain(
    `${figures}, equal until 1970-01-01T00:00:01.000Z, read 1970-01-01T00:00:02.000Z.`,
  );
});

it('says of each job what only the witness knows', async () => {
  const lines = await linesOf({
    forgotten: [{ jobId: 'a', name: 'A', rows: '5', count: 1, firstAt: null, lastAt: 3000 }],
    lost: [{ jobId: 'b', file: 'b.csv', rows: 8, sent: 4, at: null }],
    held: [
      { jobId: 'c', name: 'C', campaignCode: 'SPRING', waiting: 1, rows: 1 },
      { jobId: 'd', name: 'D', campaignCode: 'SPRING', waiting: 1_500, rows: 2_000 },
    ],
  });
  expect(lines.slice(-5)).toEqual([
    '"A": only the witness knows that 1 row left, from a time not known to 1970-01-01T00:00:03.000Z: 5.',
    '"b.csv": only the witness knows the job: 4 of 8 rows left, the first at a time not known.',
    '"C" into SPRING: held, 1 of 1 row waits.',
    '"D" into SPRING: held, 1,500 of 2,000 rows wait.',
    '',
  ]);
});
