import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { onceForAll } from '../core/foundation/world-fixture.ts';
import type { JobCounts } from '../../shared/contract/jobs/jobs.ts';
import { mountSmallDisk, type SmallDisk } from '../core/storage/small-disk-fixture.ts';
import { type BatchBench, createBatchBench, csvRecords, importOf, people } from './batch-fixture.ts';

/** Takes nothing, as a full disk. */
const FULL = '/dev/full';

let bench: BatchBench;

onceForAll(async () => (bench = await createBatchBench()));

describe('a full disk', () => {
  const disk = specFolder('disk');
  let small = mountSmallDisk(disk, '64k');
  const canMount = small !== null;
  if (!canMount) process.stderr.write('No small disk can be mounted here: the specs of a full disk are left out.\n');

  afterAll(() => {
    small?.[Symbol.dispose]();
  });

  function freshDisk(size: string): SmallDisk {
    small?.[Symbol.dispose]();
    small = mountSmallDisk(disk, size);
    if (small === null) throw new Error('No small disk can be mounted any more.');
    return small;
  }

  it.runIf(canMount)(
    'while the result is saved: the job is kept, and its result can be saved elsewhere',
    async () => {
      const [, ...lines] = people(20).trimEnd().split('\n');
      const wide = lines.map((line) => `${line},${'x'.repeat(8000)}`).join('\n');
      const file = bench.file('wide.csv', `FirstName,Phone,Company\n${wide}\n`);
      const ended = await bench.runProgram(importOf(file, `${disk}/result.csv`, '--json'));
      expect(ended.code).toBe(2);
      const error = { code: 'file', message: expect.stringContaining('disk is full') as string };
      expect(ended.last).toMatchObject({ created: 20, rows: 20, error });
      expect(readdirSync(disk)).toEqual([]);
      const job = String(ended.last?.['job']);
      const again = await bench.runProgram(['resume', job, '--result', bench.path('rescued.csv')]);
      expect(again.code).toBe(0);
      expect(csvRecords(bench.path('rescued.csv'))).toHaveLength(21);
    },
    60_000,
  );

  it.runIf(canMount)(
    'under the journal: nothing is sent that is not written down, and it goes on with room',
    async () => {
      freshDisk('8m');
      const before = bench.practice.ledger.accepted;
      const where = ['--url', bench.practice.url, '--data-dir', `${disk}/data`];
      const file = bench.file('long.csv', people(60));
      const args = importOf(file, bench.path('full.csv'), '--json', ...where);
      let isFilled = false;
      const ended = await bench.runProgram(args, {
        bare: true,
        onOutput: (stdout) => {
          if (isFilled || !/"created":[1-9]/.test(stdout)) return;
          isFilled = true;
          execFileSync('sh', ['-c', `dd if=/dev/zero of=${disk}/filler bs=4k 2>/dev/null || true`]);
        },
      });
      expect(isFilled).toBe(true);
      expect(ended.code).toBe(2);
      const first = ended.last as unknown as JobCounts & { job: string };
      expect(first.created + first.unknown + first.waiting).toBe(60);
      expect(first.waiting).toBeGreaterThan(0);
      rmSync(`${disk}/filler`);
      const again = await bench.runProgram(
        ['resume', first.job, '--result', bench.path('full.csv'), '--force', '--json', ...where],
        { bare: true },
      );
      const last = again.last as unknown as JobCounts;
      expect(last.created + last.unknown).toBe(60);
      const accepted = bench.practice.ledger.accepted - before;
      expect(accepted).toBeGreaterThanOrEqual(last.created);
      expect(accepted).toBeLessThanOrEqual(60);
    },
    60_000,
  );

  it.runIf(canMount)(
    'while answers come: rows that were sent are unknown in the last line, as in the result file',
    async () => {
      const full = freshDisk('8m');
      const { practice } = bench;
      const before = practice.ledger.accepted;
      practice.faults.add({
        kind: 'latency',
        when: 'after',
        milliseconds: 1_500,
        times: 'always',
        match: { path: '/leads' },
      });
      onTestFinished(() => practice.faults.clear());
      const where = ['--url', practice.url, '--data-dir', join(disk, 'data')];
      const result = bench.path('in-time.csv');
      const args = importOf(bench.file('answers.csv', people(60)), result);
      const ending = bench.runProgram([...args, '--json', ...where], { bare: true });
      await vi.waitFor(() => expect(practice.ledger.accepted).toBeGreaterThan(before), 30_000);
      full.fill(0);
      const { code, last } = await ending;
      expect(code).toBe(2);
      const counts = last as unknown as JobCounts;
      expect(counts.created + counts.unknown + counts.waiting).toBe(60);
      expect(counts.created + counts.unknown).toBeGreaterThanOrEqual(practice.ledger.accepted - before);
      const [header = [], ...records] = csvRecords(result);
      const states = records.map((record) => record[header.indexOf('State')]);
      expect(states.filter((state) => state === 'unknown')).toHaveLength(counts.unknown);
      expect(states.filter((state) => state === 'waiting')).toHaveLength(counts.waiting);
    },
    60_000,
  );

  const LOST = { code: 2, stderr: expect.stringContaining('Standard output is not whole') as string };

  it.runIf(existsSync(FULL))('under standard output: nobody takes it for whole', async () => {
    const stdout = openSync(FULL, 'w');
    onTestFinished(() => closeSync(stdout));
    expect(await bench.runProgram(['team', 'sql'], { bare: true, stdout })).toMatchObject(LOST);
  });

  it.runIf(canMount)('under standard output: nobody takes the beginning of a text for all of it', async () => {
    freshDisk('64k').fill(4096);
    const stdout = openSync(join(disk, 'team.sql'), 'w');
    onTestFinished(() => closeSync(stdout));
    expect(await bench.runProgram(['team', 'sql'], { bare: true, stdout })).toMatchObject(LOST);
    expect(statSync(join(disk, 'team.sql')).size).toBe(4096);
  });

  it.runIf(canMount)(
    'under the results: an export without any lead says that a file could not be written',
    async () => {
      const args = ['export', 'simple', '--json', '--force', '--output', bench.path('no-room.csv')];
      expect((await bench.runProgram(args)).code).toBe(0);
      const [account = ''] = readdirSync(join(bench.dataFolder, 'account'));
      const results = join(bench.dataFolder, 'account', account, 'results');
      const full = freshDisk('64k');
      mkdirSync(join(disk, 'results'));
      full.fill(0);
      // The results alone are on the full disk.
      rmSync(results, { recursive: true });
      symlinkSync(join(disk, 'results'), results);
      onTestFinished(() => rmSync(results));
      const ended = await bench.runProgram(args);
      expect(ended.code).toBe(2);
      const error = { code: 'file', message: expect.stringContaining('is full') as string };
      expect(ended.last).toMatchObject({ rows: 0, state: 'partial', error });
    },
    60_000,
  );

  it.runIf(canMount)(
    'under a change of a segment: it ends, and what was on its way is unknown',
    async () => {
      const full = freshDisk('8m');
      const { practice } = bench;
      practice.faults.add({
        kind: 'latency',
        when: 'after',
        milliseconds: 1_000,
        skip: 1,
        times: 'always',
        match: { method: 'POST', path: '/leadsegments/*' },
      });
      onTestFinished(() => practice.faults.clear());
      const ids = bench.file('ids.txt', Array.from({ length: 2_000 }, (_, index) => `LEAD-${index}\n`).join(''));
      const where = ['--url', practice.url, '--data-dir', join(disk, 'data'), '--json'];
      const ending = bench.runProgram(['segments', 'add', 'SEG-0148', '--ids', ids, ...where], { bare: true });
      // The service has the second batch, which is written down as sent, and answers it later.
      await vi.waitFor(() => expect(practice.faults.list()[0]?.fired).toBe(1), 30_000);
      full.fill(0);
      const ended = await ending;
      expect(ended).toMatchObject({ code: 3, last: { unknown: 500, waiting: 1_000 } });
      expect(ended.stdout).toMatch(/"batch":2,"state":"unknown".*disk .* is full/);
    },
    60_000,
  );

  it.runIf(canMount)(
    'at the beginning: the disk is named as full, not as broken',
    async () => {
      const full = freshDisk('8m');
      const args = ['jobs', '--json', '--url', bench.practice.url, '--data-dir', join(disk, 'data')];
      expect((await bench.runProgram(args, { bare: true })).code).toBe(0);
      full.fill(0);
      const { code, last } = await bench.runProgram(args, { bare: true });
      expect(code).toBe(2);
      expect(last).toMatchObject({ error: { code: 'file', message: expect.stringContaining('is full') as string } });
    },
    60_000,
  );

  it.runIf(canMount)(
    'under the settings: the import names itself and how it goes on',
    async () => {
      const full = freshDisk('64k');
      // Nobody else may have used its quota.
      await using own = await createBatchBench();
      const data = own.path('data-beside');
      const args = ['--json', '--url', own.practice.url, '--data-dir', data];
      expect((await own.runProgram(['jobs', ...args], { bare: true })).code).toBe(0);
      // The settings alone are on the full disk.
      const settings = join(data, 'settings.json');
      cpSync(settings, join(disk, 'settings.json'));
      rmSync(settings);
      symlinkSync(join(disk, 'settings.json'), settings);
      full.fill(0);
      const file = own.file('settings.csv', people(3));
      const result = own.path('settings-result.csv');
      const ended = await own.runProgram(importOf(file, result, ...args), { bare: true });
      expect(ended.code).toBe(2);
      const [first = '{}'] = ended.stdout.split('\n');
      const { job } = JSON.parse(first) as { job?: string };
      expect(job).toBeDefined();
      const message = expect.stringMatching(new RegExp(`is full.*batch resume ${job} --result FILE`)) as string;
      expect(ended.last).toMatchObject({ error: { code: 'file', message } });
      full.heal();
      const again = await own.runProgram(['resume', String(job), '--result', result, ...args], { bare: true });
      expect(again).toMatchObject({ code: 0, last: { created: 3 } });
    },
    60_000,
  );
});
