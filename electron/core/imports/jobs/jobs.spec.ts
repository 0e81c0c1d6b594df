import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import type { UnknownDecision } from '../../../../shared/contract/jobs/jobs.ts';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { created, notNow, notSent, turn, unknown } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const ELSEWHERE = /Another Lead Console/;

/** A job all of whose rows are unknown and which nobody runs. */
async function unknownRows(count: number): Promise<Program> {
  const program = await bench.running(count);
  for (const call of program.client.open()) await call.settle(unknown);
  return program;
}

describe('a job that is started', () => {
  it('is sent to the last row, gives its lease back, and has an end', async () => {
    const program = await bench.running(20);
    expect(program.summary()).toMatchObject({ state: 'running', accountId: 'anna', endedAt: null });
    expect(bench.isFree()).toBe(false);
    await bench.pass(5000);
    await program.answerAll();
    expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 20 } });
    expect(bench.job().endedAt).toBe(bench.clock.wallNow());
    expect(bench.isFree()).toBe(true);
    expect(program.bugs).toEqual([]);
  });

  it('is not started while another program has its lease, after five tries in a quarter of a second', async () => {
    const program = bench.program();
    using _other = bench.otherProgram();
    let isCreated = false;
    let refusal = '';
    const start = program.jobs
      .start('job', async () => void (isCreated = true))
      .catch((error: unknown) => void (refusal = String(error)));
    await bench.pass(239);
    await turn();
    expect(refusal).toBe('');
    await bench.pass(1);
    await start;
    expect(refusal).toMatch(ELSEWHERE);
    expect(isCreated).toBe(false);
  });

  it('is started when the other program only looked at the lease', async () => {
    const program = bench.program();
    const other = bench.otherProgram();
    const start = program.jobs.start('job', async () => bench.add(1));
    await bench.pass(200);
    other[Symbol.dispose]();
    await bench.pass(40);
    await start;
    expect(program.summary().state).toBe('running');
  });

  it('is named, listed and shown', async () => {
    const program = await bench.running(3);
    expect((await program.call('job:list', {})).jobs.map(({ id }) => id)).toEqual(['job']);
    expect((await program.call('job:get', { jobId: 'job' })).summary.id).toBe('job');
    const page = { jobId: 'job', state: 'all' as const, offset: 1, limit: 1 };
    expect(await program.call('job:rows', page)).toMatchObject({ total: 3, rows: [{ row: 2 }] });
  });
});

describe('pausing', () => {
  it('waits for the rows on their way, then gives the lease back', async () => {
    const program = await bench.running(20);
    const first = program.client.sendFirst();
    const sentOne = { onTheirWay: 1, reason: 'Paused. 1 row is on its way and is answered first.' };
    expect(await program.pause()).toMatchObject({ state: 'paused', counts: { waiting: 20 }, ...sentOne });
    expect(bench.isFree()).toBe(false);
    await first.answer(created());
    await turn();
    expect(program.summary()).toMatchObject({ counts: { waiting: 19 }, reason: 'Paused. Resume to go on.' });
    expect(program.summary()).not.toHaveProperty('onTheirWay');
    expect(bench.isFree()).toBe(true);
    expect(program.client.open()).toEqual([]);
    expect(bench.job()).toMatchObject({ wish: 'pause', endedAt: null });
  });

  it('ends a job whose last rows were on their way', async () => {
    const program = await bench.running(1);
    program.client.open()[0]?.send();
    await program.pause();
    await bench.pass(700);
    await program.client.open()[0]?.answer(created());
    await turn();
    expect(bench.job().endedAt).toBe(bench.clock.wallNow());
    expect(program.news().at(-1)?.[1]).toBe('complete');
  });

  it('changes nothing in a job that is complete', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    const before = program.events.length;
    expect((await program.pause()).state).toBe('complete');
    expect(bench.job().wish).toBe('run');
    expect(program.events).toHaveLength(before);
  });

  it('is undone by resuming while rows are still on their way: the lease stays', async () => {
    const program = await bench.running(3);
    const [one, two] = program.client.open();
    one?.send();
    two?.send();
    await program.pause();
    expect((await program.resume()).state).toBe('running');
    expect(program.client.open()).toHaveLength(3);
    await one?.answer(created());
    await two?.answer(created());
    await turn();
    expect([program.summary().state, bench.isFree()]).toEqual(['running', false]);
    await program.answerAll();
    expect([program.summary().state, bench.isFree()]).toEqual(['complete', true]);
    expect(program.bugs).toEqual([]);
  });
});

