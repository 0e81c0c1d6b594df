import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { type Call, created, notSent, notNow, rejected, RunnerBench, turn, unknown } from './runner-fixture.ts';
import { STOPPED } from './job-runner.ts';

let bench: RunnerBench;
beforeEach(() => void (bench = new RunnerBench()));
afterEach(() => bench[Symbol.dispose]());

describe('a used up day', () => {
  it('calls the rows in the queue back and is tried again with one row when it is over', async () => {
    const runner = bench.started(20);
    bench.send(0, 1);
    await bench.call(0).answer(notNow('daily', bench.clock.wallNow() + 10_000));
    expect(runner.hold?.kind).toBe('daily');
    // Only the row that is sent is still out.
    expect(bench.open()).toEqual([bench.call(1)]);
    await bench.call(1).answer(created());
    // It left before the wait began and says nothing about the day.
    expect(runner.hold?.kind).toBe('daily');
    runner.look();
    bench.clock.run(9_999);
    expect(bench.calls).toHaveLength(13);
    bench.clock.run(10_000);
    expect(bench.open().map(({ phone }) => phone)).toEqual(['+4530000001']);
    await bench.call(13).settle(created());
    expect(runner.hold).toBeNull();
    expect(bench.open()).toHaveLength(13);
  });

  it('is tried again after a minute at the latest', async () => {
    for (const retryAt of [bench.clock.wallNow() + 3_600_000, null]) {
      bench.calls.length = 0;
      const runner = bench.at.store.find('job') ? bench.again() : bench.runner(3);
      runner.start();
      const began = bench.clock.monotonicNow();
      await bench.call(0).settle(notNow('daily', retryAt));
      bench.clock.run(began + 59_999);
      expect(bench.calls).toHaveLength(3);
      bench.clock.run(began + 60_000);
      expect(bench.calls).toHaveLength(4);
      await runner.halt();
    }
  });

  it('is tried again at once when its end has passed', async () => {
    bench.runner(3).start();
    await bench.call(0).settle(notNow('daily', bench.clock.wallNow() - 5));
    expect(bench.calls).toHaveLength(3);
    bench.clock.run(bench.clock.monotonicNow());
    expect(bench.calls).toHaveLength(4);
  });

  it('is waited for once, however many rows report it', async () => {
    bench.runner(5).start();
    bench.send(0, 1);
    await bench.call(0).answer(notNow('daily', bench.clock.wallNow() + 10_000));
    bench.clock.run(5_000);
    await bench.call(1).answer(notNow('daily', bench.clock.wallNow() + 10_000));
    bench.clock.run(10_000);
    expect(bench.open()).toHaveLength(1);
    bench.clock.run(15_000);
    expect(bench.open()).toHaveLength(1);
  });
});

describe('a service that has not said yet how many leads it counted', () => {
  const uncounted = (retryAt: number | null = null) =>
    ({ outcome: 'uncounted', reason: 'Asking how many leads it counted.', retryAt }) as never;

  it('is asked again with one row after waits that double, however many rows waited for it', async () => {
    const runner = bench.started(20);
    for (const call of bench.open()) await call.answer(uncounted());
    expect(runner.hold).toEqual({
      kind: 'count',
      reason: 'Asking how many leads it counted.',
      resumeAt: bench.clock.wallNow() + 500,
    });
    expect([bench.kept(), bench.open().length, runner.isRunning]).toEqual([null, 0, true]);
    bench.clock.run(500);
    expect(bench.open()).toHaveLength(1);
    await bench.call(-1).answer(uncounted());
    bench.clock.run(1499);
    expect(bench.open()).toHaveLength(0);
    bench.clock.run(1500);
    await bench.call(-1).settle(created());
    expect([runner.hold, bench.open().length]).toEqual([null, 13]);
  });

  it('is asked when it takes questions again', async () => {
    const runner = bench.started(20);
    await bench.call(0).answer(uncounted(bench.clock.wallNow() + 20_000));
    expect(runner.hold).toMatchObject({ kind: 'count', resumeAt: bench.clock.wallNow() + 20_000 });
    bench.clock.run(19_999);
    expect(bench.open()).toHaveLength(0);
    bench.clock.run(20_000);
    expect(bench.open()).toHaveLength(1);
  });

  it('is asked no more when a person lets the job go on', async () => {
    const runner = bench.started(20);
    await bench.call(0).answer(uncounted());
    runner.start();
    expect([runner.hold, bench.open().length]).toEqual([null, 13]);
  });
});

