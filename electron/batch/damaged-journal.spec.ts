import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { type BatchBench, CAMPAIGN, createBatchBench, importOf, jsonLines, people } from './batch-fixture.ts';

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
  const expectNoticed = async (part: number) => {
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
  };
  it('is noticed, and no lead is sent twice (0.6 of the log left)', () => expectNoticed(0.6));
  it.each([0.3, 0.9])('is noticed, and no lead is sent twice (%d of the log left)', { tags: ['long'] }, (part) =>
    expectNoticed(part),
  );

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

describe('an import whose id fell over in the journal', () => {
  /** As a bit that falls over on the disk, which no rule of a table keeps from it. */
  function damageId(desk: BatchBench, id: string): void {
    using journal = new DatabaseSync(join(accountFolder(desk), 'journal.sqlite'), {
      enableForeignKeyConstraints: false,
    });
    journal.prepare('UPDATE import_job SET id = ?').run(id);
  }

  it('is the same import again, with what the record of what was sent knows of it, and nothing is sent twice', async () => {
    await using desk = await createBatchBench();
    const job = await killed(desk, 12, 5);
    damageId(desk, `${job.slice(0, -1)}\u0001`);
    const listed = await desk.run(['jobs', '--json']);
    const [told] = jsonLines(listed.stdout).filter((line) => 'campaign' in line);
    expect(listed.last).toMatchObject({ jobs: 1 });
    expect(told).toMatchObject({ job, name: 'people.csv', campaign: CAMPAIGN, rows: 12, waiting: 0 });
    const sent = desk.practice.ledger.accepted;
    expect(Number(told?.['unknown'])).toBeGreaterThanOrEqual(sent);
    expect(await desk.run(['jobs', 'delete', job, '--json'])).toMatchObject({ code: 0, last: { deleted: job } });
    expectNothingTwice(desk);
  });

  it('is listed and can be deleted where the record of what was sent is lost, too', async () => {
    await using desk = await createBatchBench();
    await killed(desk, 6, 2);
    const sent = desk.practice.ledger.accepted;
    damageId(desk, 'not\u0001plain');
    rmSync(join(accountFolder(desk), 'sent.log'));
    const listed = await desk.run(['jobs', '--json']);
    const reason = expect.stringMatching(/./) as string;
    expect(jsonLines(listed.stdout).filter((line) => 'campaign' in line)).toMatchObject([
      { job: 'not\u0001plain', name: 'people.csv', rows: 6, unknown: 6, waiting: 0, reason },
    ]);
    expect(await desk.run(['jobs', 'delete', 'not\u0001plain', '--json'])).toMatchObject({ code: 0 });
    expect(await desk.run(['jobs', '--json'])).toMatchObject({ last: { jobs: 0 } });
    expect(desk.practice.ledger.accepted).toBe(sent);
  });
});
