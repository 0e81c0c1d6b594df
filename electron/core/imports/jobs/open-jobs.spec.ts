import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { counted } from './doubt/sent-check-fixture.ts';
import { JobsBench } from './jobs-fixture.ts';
import { rejected, turn } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

describe('opening the account', () => {
  const sent = (n: number) => bench.at.store.rows.step('job', n, 'send', { at: 1, run: 'earlier' });
  const hold = (kind: 'auth' | 'stopRule') => bench.at.store.setHold('job', { kind, reason: 'Why.', resumeAt: null });

  it('goes on with a job that ran when the program ended', async () => {
    bench.add(2);
    sent(1);
    const program = bench.program({ resumeOnOpen: true });
    expect(program.summary()).toMatchObject({ state: 'running', counts: { unknown: 1, waiting: 1 } });
    await turn();
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000002']);
  });

  it('goes on after a hold that the restart may have cured, and not after one that a person must look at', async () => {
    bench.add(1);
    hold('auth');
    const first = bench.program({ resumeOnOpen: true });
    await turn();
    expect(first.client.open()).toHaveLength(1);
    bench.add(1, { id: 'other' });
    bench.at.store.setHold('other', { kind: 'stopRule', reason: 'Why.', resumeAt: null });
    const program = bench.program({ resumeOnOpen: true });
    expect(program.jobs.summary('other')).toMatchObject({ state: 'needsYou', reason: 'Why.' });
    await turn();
    expect(program.client.open()).toEqual([]);
  });

  it.each([
    ['a job that ran', () => undefined, 'The password is missing.'],
    ['a hold that the restart may have cured', () => hold('auth'), 'The password is missing.'],
    ['one that a person must look at', () => hold('stopRule'), 'Why.'],
    ['a paused one', () => bench.at.store.setWish('job', 'pause'), 'Paused. Resume to go on.'],
  ])('without the password says what %s waits for', async (_, leave, reason) => {
    bench.add(1);
    leave();
    const program = bench.program({ signedIn: false });
    await turn();
    expect(program.summary().reason).toContain(reason);
    expect(program.client.calls).toEqual([]);
  });

  it('says nothing of the password where there is one, or another program sends', async () => {
    bench.add(1);
    expect(bench.program().summary().reason).not.toContain('password');
    using _other = bench.otherProgram();
    const { state, reason } = bench.program({ signedIn: false }).summary();
    expect([state, reason]).toEqual(['running', expect.stringContaining('Another Lead Console')]);
  });

  it('leaves a paused job paused; what was on its way is unknown', () => {
    bench.add(2);
    sent(1);
    bench.at.store.setWish('job', 'pause');
    const program = bench.program({ resumeOnOpen: true });
    expect(program.summary()).toMatchObject({ state: 'paused', counts: { unknown: 1, waiting: 1 } });
    expect(program.client.calls).toEqual([]);
    expect(bench.isFree()).toBe(true);
  });

  it('ends a job that was being stopped', async () => {
    bench.add(2);
    sent(1);
    bench.at.store.setWish('job', 'stop');
    const program = bench.program({ resumeOnOpen: true });
    await turn();
    expect(program.summary().counts).toMatchObject({ unknown: 1, skipped: 1, waiting: 0 });
    expect(bench.job().endedAt).toBe(bench.clock.wallNow());
    expect(bench.isFree()).toBe(true);
  });

  it('ends a job that was being stopped by a program which dies later', async () => {
    bench.add(2);
    sent(1);
    bench.at.store.setWish('job', 'stop');
    const other = bench.otherProgram();
    const program = bench.program({ resumeOnOpen: true });
    await bench.pass(5_000);
    expect(program.summary().counts).toMatchObject({ waiting: 2 });
    other[Symbol.dispose]();
    await bench.pass(5_000);
    expect(program.summary().counts).toMatchObject({ unknown: 1, skipped: 1, waiting: 0 });
  });

  it('leaves jobs alone that are complete, that run elsewhere, or when it is not wanted', async () => {
    bench.add(1);
    expect(bench.program().client.calls).toEqual([]);
    {
      using _other = bench.otherProgram();
      const program = bench.program({ resumeOnOpen: true });
      expect([program.client.calls, program.bugs]).toEqual([[], []]);
    }
    const runs = bench.program({ resumeOnOpen: true });
    await turn();
    await runs.answerAll();
    const ended = bench.job().endedAt;
    await bench.pass(10);
    const last = bench.program({ resumeOnOpen: true });
    expect([bench.job().endedAt, last.events]).toEqual([ended, []]);
  });

  it('is possible when one of the jobs cannot go on', () => {
    bench.add(1);
    const { journal } = bench.at;
    journal.exec(
      "CREATE TRIGGER refusal BEFORE UPDATE OF ended_at ON import_job BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    const program = bench.program({ resumeOnOpen: true });
    journal.exec('DROP TRIGGER refusal');
    expect(program.bugs).toEqual(['continue import job']);
    expect(bench.isFree()).toBe(true);
  });
});

it('says what the service counted at the end of an import that had rows left, once it has answered', async () => {
  bench.add(1);
  const program = bench.program();
  program.counts = async () => counted(program.client.calls.some(({ isSent }) => isSent) ? 1 : 0);
  await program.resume();
  await turn();
  program.client.sendFirst();
  await turn();
  const { promise: answer, resolve: answers } = Promise.withResolvers<unknown>();
  program.counts = () => answer;
  await program.answerAll();
  const atEnd = program.call('job:countAtEnd', { jobId: 'job' });
  await turn();
  answers(counted(3));
  await atEnd;
  const { countNotes } = await program.call('job:get', { jobId: 'job' });
  expect(countNotes).toEqual([expect.stringMatching(/counted 3/)]);
});

describe('closing the account', () => {
  it('waits for the rows on their way and for work in the background; the job goes on at the next start', async () => {
    const program = await bench.running(20);
    const first = program.client.sendFirst();
    let isClosed = false;
    const closing = program[Symbol.asyncDispose]().then(() => (isClosed = true));
    await turn();
    expect([isClosed, bench.isFree()]).toEqual([false, false]);
    await first.answer(rejected);
    await closing;
    expect(bench.isFree()).toBe(true);
    expect(bench.job()).toMatchObject({ wish: 'run', endedAt: null });
    expect(program.isListening).toBe(false);
    const before = program.events.length;
    await bench.pass(60_000);
    expect(program.events).toHaveLength(before);
    const next = bench.program({ resumeOnOpen: true });
    await turn();
    expect(next.client.open()).toHaveLength(13);
  });
});
