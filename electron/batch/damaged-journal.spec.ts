import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type BatchBench, createBatchBench, importOf, jsonLines, people } from './batch-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

/* The real program, ended with SIGKILL, on a journal that lost its end: a torn copy, a restored backup, a failing disk. */

/** Imports `rows` rows and ends the program with SIGKILL when `created` of them were created. Answers the job. */
async function killed(desk: BatchBench, rows: number, created: number): Promise<string> {
  const file = desk.file('people.csv', people(rows));
  let job = '';
  await desk.runProgram(importOf(file, desk.path('result.csv'), '--json'), {
    onOutput: (stdout, child) => {
      job ||= /"job":"([0-9a-f-]+)"/.exec(stdout)?.[1] ?? '';
      if (desk.practice.ledger.accepted >= created) child.kill('SIGKILL');
    },
  });
  expect(job).not.toBe('');
  return job;
}

function accountFolder(desk: BatchBench): string {
  const [id = ''] = readdirSync(join(desk.dataFolder, 'account'));
  return join(desk.dataFolder, 'account', id);
}

function expectNothingTwice(desk: BatchBench): void {
  const accepted = desk.practice.ledger.entries().map((entry) => JSON.stringify(entry.data));
  expect(new Set(accepted).size).toBe(accepted.length);
}

describe('a journal that lost its end', () => {
  it.each([0.3, 0.6, 0.9])('is noticed, and no lead is sent twice (%d of the log left)', async (part) => {
    await using desk = await createBatchBench();
    const job = await killed(desk, 40, 20);
    const log = join(accountFolder(desk), 'journal.sqlite-wal');
    truncateSync(log, Math.floor(statSync(log).size * part));
    const held = await desk.runProgram(['resume', job, '--json']);
    expectNothingTwice(desk);
    expect(held.code).toBe(3);
    expect(JSON.stringify(held.last)).toMatch(/people\.csv/);
    const ended = await desk.runProgram(['resume', job, '--go-on', '--json']);
    expectNothingTwice(desk);
    expect(ended.code).toBe(3);
    expect(ended.last).toMatchObject({ rows: 40, waiting: 0 });
  });

  it('knows the file of an import whose journal is gone, and does not send it again by itself', async () => {
    await using desk = await createBatchBench();
    await killed(desk, 20, 8);
    const sent = desk.practice.ledger.accepted;
    for (const name of readdirSync(accountFolder(desk)).filter((name) => name.startsWith('journal.')))
      rmSync(join(accountFolder(desk), name));
    const command = importOf(desk.path('people.csv'), desk.path('again.csv'), '--json');
    const refused = await desk.runProgram(command);
    expect([refused.code, desk.practice.ledger.accepted]).toEqual([2, sent]);
    expect(JSON.stringify(refused.last)).toMatch(
      /were sent to EU-MESSE-26 on \d{1,2} [A-Z][a-z]{2} \d{4} .*--send-again/,
    );
    expect(jsonLines(refused.stdout)[0]).toHaveProperty('doubt');
    const again = await desk.runProgram([...command, '--send-again']);
    expect(again.last).toMatchObject({ rows: 20, created: 20 });
    // Programs look for the job in the first line.
    const [first, second] = jsonLines(again.stdout);
    expect(first).toEqual({ job: again.last?.['job'] });
    expect(second).toHaveProperty('doubt');
  });
});
