import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BatchBench, CAMPAIGN, createBatchBench, csvRecords, importOf, people } from './batch-fixture.ts';

let bench: BatchBench;
beforeEach(async () => void (bench = await createBatchBench()));
afterEach(() => bench.close());

vi.setConfig({ testTimeout: 180_000 });

it.each(['pause', 'stop'] as const)(
  '%s reaches the import that another process runs, and its rows are answered',
  async (how) => {
    const file = bench.file('people.csv', people(400));
    const result = bench.path('result.csv');
    const reached = Promise.withResolvers<Awaited<ReturnType<BatchBench['run']>>>();
    let job = '';
    const args = importOf(file, result, '--map', 'auto', '--json');
    const imported = await bench.runProgram(args, {
      onOutput(stdout) {
        if (job !== '' || !/"created":[1-9]/.test(stdout)) return;
        // The very first line names the job.
        ({ job } = JSON.parse(stdout.split('\n')[0] ?? '') as { job: string });
        bench.runProgram([how, job, '--json']).then(reached.resolve, reached.reject);
      },
    });
    const ended = await reached.promise;
    expect(ended).toMatchObject({ code: 0, last: { job, state: how === 'pause' ? 'paused' : 'stopped' } });
    expect(imported.code).toBe(how === 'pause' ? 3 : 0);
    const { created, waiting, skipped, unknown, rows } = imported.last as Record<string, number>;
    expect([Number(created) + Number(waiting) + Number(skipped), unknown]).toEqual([rows, 0]);
    expect(Number(how === 'pause' ? waiting : skipped)).toBeGreaterThan(0);

    const later = bench.path('later.csv');
    expect((await bench.runProgram(['result', job, later, '--json'])).last).toMatchObject({
      created,
      rows,
      file: later,
    });
    expect(csvRecords(later)).toHaveLength(401);
    expect((await bench.runProgram(['job', job, '--json'])).last).toMatchObject({ job, created, campaign: CAMPAIGN });
    expect(await bench.runProgram(['result', job, later])).toMatchObject({ code: 2 });
    expect(await bench.runProgram(['job', 'nothing', '--json'])).toMatchObject({
      code: 2,
      last: { error: { code: 'notFound' } },
    });
  },
);

it('a signal ends a pause that waits for a row on its way in another process', async () => {
  const file = bench.file('people.csv', people(400));
  bench.practice.faults.add({ kind: 'hang', match: { method: 'POST' }, skip: 1, times: 'always' });
  const ended = Promise.withResolvers<Awaited<ReturnType<BatchBench['run']>>>();
  let job = '';
  const args = importOf(file, bench.path('r.csv'), '--timeout', '60', '--json');
  const imported = bench.runProgram(args, {
    onOutput(stdout) {
      if (job !== '' || !/"created":1/.test(stdout)) return;
      ({ job } = JSON.parse(stdout.split('\n')[0] ?? '') as { job: string });
      bench.run(['pause', job, '--json'], { onStart: (end) => end() }).then(ended.resolve, ended.reject);
    },
  });
  expect(await ended.promise).toMatchObject({ code: 130, last: { error: { code: 'cancelled' } } });
  await bench.practice.close();
  // The import was told all the same.
  expect(await imported).toMatchObject({ code: 3, last: { created: 1, error: { code: 'cancelled' } } });
});