it('says until when it waits after a failure with which the service asked for a pause', async () => {
  const runner = bench.started(3);
  const pause = { retryAt: bench.clock.wallNow() + 30_000, message: 'It asked for a pause.' };
  bench.send(0, 1);
  await bench.call(0).answer({ ...unknown, pause } as CreateLeadOutcome);
  expect(runner.hold).toEqual({ kind: 'minute', reason: pause.message, resumeAt: pause.retryAt });
  // It left before the wait began: the client still waits.
  await bench.call(1).answer(created());
  expect(runner.hold?.reason).toBe(pause.message);
  await bench.call(2).settle(created());
  expect(runner.hold).toBeNull();
});

it('says until when it waits for the minute, whatever is answered to rows that had left before', async () => {
  const runner = bench.started(20);
  bench.send(0, 1);
  await bench.call(0).answer(notNow('rateLimited', bench.clock.wallNow() + 20_000));
  await bench.call(1).answer(created());
  expect(runner.hold).toMatchObject({ kind: 'minute', resumeAt: bench.clock.wallNow() + 20_000 });
  await bench.call(2).settle(created());
  expect([runner.hold, bench.open().length]).toEqual([null, 13]);
});

describe('a service out of reach', () => {
  it('is tried with one row after waits that double, and with all of them after an answer', async () => {
    const runner = bench.started(20);
    await bench.call(0).answer(notSent('offline'));
    expect(runner.hold).toMatchObject({ kind: 'offline', reason: expect.stringContaining('tries again on its own') });
    expect(runner.hold?.resumeAt).toBe(bench.clock.wallNow() + 500);
    expect(bench.kept()).toBeNull();
    expect(bench.open()).toHaveLength(0);
    for (const wait of [500, 1000, 2000]) {
      const tried = bench.calls.length;
      const began = bench.clock.monotonicNow();
      bench.clock.run(began + wait - 1);
      expect(bench.calls).toHaveLength(tried);
      bench.clock.run(began + wait);
      expect(bench.open()).toHaveLength(1);
      if (wait < 2000) await bench.call(tried).answer(notSent('offline'));
    }
    const last = bench.calls.at(-1);
    await last?.settle(created());
    expect(runner.hold).toBeNull();
    expect(bench.open()).toHaveLength(13);
    // The next outage begins with the first wait again.
    await bench.call(bench.calls.length - 1).answer(notSent('offline'));
    expect(runner.hold?.resumeAt).toBe(bench.clock.wallNow() + 500);
  });

  it('does not slow the rate of the rows after the wait', async () => {
    const runner = bench.started(40);
    for (let row = 0; row < 5; row += 1) await bench.client.settleFirst(created());
    await (bench.open()[0] as Call).answer(notSent('offline'));
    bench.clock.run(bench.clock.monotonicNow() + 500);
    for (let row = 0; row < 4; row += 1) {
      await bench.client.settleFirst(created());
      bench.clock.run(bench.clock.monotonicNow() + 10);
    }
    expect(runner.watchedFor).toBe(40);
    expect(runner.ratePerMinute).toBeCloseTo(6_000, 6);
  });

  it('is waited for once when several rows do not reach it: the first wait is not followed by another', async () => {
    bench.runner(3).start();
    for (const call of bench.open().slice(0, 2)) call.send();
    await bench.call(0).answer(notSent('offline'));
    await bench.call(1).answer(notSent('offline'));
    bench.clock.run(500);
    expect(bench.open()).toHaveLength(1);
    await bench.call(-1).settle(notSent('offline'));
    // Both were one try: the second wait is twice the first.
    bench.clock.run(1499);
    expect(bench.open()).toHaveLength(0);
    bench.clock.run(1500);
    expect(bench.open()).toHaveLength(1);
  });

  it('is tried at once after a resume, which forgets the wait', async () => {
    const runner = bench.started(20);
    await bench.call(0).answer(notSent('offline'));
    bench.clock.run(500);
    await bench.call(13).answer(notSent('offline'));
    runner.start();
    expect([runner.hold, bench.open().length]).toEqual([null, 13]);
    await (bench.open()[0] as Call).answer(notSent('offline'));
    expect(runner.hold?.resumeAt).toBe(bench.clock.wallNow() + 500);
    bench.clock.run(999);
    expect(bench.open()).toHaveLength(0);
  });
});

