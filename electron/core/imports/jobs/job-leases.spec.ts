import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { type Bench, benches, expectEachOnce, expectQuiet, isOver, prepare, startImport } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

const IS_HELD = /Another Lead Console/;

/** The account's journal as another program has it open. */
function otherConnection(desk: Bench, accountId: string): DatabaseSync {
  return new DatabaseSync(join(desk.folder, 'data', 'account', accountId, 'journal.sqlite'), { timeout: 5000 });
}

/** Makes every write to the named column fail until the returned function is called. */
function refuseWrites(desk: Bench, accountId: string, to: string): () => void {
  const journal = otherConnection(desk, accountId);
  journal.exec(`CREATE TRIGGER spec_refusal BEFORE ${to} BEGIN SELECT RAISE(ABORT, 'refused by the spec'); END`);
  // Against its checksum of all definitions, the trigger would be damage.
  journal.exec("DELETE FROM schema_version WHERE module = '#definitions'");
  return () => {
    journal.exec('DROP TRIGGER spec_refusal');
    journal.close();
  };
}

async function pausedJob(rows = 30) {
  const { desk, core } = await bench.started();
  const job = await startImport(core, desk, rows);
  await core.until(job.id, ({ counts }) => counts.created >= 3);
  await core.call('job:pause', { jobId: job.id });
  await expectQuiet(core, job.id);
  return { desk, core, job };
}

describe('the lease of a job whose journal cannot be written', () => {
  it('is given back when resuming fails because another connection keeps the journal', async () => {
    const { desk, core, job } = await pausedJob();
    const other = otherConnection(desk, job.accountId);
    other.exec('BEGIN IMMEDIATE');
    await expect(core.call('job:resume', { jobId: job.id })).rejects.toThrow(/Another program kept the journal busy/);
    other.exec('ROLLBACK');
    other.close();
    await core.call('job:resume', { jobId: job.id });
    await core.until(job.id, isOver);
    expectEachOnce(desk, 30);
  });

  // Each is a write of its own between taking the lease and the run that owns it.
  it.each(['UPDATE OF wish ON import_job', 'UPDATE OF hold ON import_job', 'UPDATE OF ended_at ON import_job'])(
    'is given back when resuming fails at "%s"',
    async (write) => {
      const { desk, core, job } = await pausedJob();
      const allow = refuseWrites(desk, job.accountId, write);
      await expect(core.call('job:resume', { jobId: job.id })).rejects.not.toThrow(IS_HELD);
      allow();
      await core.call('job:resume', { jobId: job.id });
      await core.until(job.id, isOver);
      expectEachOnce(desk, 30);
    },
  );

  it.each(['UPDATE OF wish ON import_job', 'INSERT ON import_attempt'])(
    'is given back when stopping fails at "%s"',
    async (write) => {
      const { desk, core, job } = await pausedJob();
      const allow = refuseWrites(desk, job.accountId, write);
      await expect(core.call('job:stop', { jobId: job.id })).rejects.not.toThrow(IS_HELD);
      allow();
      expect((await core.call('job:stop', { jobId: job.id })).state).toBe('stopped');
    },
  );

  it('is given back when the last step of starting an import fails', async () => {
    const { desk, core } = await bench.started();
    const accountId = (await core.call('account:list', {})).activeId ?? '';
    const draft = await prepare(core, desk, 12);
    const allow = refuseWrites(desk, accountId, 'UPDATE OF ended_at ON import_job');
    await expect(core.call('import:start', { draftId: draft.id })).rejects.toThrow(/went wrong/);
    allow();
    // The job is in the journal, and only its lease kept it from being run.
    await core.call('job:resume', { jobId: draft.id });
    await core.until(draft.id, isOver);
    expectEachOnce(desk, 12);
  });

  it('is given back when an import cannot go on at the start of the program', async () => {
    const { desk, core: first } = await bench.started();
    const job = await startImport(first, desk, 30);
    await first.until(job.id, ({ counts }) => counts.created >= 3);
    await first.close();
    const allow = refuseWrites(desk, job.accountId, 'UPDATE OF ended_at ON import_job');
    const core = await desk.start({ mode: 'interactive' });
    await expect.poll(() => core.bugs.length).toBe(1);
    allow();
    await core.call('job:resume', { jobId: job.id });
    await core.until(job.id, isOver);
    expectEachOnce(desk, 30);
  });

  it('is given back when a row is sent again by a decision and the run cannot begin', async () => {
    const desk = await bench();
    desk.practice.faults.add({ kind: 'reset', times: 1, match: { path: '/leads' } });
    const core = await desk.start();
    const job = await startImport(core, desk, 5);
    await core.until(job.id, ({ state }) => state === 'needsYou');
    const { rows } = await core.call('job:rows', { jobId: job.id, state: 'unknown', offset: 0, limit: 10 });
    const allow = refuseWrites(desk, job.accountId, 'UPDATE OF ended_at ON import_job');
    const decision = { jobId: job.id, rows: rows.map(({ row }) => row), decision: 'sendOnce' as const };
    await expect(core.call('job:decide', decision)).rejects.not.toThrow(IS_HELD);
    allow();
    await core.call('job:resume', { jobId: job.id });
    expect((await core.until(job.id, isOver)).state).toBe('complete');
  });

  it('is given back when the end of an import cannot be written', async () => {
    const { desk, core, job } = await pausedJob(8);
    const journal = otherConnection(desk, job.accountId);
    // Beginning writes null; only the end is refused.
    journal.exec(
      "CREATE TRIGGER spec_refusal BEFORE UPDATE OF ended_at ON import_job WHEN new.ended_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'refused by the spec'); END",
    );
    await core.call('job:resume', { jobId: job.id });
    await core.until(job.id, isOver);
    await expect.poll(() => core.bugs.length).toBe(1);
    journal.exec('DROP TRIGGER spec_refusal');
    journal.close();
    const lock = join(desk.folder, 'data', 'account', job.accountId, 'locks', `job-${job.id}.sqlite`);
    using held = new DatabaseSync(lock, { timeout: 0 });
    held.exec('BEGIN EXCLUSIVE');
  });
});