describe('a job that is paused and resumed at once', () => {
  it('keeps its lease when its last row on its way comes back and waits', async () => {
    const program = await bench.running(2);
    for (const call of program.client.open()) call.send();
    const [one, two] = program.client.open();
    await program.pause();
    await program.resume();
    await one?.answer(created());
    await two?.answer(notSent('offline'));
    await turn();
    expect([program.summary().state, bench.isFree()]).toEqual(['waiting', false]);
    await bench.pass(500);
    await program.answerAll();
    expect([program.summary().state, bench.isFree()]).toEqual(['complete', true]);
  });
});

describe('resuming', () => {
  it('sends the rows of a paused job, and forgets why it was held', async () => {
    bench.add(2);
    bench.at.store.setWish('job', 'pause');
    bench.at.store.setHold('job', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    bench.at.store.setEnded('job', 5);
    const program = bench.program();
    expect(await program.resume()).toMatchObject({ state: 'running', endedAt: null });
    expect(bench.job()).toMatchObject({ wish: 'run', hold: null });
    await turn();
    await program.answerAll();
    expect(program.summary().state).toBe('complete');
  });

  it('leaves a job alone that is running: no row is handed over twice', async () => {
    const program = await bench.running(3);
    for (const call of program.client.open()) call.send();
    await program.client.open()[0]?.answer(created());
    await bench.pass(10_000);
    expect((await program.resume()).state).toBe('running');
    expect(program.client.calls).toHaveLength(3);
    await program.client.open()[0]?.answer(created());
    // A new start would forget the first answer, and so the time between the two.
    expect(program.summary().ratePerMinute).toBe(6);
  });

  it('goes on with a job that waits, at once', async () => {
    const program = await bench.running(2);
    await program.client.open()[0]?.answer(notSent('offline'));
    await turn();
    expect(program.summary()).toMatchObject({ state: 'waiting', holdKind: 'offline' });
    expect(program.client.open()).toEqual([]);
    expect((await program.resume()).state).toBe('running');
    expect(program.client.open()).toHaveLength(2);
  });

  it('changes nothing in a job that has no rows left', async () => {
    const program = await unknownRows(1);
    bench.at.store.setWish('job', 'stop');
    expect((await program.resume()).state).toBe('needsYou');
    expect(bench.job().wish).toBe('stop');
  });
});

describe('stopping', () => {
  it('skips what waits at once, answers what is on its way, then gives the lease back', async () => {
    const program = await bench.running(20);
    const first = program.client.sendFirst();
    expect(await program.stop()).toMatchObject({ state: 'stopped', counts: { skipped: 19, waiting: 1 } });
    expect(bench.job().endedAt).toBeNull();
    await bench.pass(900);
    await first.answer(created());
    await turn();
    expect(program.summary()).toMatchObject({ state: 'stopped', counts: { skipped: 19, created: 1 } });
    expect(bench.job().endedAt).toBe(bench.clock.wallNow());
    expect(bench.isFree()).toBe(true);
    expect(program.bugs).toEqual([]);
  });

  it.each([
    ['stop', 'stopped', { skipped: 1, waiting: 0 }],
    ['pause', 'paused', { skipped: 0, waiting: 1 }],
  ] as const)(
    'a job that waits for a person: %s ends its run when the last row is answered',
    async (how, state, counts) => {
      const program = await bench.running(2);
      const [first, second] = program.client.open();
      first?.send();
      await second?.answer(notSent('noCredentials'));
      expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'auth' });
      await program[how]();
      await bench.pass(900);
      await first?.answer(created());
      await turn();
      expect(program.summary()).toMatchObject({ state, counts: { created: 1, ...counts } });
      expect(bench.job().endedAt).toBe(how === 'stop' ? bench.clock.wallNow() : null);
      expect([bench.isFree(), program.bugs]).toEqual([true, []]);
    },
  );

  it('skips a row that comes back because the service did not look at it', async () => {
    const program = await bench.running(1);
    const first = program.client.sendFirst();
    await program.stop();
    await first.answer(notNow('rateLimited'));
    await turn();
    expect(program.summary()).toMatchObject({ state: 'stopped', counts: { skipped: 1, waiting: 0 } });
  });

  it('ends a job that nobody runs: rows that were on their way become unknown', async () => {
    bench.add(3);
    bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'earlier' });
    bench.at.store.setHold('job', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    const program = bench.program();
    expect(await program.stop()).toMatchObject({ counts: { unknown: 1, skipped: 2, waiting: 0 } });
    expect(bench.job()).toMatchObject({ wish: 'stop', hold: null, endedAt: bench.clock.wallNow() });
    expect(bench.isFree()).toBe(true);
  });

  it('changes nothing in a job that has no rows left', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    expect((await program.stop()).state).toBe('complete');
    expect(bench.job().wish).toBe('run');
  });
});

