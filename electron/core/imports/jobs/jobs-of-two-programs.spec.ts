import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { JobsBench } from './jobs-fixture.ts';
import { phones } from './journal/job-fixture.ts';
import { created, turn, unknown } from './run/runner-fixture.ts';

// Two programs in one process. Two processes are in scripts/two-programs.

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const ELSEWHERE = /Another Lead Console/;

describe('a job that another program may run', () => {
  it('goes on at the next start although another program looks at its lease in that moment', async () => {
    bench.add(2);
    const other = bench.otherProgram();
    const program = bench.program({ resumeOnOpen: true });
    await bench.pass(100);
    expect(program.client.open()).toEqual([]);
    other[Symbol.dispose]();
    await bench.pass(60);
    expect(program.client.open()).toHaveLength(2);
    expect(program.bugs).toEqual([]);
  });

  it('is left to another program that runs it, also at the next start', async () => {
    bench.add(2);
    using _other = bench.otherProgram();
    const program = bench.program({ resumeOnOpen: true });
    await bench.pass(1000);
    expect([program.client.open(), program.bugs]).toEqual([[], []]);
  });

  it.each(['answered', 'stopped'])(
    'has its end although another program takes the lease as soon as it is free: %s',
    async (how) => {
      const program = await bench.running(2);
      for (const call of program.client.open()) call.send();
      if (how === 'stopped') await program.stop();
      let other: Disposable | null = null;
      const { close } = DatabaseSync.prototype;
      const closed = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function closing(this: DatabaseSync) {
        close.call(this);
        closed.mockRestore();
        other = bench.otherProgram();
      });
      for (const call of program.client.open()) await call.answer(created());
      await turn();
      expect([other === null, bench.job().endedAt === null]).toEqual([false, false]);
      (other as Disposable | null)?.[Symbol.dispose]();
    },
  );
});

