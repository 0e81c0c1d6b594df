import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { created, rejected, RunnerBench, turn, unknown } from './runner-fixture.ts';

let bench: RunnerBench;
beforeEach(() => void (bench = new RunnerBench()));
afterEach(() => bench[Symbol.dispose]());

const terms = (change: Partial<typeof USUAL_TERMS>) => ({ terms: { ...USUAL_TERMS, ...change } });

const pass = (milliseconds: number) => bench.clock.run(bench.clock.monotonicNow() + milliseconds);

async function answerOpen(): Promise<void> {
  for (const call of bench.open()) {
    if (!call.isSent) call.send();
    await call.answer(created());
  }
}

it('sends the rows of the trial, then waits for a person; a later run goes on where the trial stood', async () => {
  bench.runner(20, terms({ trial: 3 })).start();
  expect(bench.calls).toHaveLength(3);
  await bench.call(0).settle({ outcome: 'notNow', kind: 'rateLimited', retryAt: null, message: 'Not now.' });
  await answerOpen();
  await answerOpen();
  expect(bench.tally()).toMatchObject({ created: 3, ready: 17, intent: 0 });
  expect([bench.kept(), bench.ended]).toEqual(['trial', ['held']]);
});

it('is done after a trial of the whole file', async () => {
  bench.runner(2, terms({ trial: 2 })).start();
  await answerOpen();
  expect([bench.kept(), bench.ended]).toEqual([null, ['done']]);
});

it.each([
  [1, 'The trial row is sent. Look at the leads, then resume to send the rest.'],
  [3, 'The 3 trial rows are sent. Look at the leads, then resume to send the rest.'],
])('counts every answer to the %i rows of a trial, and says what to do then', async (trial, reason) => {
  const runner = bench.started(20, terms({ trial }));
  for (const outcome of [rejected, unknown, created()].slice(0, trial)) {
    const [call] = bench.open();
    await call?.settle(outcome);
  }
  expect([bench.calls.length, runner.hold]).toEqual([trial, { kind: 'trial', reason, resumeAt: null }]);
});

it('gives each row its tag, and freezes the lead when the job is made', async () => {
  bench.runner(2, terms({ tagField: 'Ref', fairUse: false })).start();
  await turn();
  expect(bench.calls.map((call) => call.lead.data['Ref'])).toEqual(['imp-job-1', 'imp-job-2']);
  expect(bench.call(0).options.fairUse).toBe(false);
  expect(bench.row(2)?.payload).toContain('imp-job-2');
});

it('hands rows over at its share of the pace', async () => {
  // 240 rows a minute, a quarter of them: one a second.
  bench.runner(20, terms({ share: 25 })).start();
  const at: number[] = [];
  while (bench.calls.length < 4) {
    await answerOpen();
    at.push(bench.calls.length);
    pass(500);
    await turn();
  }
  expect(at).toEqual([1, 1, 2, 2, 3, 3]);
  expect(bench.ended).toEqual([]);
});

it('waits for its hours, and calls rows back when they end', async () => {
  const now = new Date(bench.clock.wallNow());
  const local = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Copenhagen', hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  const hour = (add: number) => (local + add) % 24;
  const runner = bench.started(20, terms({ between: { from: hour(2), to: hour(3) || 24 } }));
  expect(bench.calls).toEqual([]);
  expect(runner.hold?.kind).toBe('planned');
  pass(2 * 3_600_000);
  await turn();
  expect(runner.hold).toBeNull();
  expect(bench.open().length).toBeGreaterThan(0);
  bench.call(0).send();
  pass(3_600_000);
  await turn();
  expect(bench.open()).toEqual([bench.call(0)]);
  await answerOpen();
  expect(bench.tally()).toMatchObject({ created: 1, ready: 19 });
  expect(runner.hold?.kind).toBe('planned');
});

it('lets no row go behind the end of its hours, before a timer runs out after a sleep', async () => {
  const runner = bench.started(20, terms({ between: { from: 10, to: 12 } }));
  bench.call(0).send();
  bench.clock.sleep(3 * 3_600_000);
  const late = bench.call(1);
  expect(() => late.send()).toThrow('hours');
  await late.answer({ outcome: 'notSent', reason: 'journal', message: 'The step failed.' });
  expect(runner.hold?.kind).toBe('planned');
  expect(bench.tally()).toMatchObject({ intent: 1, ready: 19 });
  await answerOpen();
  expect([bench.tally(), runner.hold]).toMatchObject([{ created: 1, ready: 19 }, { kind: 'planned' }]);
  expect([bench.ended, bench.bugs]).toEqual([[], []]);
});

it('waits for no hours when no row is left to send', async () => {
  const runner = bench.started(1, terms({ between: { from: 10, to: 12 } }));
  bench.call(0).send();
  pass(2 * 3_600_000);
  await turn();
  expect(runner.hold?.kind).toBe('planned');
  await answerOpen();
  pass(60_000);
  expect([runner.hold, bench.ended]).toEqual([null, ['done']]);
});

it('is done before its planned start when every row was left out', () => {
  bench.runner(0, terms({ startAt: '2026-11-30T10:00' })).start();
  expect(bench.ended).toEqual(['done']);
});