describe('deciding what became of unknown rows', () => {
  const decide = (program: Program, rows: number[], decision: UnknownDecision) =>
    program.call('job:decide', { jobId: 'job', rows, decision });

  it('counts a lead that was found as created, and one that is left as skipped', async () => {
    const program = await unknownRows(3);
    expect((await decide(program, [1, 1], 'exists')).counts).toMatchObject({ created: 1, unknown: 2 });
    expect(await decide(program, [2, 3], 'leave')).toMatchObject({ state: 'complete', counts: { unknown: 0 } });
    expect(program.client.calls).toHaveLength(3);
  });

  it('lists what was decided, also after a restart, until the row is sent', async () => {
    const program = await unknownRows(2);
    const answers = async (from: Program) =>
      (await from.call('job:answers', { jobId: 'job', offset: 0, limit: 10 })).answers.map(({ row }) => row);
    await decide(program, [1], 'leave');
    await decide(program, [2], 'sendOnce');
    expect(await answers(program)).toEqual([2, 1]);
    await program.answerAll();
    expect(await answers(program)).toEqual([1]);
    expect(await answers(bench.program())).toEqual([1]);
  });

  it('does not resume a job that waits for a person', async () => {
    const program = await unknownRows(2);
    await decide(program, [1], 'sendOnce');
    await program.client.open()[0]?.answer(notSent('noCredentials'));
    expect((await decide(program, [2], 'exists')).state).toBe('needsYou');
    expect(program.client.open()).toEqual([]);
  });

  it('sends rows once more when no run is there to do it', async () => {
    const program = await unknownRows(2);
    expect(bench.isFree()).toBe(true);
    expect((await decide(program, [2], 'sendOnce')).state).toBe('running');
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000002']);
    expect(bench.isFree()).toBe(false);
    await program.answerAll();
    expect(program.summary().counts).toMatchObject({ created: 1, unknown: 1 });
  });

  it('keeps a trial: the row is sent once more, and the rest waits until the job is resumed', async () => {
    const program = await bench.running(6, { terms: { ...USUAL_TERMS, trial: 2 } });
    const [first, second] = program.client.open();
    for (const call of [first, second]) call?.send();
    await first?.answer(unknown);
    await second?.answer(created());
    expect(program.summary()).toMatchObject({
      state: 'needsYou',
      holdKind: 'trial',
      counts: { unknown: 1, waiting: 4 },
    });
    await decide(program, [1], 'sendOnce');
    await program.answerAll();
    expect(program.summary()).toMatchObject({ holdKind: 'trial', counts: { created: 2, unknown: 0, waiting: 4 } });
    await program.resume();
    await program.answerAll();
    expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 6 } });
  });

  it('sends rows once more in the run that is there', async () => {
    const program = await bench.running(2);
    await program.client.settleFirst(unknown);
    expect((await decide(program, [1], 'sendOnce')).state).toBe('running');
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000002', '+4530000001']);
  });

  it('sends nothing of a paused job, nor of one that waits', async () => {
    const program = await unknownRows(2);
    bench.at.store.setWish('job', 'pause');
    expect((await decide(program, [1], 'sendOnce')).state).toBe('paused');
    expect(program.client.open()).toEqual([]);
    bench.at.store.setWish('job', 'run');
    await program.resume();
    await program.client.open()[0]?.answer(notSent('offline'));
    expect((await decide(program, [2], 'sendOnce')).state).toBe('waiting');
    expect(program.client.open()).toEqual([]);
  });

  it('does not run a job that runs elsewhere', async () => {
    bench.add(2);
    const { rows } = bench.at.store;
    rows.step('job', 1, 'send', { at: 1, run: 'r' });
    rows.step('job', 1, 'unknown', { at: 1, run: 'r' });
    const program = bench.program();
    using _other = bench.otherProgram();
    expect(await decide(program, [1], 'sendOnce')).toMatchObject({ state: 'running', counts: { waiting: 2 } });
    expect(program.client.calls).toEqual([]);
  });

  it('decides all of the rows or none', async () => {
    const program = await unknownRows(2);
    await decide(program, [2], 'exists');
    await expect(decide(program, [1, 2], 'exists')).rejects.toThrow('Line 3 is no longer unknown');
    expect(program.summary().counts).toMatchObject({ created: 1, unknown: 1 });
  });

  it('takes an answer back until the row is sent, with what was known before', async () => {
    const program = await unknownRows(3);
    const unknownRow = (row: number) =>
      program.call('job:rows', { jobId: 'job', state: 'unknown', offset: row - 1, limit: 1 });
    const before = await Promise.all([1, 2, 3].map(unknownRow));
    bench.at.store.setWish('job', 'pause');
    await decide(program, [1], 'exists');
    await decide(program, [2], 'leave');
    await decide(program, [3], 'sendOnce');
    expect(program.summary().counts).toMatchObject({ created: 1, excluded: 1, waiting: 1, unknown: 0 });
    const decisions = async () =>
      (await program.call('job:receipt', { jobId: 'job' })).wereUnknown.map(({ decision }) => decision);
    expect(await decisions()).toEqual(['exists', 'leave', 'sendOnce']);
    await decide(program, [1, 2, 3], 'reopen');
    expect(await decisions()).toEqual(['open', 'open', 'open']);
    expect(program.summary().counts).toMatchObject({ created: 0, excluded: 0, waiting: 0, unknown: 3 });
    expect(await Promise.all([1, 2, 3].map(unknownRow))).toEqual(before);
    await expect(decide(program, [1], 'reopen')).rejects.toThrow(
      'Line 2 is unknown, so there is no answer about it to take back.',
    );
    // A row that was sent again stays so, whatever was answered before.
    bench.at.store.setWish('job', 'run');
    await decide(program, [3], 'sendOnce');
    program.client.open()[0]?.send();
    await expect(decide(program, [3], 'reopen')).rejects.toThrow(
      'Line 4 has no answer that can be taken back: none was given, or the row was sent since.',
    );
    await program.answerAll();
    expect(program.summary().counts).toMatchObject({ created: 1, unknown: 2 });
  });

  it('calls back a row whose answer is taken back while it waits for its turn', async () => {
    const program = await unknownRows(2);
    await decide(program, [1], 'sendOnce');
    expect(program.client.open()).toHaveLength(1);
    await decide(program, [1], 'reopen');
    expect(program.client.open()).toEqual([]);
    expect(program.summary().counts).toMatchObject({ unknown: 2, waiting: 0 });
  });

  it('says what kept the journal from being written', async () => {
    const program = await unknownRows(1);
    bench.at.journal.exec('PRAGMA query_only=ON');
    await expect(decide(program, [1], 'exists')).rejects.toThrow(/Nothing was changed/);
    bench.at.journal.exec('PRAGMA query_only=OFF');
    bench.at.journal.exec(
      "CREATE TRIGGER refusal BEFORE INSERT ON import_attempt BEGIN SELECT RAISE(ABORT, 'no more attempts'); END",
    );
    await expect(decide(program, [1], 'exists')).rejects.toThrow('no more attempts');
  });
});

describe('saving the result file', () => {
  it('reports its progress to the call that asked for it', async () => {
    const program = await bench.running(3);
    await program.call('job:saveResult', { jobId: 'job', token: 'token' });
    const progress = () => program.events.filter(({ name }) => name === 'save:progress').map(({ payload }) => payload);
    expect(progress()).toEqual([]);
    await program.call('job:saveResult', { jobId: 'job', token: 'token', callId: 'call' });
    expect(progress().at(-1)).toEqual({ callId: 'call', rows: 3, rowsTotal: 3 });
  });
});
