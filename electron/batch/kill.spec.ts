import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { JobCounts } from '../../shared/contract/jobs/jobs.ts';
import type { FaultSpecification } from '../practice/practice-service.ts';
import { type BatchBench, createBatchBench, csvRecords, type Ended, importOf, people } from './batch-fixture.ts';
import { hasSignals } from '../core/foundation/this-system-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

type LastLine = JobCounts & { readonly job: string };

const start = (desk: BatchBench, file: string, more: readonly string[] = []) =>
  importOf(file, desk.path('result.csv'), '--force', '--json', ...more);

/** Runs the import and ends it with SIGKILL as soon as `when` holds for its output so far. Answers the job, if it was told. */
async function killedImport(
  desk: BatchBench,
  args: readonly string[],
  when: (stdout: string) => boolean,
): Promise<Ended> {
  let isKilled = false;
  const ended = await desk.runProgram(args, {
    onOutput: (stdout, child) => {
      if (isKilled || !when(stdout)) return;
      isKilled = true;
      child.kill('SIGKILL');
    },
  });
  expect(isKilled).toBe(true);
  expect(ended.code).toBeNull();
  return ended;
}

async function jobOf(desk: BatchBench): Promise<string> {
  const { stdout } = await desk.runProgram(['jobs', '--json']);
  const jobs = stdout.trim().split('\n').slice(0, -1);
  expect(jobs).toHaveLength(1);
  return String((JSON.parse(jobs[0] ?? '{}') as LastLine).job);
}

/** Goes on until nothing waits, and holds what the service has against what the job says. */
async function finishAndCompare(desk: BatchBench, job: string, rows: number): Promise<LastLine> {
  const ended = await desk.runProgram(['resume', job, '--result', desk.path('result.csv'), '--force', '--json']);
  const last = ended.last as unknown as LastLine;
  expect(last.waiting).toBe(0);
  expect(last.created + last.refused + last.unknown + last.skipped).toBe(rows);
  expect(last.rows).toBe(rows);
  expect(ended.code).toBe(last.unknown > 0 ? 3 : last.refused > 0 ? 1 : 0);

  const accepted = desk.practice.ledger.entries().map((entry) => JSON.stringify(entry.data));
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(accepted.length).toBeGreaterThanOrEqual(last.created);
  expect(accepted.length).toBeLessThanOrEqual(last.created + last.unknown);

  const [header = [], ...records] = csvRecords(desk.path('result.csv'));
  const [rowAt, stateAt] = [header.indexOf('Row'), header.indexOf('State')];
  expect(records.map((record) => Number(record[rowAt]))).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
  for (const [state, count] of [
    ['created', last.created],
    ['unknown', last.unknown],
    ['refused', last.refused],
  ] as const)
    expect(records.filter((record) => record[stateAt] === state)).toHaveLength(count);
  return last;
}

