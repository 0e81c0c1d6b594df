import { describe, expect, it, vi } from 'vitest';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { benches, type CoreUnderTest, isOver, startImport } from '../../import-fixture.ts';

vi.setConfig({ testTimeout: 30_000 });
const bench = benches();

const names = (core: CoreUnderTest) => core.events.map(({ name }) => name);

/** Nothing but an event makes a page read these again. */
describe('what a page reads beside the summary of a job', () => {
  it('is announced when rows are refused and when the job ends', async () => {
    const { desk, core } = await bench.started();
    desk.practice.faults.add({ kind: 'refuse', message: 'Wrong.', match: { path: '/leads', bodyIncludes: '000002' } });
    const job = await startImport(core, desk, 4);
    await core.until(job.id, isOver);
    const refusedAt = core.events.findIndex(
      ({ name, payload }) => name === 'job:progress' && (payload as JobSummary).counts.refused === 1,
    );
    await vi.waitFor(() => expect(names(core).lastIndexOf('job:figures')).toBeGreaterThan(refusedAt));
    const { refusals, summary } = await core.call('job:get', { jobId: job.id });
    const announced = core.events.find(({ name }) => name === 'job:figures');
    expect(announced?.payload).toEqual({ accountId: summary.accountId, jobId: job.id });
    expect(refusals).toMatchObject([{ count: 1 }]);
  });

  it('is announced for the log of requests, at the latest after the last answer', async () => {
    const { core } = await bench.started();
    await core.call('quota:refresh', {});
    await vi.waitFor(() => expect(names(core)).toContain('quota:logged'));
    const before = core.events.length;
    await core.call('segment:list', { refresh: true });
    await vi.waitFor(() => expect(names(core).slice(before)).toContain('quota:logged'));
  });

  it('reaches a page of this program for a job that another program runs', async () => {
    const { desk, core: runs } = await bench.started();
    const watches = await desk.start();
    const job = await startImport(runs, desk, 60);
    const seen = await watches.call('job:get', { jobId: job.id });
    expect(seen.summary.counts.rows).toBe(60);
    await runs.until(job.id, isOver);
    await vi.waitFor(
      () => {
        const last = watches.events.findLast(({ name }) => name === 'job:progress')?.payload as JobSummary | undefined;
        expect(last?.state).toBe('complete');
        expect(names(watches)).toContain('job:figures');
      },
      { timeout: 10_000 },
    );
  });

  it('reaches a page of this program for a job that another program begins, and deletes', async () => {
    const { desk, core: begins } = await bench.started();
    const watches = await desk.start();
    expect((await watches.call('job:list', {})).jobs).toEqual([]);
    const job = await startImport(begins, desk, 2);
    const heard = (name: string) => watches.events.filter((event) => event.name === name).map(({ payload }) => payload);
    await vi.waitFor(() => expect(heard('job:progress')[0]).toMatchObject({ id: job.id }), { timeout: 10_000 });
    await begins.until(job.id, isOver);
    await begins.call('job:delete', { jobId: job.id });
    await vi.waitFor(() => expect(heard('job:removed')[0]).toMatchObject({ jobId: job.id }), { timeout: 10_000 });
  });
});
