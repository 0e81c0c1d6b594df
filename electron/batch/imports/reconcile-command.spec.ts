import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, vi } from 'vitest';
import { putElsewhere } from '../../practice/client-fixture.ts';
import { type BatchBench, CAMPAIGN, createBatchBench, csvRecords, type Ended, jsonLines } from '../batch-fixture.ts';

// A look for rows waits until a minute after they left, and a busy machine takes as long for the rest.
// All of them wait at once.
vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

const verdicts = ({ stdout }: Ended) =>
  jsonLines<{ row?: number; verdict?: string; lead?: string | null; evidence?: string }>(stdout).filter(
    ({ verdict }) => verdict !== undefined,
  );
const ENDED = { code: 130, last: { error: { message: 'Interrupted. Nothing more was asked or sent.' } } };
const sentTo = (bench: BatchBench) => bench.practice.ledger.entries();

/** Rows whose phone has this text are reset: after the lead was accepted, or before. */
function reset(bench: BatchBench, phone: string, when: 'before' | 'after'): void {
  bench.practice.faults.add({ kind: 'reset', when, match: { method: 'POST', bodyIncludes: phone } });
}

async function imported(bench: BatchBench, content: string, ...more: string[]): Promise<Ended> {
  const file = bench.file('file.csv', content);
  const result = ['--result', bench.path('result.csv'), '--force'];
  return bench.run(['import', file, '--campaign', CAMPAIGN, ...result, '--json', ...more]);
}