describe('something that needs a person', () => {
  it.each([
    ['auth', notNow('auth')],
    ['forbidden', notNow('forbidden')],
    ['auth', notSent('noCredentials')],
    ['encryption', notSent('encryption')],
    ['journal', notSent('journal')],
  ])('holds the job: %s', async (kind, outcome) => {
    const runner = bench.started(20);
    bench.send(0, 1);
    await bench.call(0).answer(outcome);
    expect(runner.hold).toMatchObject({ kind, resumeAt: null, reason: expect.stringContaining('Because of') });
    expect([runner.isRunning, bench.kept()]).toEqual([false, kind]);
    expect(bench.open()).toEqual([bench.call(1)]);
    expect(bench.ended).toEqual([]);
    await bench.call(1).answer(created());
    expect(bench.ended).toEqual(['held']);
    expect(bench.tally()).toMatchObject({ ready: 19, created: 1 });
    bench.clock.run(1e9);
    expect(bench.calls).toHaveLength(13);
    runner.start();
    expect([runner.isRunning, runner.hold, bench.kept()]).toEqual([true, null, null]);
    expect(bench.open()).toHaveLength(13);
  });

  it('ends a wait', async () => {
    const runner = bench.started(20);
    bench.send(0, 1);
    await bench.call(0).answer(notNow('daily', bench.clock.wallNow() + 10_000));
    await bench.call(1).answer(notNow('auth'));
    expect(runner.hold?.kind).toBe('auth');
    bench.clock.run(60_000);
    expect(bench.calls).toHaveLength(13);
    expect(bench.ended).toEqual(['held']);
  });

  it('comes from the stop rule, which begins to count again with a resume', async () => {
    const runner = bench.started(20, { stopAfterSameRefusal: 2 });
    for (const index of [0, 1]) {
      await bench.call(index).settle(rejected);
    }
    expect([runner.hold?.kind, bench.kept()]).toEqual(['stopRule', 'stopRule']);
    expect(bench.ended).toEqual(['held']);
    runner.start();
    const again = bench.open()[0] as Call;
    await again.settle(rejected);
    expect(runner.hold).toBeNull();
  });

  it('comes from a campaign that is closed meanwhile, also when other rows were refused in an earlier run', async () => {
    const closed = { ...rejected, message: 'Campaign SPRING does not exist.' };
    const first = bench.started(9);
    await bench.call(0).settle(rejected);
    await first.halt();
    const second = bench.again();
    second.start();
    await bench.open()[0]?.settle(closed);
    expect(second.hold?.kind).toBe('stopRule');
    // A person has seen it, and sends the others all the same.
    const third = bench.again();
    third.start();
    await bench.open()[0]?.settle(closed);
    expect(third.hold).toBeNull();
  });

  it('is not one after the last row: the job is done', async () => {
    const runner = bench.started(2, { stopAfterSameRefusal: 2 });
    for (const index of [0, 1]) await bench.call(index).settle(rejected);
    expect([runner.hold, bench.kept(), bench.ended]).toEqual([null, null, ['done']]);
    expect(runner.isRunning).toBe(false);
  });

  it('is not one when the rows that were on their way were the last', async () => {
    const runner = bench.started(3, { stopAfterSameRefusal: 2 });
    bench.send(0, 1, 2);
    for (const index of [0, 1]) await bench.call(index).answer(rejected);
    expect(runner.hold?.kind).toBe('stopRule');
    await bench.call(2).answer(created());
    expect([runner.hold, bench.kept(), bench.ended]).toEqual([null, null, ['done']]);
  });

  it('is not changed by what comes back later', async () => {
    const runner = bench.started(20);
    for (const index of [0, 1, 2, 3]) bench.call(index).send();
    await bench.call(0).answer(notNow('auth'));
    await bench.call(1).answer(notNow('forbidden'));
    await bench.call(2).answer(notNow('daily', 5));
    expect(runner.hold?.kind).toBe('auth');
    await bench.call(3).answer(created());
    expect(runner.hold?.kind).toBe('auth');
    expect(bench.ended).toEqual(['held']);
  });

  it('keeps the answers that the journal did not take, and says how many', async () => {
    const runner = bench.started(3);
    bench.send(0, 1);
    bench.at.journal.exec('PRAGMA query_only=ON');
    await bench.call(0).answer(created());
    await bench.call(1).answer(created());
    expect(runner.unwrittenAnswers).toBe(2);
    bench.at.journal.exec('PRAGMA query_only=OFF');
    runner.start();
    expect(runner.unwrittenAnswers).toBe(0);
  });

  it('is shown from memory, and not reported, while the journal cannot keep it', async () => {
    const runner = bench.started(2);
    bench.at.journal.exec('PRAGMA query_only=ON');
    await bench.call(0).answer(notSent('encryption'));
    expect([runner.hold?.kind, bench.ended, bench.bugs.length]).toEqual(['encryption', [], 1]);
  });

  it('for a journal that fails as nobody foresaw is logged: its words name no cause', async () => {
    const runner = bench.runner(1);
    bench.at.journal.exec(
      "CREATE TRIGGER fails BEFORE INSERT ON import_attempt BEGIN SELECT RAISE(ABORT, 'not foreseen'); END",
    );
    runner.start();
    expect(() => bench.call(0).send()).toThrow('not foreseen');
    await bench.call(0).answer(notSent('journal'));
    expect(runner.hold?.kind).toBe('journal');
    expect(bench.bugs.map(String)).toEqual(['Error: not foreseen']);
  });

  it('is known to a later run from the journal', () => {
    bench.runner(1);
    bench.at.store.setHold('job', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    expect(bench.again().hold).toEqual({ kind: 'auth', reason: 'Sign in.', resumeAt: null });
  });
});

describe('a halt', () => {
  it('calls back what is not sent, and waits for what is', async () => {
    const runner = bench.started(20);
    bench.send(0, 1);
    let isHalted = false;
    const halted = runner.halt().then(() => (isHalted = true));
    expect(runner.isRunning).toBe(false);
    await turn();
    expect(bench.open()).toEqual([bench.call(0), bench.call(1)]);
    await bench.call(0).answer(created());
    expect(isHalted).toBe(false);
    await bench.call(1).answer(created());
    await halted;
    expect(bench.tally()).toMatchObject({ created: 2, ready: 18 });
    expect(bench.calls).toHaveLength(13);
    expect(bench.ended).toEqual([]);
  });

  it('to stop the job skips the rows that come back', async () => {
    const runner = bench.started(3);
    bench.call(0).send();
    const halted = runner.halt('stop');
    await bench.call(0).answer(notNow('auth'));
    await halted;
    expect(bench.row(1)).toMatchObject({ state: 'skipped', reason: STOPPED });
    expect(bench.tally()).toMatchObject({ skipped: 3 });
    expect([runner.hold, bench.bugs]).toEqual([null, []]);
  });

  it('to stop the job skips a row that cannot be sent once', async () => {
    const runner = bench.started(2);
    bench.call(0).send();
    const halted = runner.halt('stop');
    await bench.call(0).answer(notSent('badRequest'));
    await halted;
    expect([bench.row(1)?.reason, bench.bugs]).toEqual([STOPPED, []]);
  });

  it('to stop the job leaves rows alone that are skipped already', async () => {
    const runner = bench.started(3);
    const halted = runner.halt('stop');
    bench.at.store.rows.skipReady('job', 'Stopped.', 1, 'spec');
    await halted;
    expect(bench.bugs).toEqual([]);
    expect(bench.tally()).toMatchObject({ skipped: 3, ready: 0 });
  });

  it('after a hold that is over is no hold for a person', async () => {
    const runner = bench.started(3);
    bench.send(0, 2);
    await bench.call(0).answer(notNow('rateLimited'));
    expect(runner.hold).not.toBeNull();
    await bench.call(1).settle(created());
    expect(runner.hold).toBeNull();
    const halted = runner.halt();
    await bench.call(2).answer(created());
    await halted;
    expect(bench.ended).toEqual([]);
  });

  it('ends a wait, and a start after it goes on', async () => {
    const runner = bench.started(20);
    await bench.call(0).answer(notSent('offline'));
    await runner.halt();
    bench.clock.run(1e6);
    expect(bench.open()).toHaveLength(0);
    runner.start();
    expect(bench.open()).toHaveLength(13);
    await (bench.open()[0] as Call).answer(notSent('badRequest'));
    expect(bench.tally()).toMatchObject({ skipped: 1 });
  });
});