describe('pausing and stopping the job of another program', () => {
  it('is told to the program that runs the job, and done for one that nobody runs', async () => {
    bench.add(2);
    const program = bench.program();
    const other = bench.otherProgram();
    await program.pause();
    expect(bench.job().wish).toBe('pause');
    other[Symbol.dispose]();
    expect((await program.pause()).state).toBe('paused');
    await turn();
    expect(bench.job().wish).toBe('pause');
    expect(program.bugs).toEqual([]);
  });

  it.each(['pause', 'stop'] as const)(
    '%s of another program is heeded within a second; rows on their way are answered',
    async (how) => {
      const program = await bench.running(9);
      const first = program.client.sendFirst();
      const other = bench.program();
      expect((await other[how]()).onTheirWay).toBe(1);
      expect(bench.isFree()).toBe(false);
      await bench.pass(1000);
      await first.answer(created());
      await turn();
      const waiting = how === 'pause' ? { waiting: 8, skipped: 0, created: 1 } : { waiting: 0, skipped: 8, created: 1 };
      expect(other.summary().onTheirWay).toBeUndefined();
      expect(program.summary()).toMatchObject({ state: how === 'pause' ? 'paused' : 'stopped', counts: waiting });
      expect(bench.isFree()).toBe(true);
      expect([...program.bugs, ...other.bugs]).toEqual([]);
    },
  );

  it.each(['pause', 'stop'] as const)('%s ends well when another program deletes it then', async (how) => {
    const program = await bench.running(2);
    const first = program.client.sendFirst();
    await program[how]();
    const { close } = DatabaseSync.prototype;
    const closed = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function closing(this: DatabaseSync) {
      close.call(this);
      closed.mockRestore();
      bench.hide();
    });
    await first.answer(created());
    await turn();
    expect(bench.at.store.find('job')).toBeUndefined();
    expect([program.bugs, program.events.at(-1)?.name]).toEqual([[], 'job:removed']);
  });

  it.each(['pause', 'stop'] as const)(
    '%s of another program keeps back every row that has not left yet',
    async (how) => {
      const program = await bench.running(9);
      const [first, second] = program.client.open();
      first?.send();
      await bench.program()[how]();
      // The owner has not looked yet: the row that is about to leave meets the wish.
      expect(() => second?.send()).toThrow(/not in a state/);
      expect(program.client.open()).toEqual([first]);
      await first?.answer(created());
      await turn();
      expect(bench.isFree()).toBe(true);
      await bench.pass(100);
      const rest = how === 'pause' ? { waiting: 8, skipped: 0 } : { waiting: 0, skipped: 8 };
      expect(program.summary()).toMatchObject({ counts: { created: 1, ...rest } });
    },
  );

  it.each(['pause', 'stop'] as const)(
    'is carried out by who wished it when the other program ends without heeding: %s',
    async (how) => {
      bench.add(3);
      bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'earlier' });
      const other = bench.otherProgram();
      const program = bench.program();
      await program[how]();
      await program[how]();
      await bench.pass(500);
      expect(bench.at.store.rows.tally('job')).toMatchObject({ intent: 1, ready: 2 });
      const told = program.news().length;
      other[Symbol.dispose]();
      await bench.pass(1000);
      const rest = how === 'pause' ? { ready: 2, skipped: 0 } : { ready: 0, skipped: 2 };
      expect(bench.at.store.rows.tally('job')).toMatchObject({ unknown: 1, ...rest });
      expect(program.news().at(-1)?.[1]).toBe(how === 'pause' ? 'paused' : 'needsYou');
      expect([bench.isFree(), program.bugs]).toEqual([true, []]);
      // Once, however often it was wished.
      expect(program.news()).toHaveLength(told + 1);
    },
  );

  it('is not waited for when the account closes, and leaves the wish to the next start', async () => {
    bench.add(2);
    const program = bench.program();
    const other = bench.otherProgram();
    await program.stop();
    await program[Symbol.asyncDispose]();
    other[Symbol.dispose]();
    expect([bench.job().wish, program.bugs]).toEqual(['stop', []]);
    bench.program({ resumeOnOpen: true });
    expect(bench.at.store.rows.tally('job')).toMatchObject({ skipped: 2 });
  });
});

describe('resuming', () => {
  it('is refused for a job that another program runs', async () => {
    bench.add(1);
    const program = bench.program();
    using _other = bench.otherProgram();
    let refusal = '';
    const resumed = program.resume().catch((error: unknown) => void (refusal = String(error)));
    await bench.pass(300);
    await resumed;
    expect(refusal).toMatch(ELSEWHERE);
  });

  it('puts no row into the queue of a job that another program runs, also with the word to send rows again', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    bench.at.add(phones(1), { id: 'second' }, false);
    await program.call('job:resume', { jobId: 'second' });
    using _other = bench.otherProgram('second');
    let refusal = '';
    const again = program.call('job:resume', { jobId: 'second', sendAgain: true });
    const resumed = again.catch((error: unknown) => void (refusal = String(error)));
    for (let turns = 0; turns < 20; turns += 1) await bench.pass(60);
    await resumed;
    expect(refusal).toMatch(ELSEWHERE);
    expect(program.jobs.summary('second').counts).toMatchObject({ skipped: 1, waiting: 0 });
  });
});

it('a person’s answer is about the sending that they saw, not about one of another program since', async () => {
  const program = await bench.running(1);
  for (const call of program.client.open()) await call.settle(unknown);
  const decide = (attempts: number) =>
    program.call('job:decide', { jobId: 'job', rows: [1], decision: 'sendOnce', attempts });
  for (const step of ['sendOnce', 'send', 'unknown'] as const)
    bench.at.store.rows.step('job', 1, step, { at: bench.clock.wallNow(), run: 'other' });
  await expect(decide(1)).rejects.toThrow('sent once more since');
  expect([program.summary().counts.unknown, program.client.open()]).toEqual([1, []]);
  expect((await decide(2)).counts).toMatchObject({ unknown: 0, waiting: 1 });
});
