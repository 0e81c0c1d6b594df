import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchBench, createBatchBench, importOf, people } from './batch-fixture.ts';
import { hasSignals } from '../core/foundation/this-system-fixture.ts';
import type { FaultSpecification } from '../practice/practice-service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/* The real program on a data folder that was restored from a copy, or copied to a second computer: only the service's count knows. */

const ROWS = 14;
const COUNTS = { path: '/myaccount/request/counts' };

let bench: BatchBench;
let job: string;

beforeAll(async () => {
  // Answers take long enough that two programs that begin together meet.
  bench = await createBatchBench({ latency: 60 });
  const file = bench.file('people.csv', people(ROWS));
  const args = importOf(file, bench.path('r.csv'), '--trial', '4', '--json');
  const { last } = await bench.run(args);
  job = String(last?.['job']);
  cpSync(bench.dataFolder, bench.path('copy'), { recursive: true });
});
afterAll(() => bench.close());

const accepted = () => bench.practice.ledger.accepted;
const resume = (folder: string, ...more: string[]) =>
  bench.run(['resume', job, ...more, '--json', '--url', bench.practice.url, '--data-dir', folder], { bare: true });

/** The data folder as it was when the first rows had left. */
function restored(name: string): string {
  const folder = bench.path(name);
  rmSync(folder, { recursive: true, maxRetries: 10, force: true });
  cpSync(bench.path('copy'), folder, { recursive: true });
  return folder;
}

function twice(): number {
  const leads = bench.practice.ledger.entries().map((entry) => JSON.stringify(entry.data));
  return leads.length - new Set(leads).size;
}

it('two computers with one folder begin together: one lead at most arrives twice', async () => {
  const ended = await Promise.all([restored('one'), restored('other')].map((folder) => resume(folder)));
  expect(twice()).toBeLessThanOrEqual(1);
  expect(ended.map(({ code }) => code)).toContain(3);
  for (const { code, last } of ended) if (code === 3) expect(last?.['countNotes']).toBeUndefined();
  // Where one of them went on to the end, its last words say what the service counted.
  for (const { code, last } of ended)
    if (code === 0 && twice() === 1) expect(JSON.stringify(last?.['countNotes'])).toMatch(/1 more lead/);
});

describe('a data folder that was restored from a copy', () => {
  let folder: string;
  let sent: number;

  // A later copy has sent all rows.
  beforeAll(async () => {
    await resume(restored('later'), '--go-on');
    sent = accepted();
  });
  beforeEach(() => {
    bench.practice.faults.clear();
    folder = restored('data');
  });

  it.each([
    ['answers', null],
    ['failed at first (500)', { kind: 'status', status: 500, times: 3 }],
    ['was throttled at first', { kind: 'tooManyRequests', period: 'minute', resetSeconds: 1, times: 1 }],
    ['came damaged at first', { kind: 'body', body: '[{"service": "Lea', times: 1 }],
    ['came in an unknown form at first', { kind: 'body', body: '{"hello": ["world"]}', times: 1 }],
  ] as const)('sends nothing without a person’s word: the count %s', async (_, fault) => {
    if (fault !== null) bench.practice.faults.add({ ...fault, match: COUNTS });
    const held = await resume(folder);
    expect(sent).toBeGreaterThanOrEqual(ROWS);
    expect([held.code, accepted()]).toEqual([3, sent]);
    expect(JSON.stringify(held.last)).toMatch(
      /The service counted \d+ more leads .*than this computer remembers since/,
    );
  });

  it('sends nothing while the service cannot be asked today, and says what that means', async () => {
    const throttled = { kind: 'tooManyRequests', period: 'day', resetSeconds: 40_000, times: 'always' } as const;
    bench.practice.faults.add({ ...throttled, match: COUNTS });
    const waits = await resume(folder);
    expect([waits.code, accepted()]).toEqual([4, sent]);
    expect(waits.last).toMatchObject({ error: { code: 'rateLimited' } });
    expect(JSON.stringify(waits.last)).toMatch(/Waits for the service’s count of leads.*--go-on/);
  });

  it('leaves out what the campaign holds, when a person wants it compared first', async () => {
    bench.practice.faults.add({ kind: 'status', status: 500, match: COUNTS, times: 'always' });
    const compared = await resume(folder, '--only-new');
    expect(compared.last).toMatchObject({ waiting: 0, skipped: ROWS - 4 });
    expect(accepted()).toBe(sent);
    // Nobody knows who sent them.
    expect((await bench.run(['resume', job])).stderr).toMatch(/not sent: .*or the campaign holds them already/);
  });

  it.runIf(hasSignals)(
    'sends nothing while the service fails, until a person says so (where there are signals)',
    async () => {
      bench.practice.faults.add({ kind: 'status', status: 500, match: COUNTS, times: 'always' });
      const waits = await bench.runProgram(['resume', job, '--json'], {
        onOutput: (stdout, child) => {
          if (stdout.includes('It failed (500)') && !child.killed) child.kill('SIGTERM');
        },
      });
      expect([waits.code, accepted()]).toEqual([143, sent]);
      expect((await resume(folder, '--go-on')).last).toMatchObject({ waiting: 0 });
    },
  );

  const expectGoesOn = async (fault: FaultSpecification, words: RegExp) => {
    bench.practice.faults.add({ ...fault, match: COUNTS, times: 'always' });
    const { code, last } = await resume(folder);
    expect(code).toBe(0);
    expect(last?.['countNotes']).toEqual([expect.stringMatching(words)]);
    expect((await bench.run(['job', job, '--json'])).last?.['countNotes']).toEqual([expect.stringMatching(words)]);
    expect((await bench.run(['account', '--json'])).stdout).toMatch(words);
  };
  it('goes on where the count is not offered, and says so with the job', () =>
    expectGoesOn({ kind: 'status', status: 404 }, /does not say how many leads it counted/));
  // The rows wait for a count that has the one created just now.
  it('goes on where the count is nothing at all, and says so with the job', { tags: ['long'] }, () =>
    expectGoesOn({ kind: 'body', body: '[{"service":"Leads","count":0}]' }, /The service counted 0 in its day/),
  );
});