describe('a program that is killed', () => {
  const hanging: [string, FaultSpecification, number][] = [
    ['before the service took the row', { kind: 'hang', when: 'before', skip: 3, match: { path: '/leads' } }, 0],
    ['after the service took the row', { kind: 'hang', when: 'after', skip: 3, match: { path: '/leads' } }, 1],
  ];

  it.each(hanging)('%s: the row is unknown and never sent again', async (_, fault, arrived) => {
    await using desk = await createBatchBench();
    desk.practice.faults.add(fault);
    const file = desk.file('people.csv', people(12));
    await killedImport(desk, start(desk, file), (stdout) => /"created":([5-9]|1\d)/.test(stdout));
    desk.practice.faults.clear();
    const last = await finishAndCompare(desk, await jobOf(desk), 12);
    expect(last.unknown).toBeGreaterThanOrEqual(1);
    const hung = desk.practice.ledger.entries().filter((entry) => entry.data['FirstName'] === 'Person 4');
    expect(hung).toHaveLength(arrived);
    const [, ...records] = csvRecords(desk.path('result.csv'));
    expect(records[3]?.[3]).toBe('unknown');
    expect(records[3]?.[5]).toBe('Lead Console ended before it kept an answer. The lead may exist.');
  });

  it('right after its first row was created: nothing is repeated', async () => {
    await using desk = await createBatchBench();
    const file = desk.file('people.csv', people(15));
    await killedImport(desk, start(desk, file), (stdout) => /"created":[1-9]/.test(stdout));
    const last = await finishAndCompare(desk, await jobOf(desk), 15);
    expect(last.created).toBeGreaterThan(0);
  });

  it(
    'again and again, at any moment: every row is sent at most once and none is lost',
    { tags: ['long'] },
    async () => {
      await using desk = await createBatchBench();
      // Answers take their time, so that some rows are always on their way.
      desk.practice.faults.add({
        kind: 'latency',
        when: 'after',
        milliseconds: 300,
        minimum: 20,
        times: 'always',
        match: { path: '/leads' },
      });
      const rows = 60;
      const file = desk.file('people.csv', people(rows));
      await killedImport(desk, start(desk, file), (stdout) => stdout.includes('"job"'));
      const job = await jobOf(desk);
      for (let kill = 0; kill < 5; kill += 1) {
        const delay = 200 + Math.random() * 1500;
        let timer: NodeJS.Timeout | undefined;
        const ended = await desk.runProgram(['resume', job, '--json'], {
          onStart: (child) => (timer = setTimeout(() => child.kill('SIGKILL'), delay)),
        });
        clearTimeout(timer);
        expect(ended.stderr).toBe('');
      }
      const last = await finishAndCompare(desk, job, rows);
      expect(last.rows).toBe(rows);
    },
  );

  it('while the file becomes a job: there is the job with every row, or there is none', async () => {
    await using desk = await createBatchBench();
    const rows = 30;
    const file = desk.file('people.csv', people(rows));
    for (const delay of [250, 450, 600, 750]) {
      let timer: NodeJS.Timeout | undefined;
      await desk.runProgram(start(desk, file), {
        onStart: (child) => (timer = setTimeout(() => child.kill('SIGKILL'), delay)),
      });
      clearTimeout(timer);
    }
    const { stdout } = await desk.runProgram(['jobs', '--json']);
    for (const line of stdout.trim().split('\n').slice(0, -1)) {
      const job = JSON.parse(line) as LastLine;
      expect(job.rows).toBe(rows);
      expect(job.created + job.refused + job.unknown + job.skipped + job.waiting).toBe(rows);
    }
  });

  const vicidial = fileURLToPath(
    new URL('../../../shared/spreadsheets/vicidial-leads-pipe-no-header.txt', import.meta.url),
  );
  it.runIf(existsSync(vicidial))(
    'in the middle of a real file without a header: no lead twice, no row lost',
    async () => {
      await using desk = await createBatchBench();
      const maps = [
        '--no-header',
        '--map',
        '5=Phone',
        '--map',
        '#9=LastName',
        '--map',
        'Column 13=City',
        '--map',
        '1=Comment',
      ];
      await killedImport(desk, start(desk, vicidial, maps), (stdout) => /"created":[1-9]/.test(stdout));
      const job = await jobOf(desk);
      const { last } = await desk.runProgram(['jobs', '--json']);
      expect(last).toEqual({ jobs: 1 });
      const counts = await finishAndCompare(desk, job, 14);
      expect(counts.refused).toBe(0);
    },
  );
});

describe.runIf(hasSignals)('a program that is interrupted (where there are signals)', () => {
  it('answers what is on its way, says how to go on, and loses nothing', async () => {
    await using desk = await createBatchBench();
    const file = desk.file('people.csv', people(40));
    let isSent = false;
    const ended = await desk.runProgram(
      start(desk, file).filter((word) => word !== '--json'),
      {
        onStart: (child) => {
          const timer = setInterval(() => {
            if (isSent || desk.practice.ledger.accepted < 3) return;
            isSent = true;
            child.kill('SIGINT');
          }, 20);
          child.on('close', () => clearInterval(timer));
        },
      },
    );
    expect(ended.code).toBe(130);
    expect(ended.stderr).toMatch(/^Interrupted\. .*"batch resume [0-9a-f-]+"\.\n$/);
    expect(ended.stdout).toMatch(/40 rows: \d+ created, \d+ waiting\. Job/);
    expect(csvRecords(desk.path('result.csv'))).toHaveLength(41);
    const last = await finishAndCompare(desk, await jobOf(desk), 40);
    expect(last.unknown).toBe(0);
    expect(last.created).toBe(40);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s to the whole process group ends as by one signal', async (signal, code) => {
    await using desk = await createBatchBench();
    const file = desk.file('people.csv', people(40));
    let isSent = false;
    const ended = await desk.runProgram(start(desk, file), {
      inGroup: true,
      onStart: (child) => {
        const timer = setInterval(() => {
          if (isSent || desk.practice.ledger.accepted < 3 || child.pid === undefined) return;
          isSent = true;
          process.kill(-child.pid, signal);
        }, 20);
        child.on('close', () => clearInterval(timer));
      },
    });
    expect(ended.code).toBe(code);
    expect(ended.last).toMatchObject({ rows: 40, unknown: 0, error: { code: 'cancelled' } });
    expect(csvRecords(desk.path('result.csv'))).toHaveLength(41);
  });
});