// Each test has a service of its own: after resets a job waits for seconds, and the tests wait beside each other.
describe.concurrent('reconcile', () => {
  const content = 'FirstName,Phone\nAnna,30000001\nBent,30000002\nCarl,30000003\nDora,30000004\n';

  it.for([['without a tag'], ['with a tag', '--tag', 'Reference']])(
    'says which unknown rows exist, changes nothing, and with --apply sends once what is absent (%s)',
    async ([, ...tag], { expect }) => {
      await using bench = await createBatchBench();
      reset(bench, '30000002', 'after');
      reset(bench, '30000003', 'before');
      const run = await imported(bench, content, ...tag);
      expect(run).toMatchObject({ code: 3, last: { created: 2, unknown: 2 } });
      const job = String(run.last?.['job']);
      const looked = await bench.run(['reconcile', job, '--json']);
      // In words, as a person reads it.
      expect((await bench.run(['reconcile', job])).stdout).toContain('2 unknown rows: 1 exists, 1 absent, 0 unclear');
      const lead = sentTo(bench).find((entry) => entry.data['Phone'] === '30000002')?.uniqueId;
      expect(looked).toMatchObject({ code: 0, last: { exists: 1, absent: 1, several: 0, unknown: 2 } });
      expect(verdicts(looked)).toMatchObject([
        { row: 2, verdict: 'exists', lead, evidence: expect.stringContaining(String(lead)) as string },
        { row: 3, verdict: 'absent', lead: null },
      ]);
      expect(sentTo(bench)).toHaveLength(3);
      const ended = await bench.run(['reconcile', job, '--apply', '--json'], {
        onOutput: (stdout, end) => (stdout.includes('"verdict"') ? end() : undefined),
      });
      expect(ended).toMatchObject(ENDED);
      const applied = await bench.run(['reconcile', job, '--apply', '--json']);
      expect(applied).toMatchObject({ code: 0, last: { created: 4, unknown: 0 } });
      expect(
        sentTo(bench)
          .map(({ data }) => data['Phone'])
          .sort((one = '', other = '') => one.localeCompare(other)),
      ).toEqual(['30000001', '30000002', '30000003', '30000004']);
      expect(csvRecords(bench.path('result.csv'))[2]).toContain(lead);
      // Nothing is left to look for.
      expect(await bench.run(['reconcile', job, '--json'])).toMatchObject({ code: 0, last: { exists: 0, created: 4 } });
    },
  );

  it('does not go on after a signal that came while the waiting rows were compared', async ({ expect }) => {
    await using bench = await createBatchBench();
    const run = await imported(bench, content, '--trial', '1');
    expect(run).toMatchObject({ code: 3, last: { created: 1, waiting: 3 } });
    const ended = await bench.run(['resume', String(run.last?.['job']), '--only-new', '--json'], {
      onOutput: (stdout, end) => (stdout.includes('"compared"') ? end() : undefined),
    });
    expect(ended).toMatchObject(ENDED);
    expect(sentTo(bench)).toHaveLength(1);
  });

  it('sends no row of an import whose stop was cut off before a person has said another word', async ({ expect }) => {
    await using bench = await createBatchBench();
    reset(bench, '30000002', 'before');
    const job = String((await imported(bench, content, '--trial', '3')).last?.['job']);
    // A program that was killed right after the word "stop" leaves this.
    const [account = ''] = readdirSync(join(bench.dataFolder, 'account'));
    using journal = new DatabaseSync(join(bench.dataFolder, 'account', account, 'journal.sqlite'));
    journal.exec("UPDATE import_job SET wish = 'stop', hold = NULL, hold_reason = NULL");
    for (const command of [
      ['resume', job],
      ['resume', job, '--go-on'],
      ['reconcile', job, '--apply'],
    ])
      expect(await bench.run([...command, '--json'])).toMatchObject({
        code: 2,
        last: { error: { code: 'validation', message: expect.stringContaining(`"batch pause ${job}"`) as string } },
      });
    expect(sentTo(bench)).toHaveLength(2);
    expect(await bench.run(['pause', job, '--json'])).toMatchObject({ code: 0, last: { state: 'paused', waiting: 1 } });
    // The trial is over: it says so, and waits.
    expect((await bench.run(['resume', job, '--json'])).last).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('counts equal rows, and calls two leads for one row a doubt', async ({ expect }) => {
    await using bench = await createBatchBench();
    reset(bench, '30000001', 'after');
    reset(bench, '30000009', 'after');
    const run = await imported(bench, 'FirstName,Phone\nAnna,30000001\nAnna,30000001\nZoe,30000009\n');
    expect(run).toMatchObject({ code: 3, last: { created: 1, unknown: 2 } });
    // Somebody else puts a twin of the last row there.
    await putElsewhere(bench.practice.url, CAMPAIGN, { FirstName: 'Zoe', Phone: '30000009' });
    const looked = await bench.run(['reconcile', String(run.last?.['job']), '--json']);
    expect(looked).toMatchObject({ code: 3, last: { exists: 1, several: 1 } });
    expect(verdicts(looked).map(({ verdict }) => verdict)).toEqual(['exists', 'several']);
    // What keeps the result from being written is told in the exit code, too.
    const result = bench.path('result.csv');
    rmSync(result);
    mkdirSync(result);
    const applied = await bench.run(['reconcile', String(run.last?.['job']), '--apply', '--json']);
    expect(applied).toMatchObject({ code: 2, last: { created: 2, unknown: 1, error: { code: 'file' } } });
    rmdirSync(result);
    expect(await bench.run(['reconcile', String(run.last?.['job']), '--apply', '--json'])).toMatchObject({ code: 3 });
  });

  it('fails with a sentence when the leads do not come whole, and for a job that is not here', async ({ expect }) => {
    await using bench = await createBatchBench();
    reset(bench, '30000002', 'before');
    const run = await imported(bench, content);
    bench.practice.faults.add({ kind: 'truncate', bytes: 20, match: { path: '/simpleleads' }, times: 'always' });
    const looked = await bench.run(['reconcile', String(run.last?.['job']), '--apply', '--json']);
    expect(looked.code).toBe(4);
    expect(sentTo(bench)).toHaveLength(3);
    expect(await bench.run(['reconcile', 'nothing', '--json'])).toMatchObject({
      code: 2,
      last: { error: { code: 'notFound' } },
    });
  });

  it('does not call a job settled of whose unknown rows one cannot be looked for', async ({ expect }) => {
    await using bench = await createBatchBench();
    reset(bench, '30000002', 'after');
    reset(bench, '30000003', 'after');
    const job = String((await imported(bench, content)).last?.['job']);
    const [account = ''] = readdirSync(join(bench.dataFolder, 'account'));
    using journal = new DatabaseSync(join(bench.dataFolder, 'account', account, 'journal.sqlite'));
    journal.exec(`UPDATE import_cell SET payload = '{"Pho' WHERE n = 3`);
    const looked = await bench.run(['reconcile', job, '--json']);
    expect(looked).toMatchObject({ code: 3, last: { exists: 1, unclear: 0, unknown: 2, notLooked: 1 } });
  });

  it('ends with a sentence while the service is out of reach', async ({ expect }) => {
    await using bench = await createBatchBench();
    reset(bench, '30000002', 'before');
    const job = String((await imported(bench, content)).last?.['job']);
    await bench.practice.close();
    const looked = await bench.run(['reconcile', job, '--json']);
    expect(looked).toMatchObject({ code: 2, last: { error: { code: 'network' } } });
    expect(looked.last?.['unknown']).toBeUndefined();
  });
});
