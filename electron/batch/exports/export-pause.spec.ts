import { expect, it } from 'vitest';
import { onceForAll } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench, jsonLines } from '../batch-fixture.ts';

let bench: BatchBench;
onceForAll(async () => (bench = await createBatchBench({ leads: 3 })));

it(
  'an export and a refresh say that they wait for the minute of the service, and until when',
  { tags: ['long'] },
  async () => {
    const output = bench.path('leads.csv');
    for (const isRefresh of [false, true]) {
      const match = { path: '/simpleleads' };
      bench.practice.faults.add({ kind: 'tooManyRequests', period: 'minute', resetSeconds: 3, times: 1, match });
      const { code, last, stdout } = await bench.run([
        'export',
        'simple',
        '--since-last',
        '--output',
        output,
        '--json',
      ]);
      expect([code, last?.['state'], 'refresh' in (last ?? {})]).toEqual([0, 'complete', isRefresh]);
      const reason = expect.stringMatching(/^The service asked for a pause until \d\d:\d\d/) as string;
      const resumeAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
      expect(jsonLines(stdout).filter((line) => 'resumeAt' in line)).toEqual([{ state: 'running', reason, resumeAt }]);
    }
  },
);

it('an export that ends because the day is used up says nothing of a pause', async () => {
  const match = { path: '/simpleleads' };
  bench.practice.faults.add({ kind: 'tooManyRequests', period: 'day', resetSeconds: 40_000, times: 'always', match });
  for (const name of ['first', 'second']) {
    const { code, stdout } = await bench.run(['export', 'simple', '--output', bench.path(`${name}.csv`), '--json']);
    expect([name, code, jsonLines(stdout).filter((line) => 'resumeAt' in line)]).toEqual([name, 4, []]);
  }
});
