import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BatchBench, createBatchBench } from './batch-fixture.ts';

let bench: BatchBench;
beforeEach(async () => void (bench = await createBatchBench()));
afterEach(() => bench.close());

test('a folder in the place of a file of the account is a sentence with what to do, for every command', async () => {
  const file = bench.file('people.csv', 'Name,Phone\nBo,+4530000001\n');
  const load = ['import', file, '--campaign', 'DK-ENERGI-26', '--result', bench.path('result.csv')];
  expect(await bench.run(load)).toMatchObject({ code: 0, stderr: '' });
  const account = join(bench.dataFolder, 'account', readdirSync(join(bench.dataFolder, 'account'))[0] ?? '');
  renameSync(join(account, 'sent.log'), bench.path('kept.log'));
  mkdirSync(join(account, 'sent.log'));
  for (const command of [['jobs'], [...load, '--force'], ['export', 'simple', '--output', bench.path('leads.csv')]]) {
    const ended = await bench.run([...command, '--json']);
    expect(ended.last).toMatchObject({
      error: { code: 'file', message: expect.stringMatching(/folder named "sent\.log".*Move that folder/) },
    });
    expect(ended.code).toBe(2);
  }
  rmdirSync(join(account, 'sent.log'));
  renameSync(bench.path('kept.log'), join(account, 'sent.log'));
  expect((await bench.run(['jobs'])).code).toBe(0);
});

test('a working folder that was removed is a sentence before anything is done', async () => {
  using cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: process.cwd failed'), { code: 'ENOENT', syscall: 'uv_cwd' });
  });
  const ended = await bench.run(['jobs', '--json']);
  expect(cwd).toHaveBeenCalled();
  expect(ended.last).toMatchObject({
    error: { code: 'file', message: expect.stringMatching(/started in was removed\. Nothing was done\. Start it in/) },
  });
  expect(ended.code).toBe(2);
  expect(existsSync(bench.dataFolder)).toBe(false);
  // What only prints needs no folder.
  expect((await bench.run(['team', 'sql'], { bare: true })).code).toBe(0);
});
