import { describe, expect, it, vi } from 'vitest';
import { createPracticeClock } from '../../../practice/foundation/clock.ts';
import { startPracticeService } from '../../../practice/practice-service.ts';
import { benches, expectEachOnce, expectQuiet, isOver, SPEED, startImport } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

describe('trouble with the service', () => {
  it('puts a row back that was answered with 429, uncounted', async () => {
    const desk = await bench();
    desk.practice.faults.add({
      kind: 'tooManyRequests',
      period: 'minute',
      resetSeconds: 3,
      skip: 4,
      times: 2,
      match: { path: '/leads' },
    });
    const core = await desk.start();
    const job = await startImport(core, desk, 12);
    const done = await core.until(job.id, isOver);
    expect(done).toMatchObject({ state: 'complete', counts: { created: 12, refused: 0, unknown: 0 } });
    const { rows } = await core.call('job:rows', { jobId: job.id, state: 'all', offset: 0, limit: 50 });
    expect(rows.every((row) => row.attempts === 1)).toBe(true);
    expectEachOnce(desk, 12);
  });

  it('waits with a time when the day is used up', async () => {
    const { desk, core } = await bench.started({ limits: { Leads: 8 } });
    const job = await startImport(core, desk, 20);
    const waiting = await core.until(job.id, ({ state, holdKind }) => state === 'waiting' && holdKind === 'daily');
    expect(waiting.resumeAt).toBeGreaterThan(waiting.createdAt);
    expect(waiting.counts.refused + waiting.counts.unknown).toBe(0);
    await expectQuiet(core, job.id);
    const { counts } = (await core.call('job:get', { jobId: job.id })).summary;
    expect(counts.created).toBe(desk.practice.ledger.accepted);
    expect(counts.created + counts.waiting).toBe(20);
  });

  it('loses nothing to a wrong password, and goes on with the right one', async () => {
    const desk = await bench();
    const core = await desk.start({ password: 'not this one' });
    const job = await startImport(core, desk, 6);
    const held = await core.until(job.id, ({ state }) => state === 'needsYou');
    expect(held).toMatchObject({ holdKind: 'auth', counts: { waiting: 6, rows: 6 } });
    expect(held.reason).not.toContain('not this one');
    await core.close();

    const next = await desk.start({ mode: 'interactive' });
    await next.until(job.id, ({ state }) => state === 'complete');
    expectEachOnce(desk, 6);
  });

  it('waits for a service that is out of reach, and goes on by itself', async () => {
    const { desk, core } = await bench.started();
    const { port } = desk.practice;
    const job = await startImport(core, desk, 60);
    await core.until(job.id, ({ counts }) => counts.created >= 3);
    const before = desk.practice.ledger.entries().length;
    await desk.practice.close();
    const waiting = await core.until(job.id, ({ state }) => state === 'waiting');
    expect(waiting.holdKind).toBe('offline');
    await using back = await startPracticeService({
      port,
      leads: 0,
      username: 'anna',
      password: 'secret word',
      clock: createPracticeClock({ speed: SPEED }),
    });
    const done = await core.until(job.id, isOver);
    expect(done.counts.created + done.counts.unknown).toBe(60);
    expect(before + back.ledger.accepted).toBeGreaterThanOrEqual(done.counts.created);
    expect(before + back.ledger.accepted).toBeLessThanOrEqual(60);
  });

  it('stops at once where no lead service answers', async () => {
    const desk = await bench();
    desk.practice.faults.add({ kind: 'html', status: 200, times: 'always', match: { path: '/leads' } });
    const core = await desk.start();
    const job = await startImport(core, desk, 100);
    const held = await core.until(job.id, ({ state }) => state === 'needsYou');
    expect(held.holdKind).toBe('unreadable');
    await expectQuiet(core, job.id);
    const { counts } = (await core.call('job:get', { jobId: job.id })).summary;
    expect(counts.unknown).toBeLessThan(20);
    expect(counts.unknown + counts.waiting).toBe(100);
  });
});
