import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { created, notNow, notSent, turn } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const AGAIN = 5_000;
const rowStates = () => bench.at.store.lists.rowsAfter('job', 0, 10).map(({ state, leadId }) => leadId ?? state);

/** Ends the run in the way of `how` with its first row on its way, which is answered when the disk takes nothing more. */
async function endWithoutRoom(program: Program, how: 'pause' | 'stop', answer = created('L-1')): Promise<void> {
  const first = program.client.calls[0];
  first?.send();
  await program[how]();
  bench.at.journal.exec('PRAGMA query_only=ON');
  await first?.answer(answer);
  await turn();
}

/** After this number of commits the journal takes nothing that changes it, until the answer is called. */
function fillDisk(after = 0): () => void {
  const { journal } = bench.at;
  const { exec } = journal;
  const changes = () => Number(journal.prepare('SELECT total_changes() AS n').get()?.['n']);
  let room = after;
  let last = changes();
  journal.exec = (sql) => {
    if (sql === 'COMMIT' && changes() !== last && (room -= 1) < 0)
      throw Object.assign(new Error('disk is full'), { errcode: 13 });
    exec.call(journal, sql);
    last = changes();
  };
  return () => (journal.exec = exec);
}

const makeRoom = () => bench.at.journal.exec('PRAGMA query_only=OFF');

describe('a stop whose last row cannot be written', () => {
  it('says what is wrong with the disk, holds no lock, and is written when the disk takes it', async () => {
    const program = await bench.running(3);
    await endWithoutRoom(program, 'stop');
    expect(program.summary()).toMatchObject({
      state: 'needsYou',
      holdKind: 'journal',
      counts: { waiting: 1, skipped: 2 },
    });
    expect(program.summary().reason).toMatch(/read-only.*not written yet.*tries again/);
    expect(bench.isFree()).toBe(true);
    await bench.pass(AGAIN);
    expect(program.summary().state).toBe('needsYou');
    makeRoom();
    await bench.pass(AGAIN);
    expect(program.summary()).toMatchObject({ state: 'stopped', reason: 'Stopped by you.', counts: { created: 1 } });
    expect(rowStates()).toEqual(['L-1', 'skipped', 'skipped']);
    expect(bench.job().endedAt).not.toBeNull();
    expect(program.news().at(-1)?.[1]).toBe('stopped');
    expect(program.bugs).toEqual([]);
  });

  it('is the same for a row that came back', async () => {
    const program = await bench.running(2);
    await endWithoutRoom(program, 'stop', notNow('daily'));
    makeRoom();
    await program.stop();
    expect(rowStates()).toEqual(['skipped', 'skipped']);
    expect(program.summary()).toMatchObject({ state: 'stopped', counts: { waiting: 0, unknown: 0 } });
  });

  it('can be resumed instead: what is known of its row is kept', async () => {
    const program = await bench.running(2);
    await endWithoutRoom(program, 'stop');
    makeRoom();
    await program.resume();
    expect(rowStates()).toEqual(['L-1', 'skipped']);
  });

  it.each(['stop', 'pause'] as const)(
    'keeps what is known of its row when a person asks for a %s meanwhile',
    async (how) => {
      const program = await bench.running(2);
      await endWithoutRoom(program, 'stop');
      // The first one fails in a sentence, or changes nothing; what follows is tried again.
      for (let time = 0; time < 3; time += 1) await program[how]().catch(() => undefined);
      await bench.pass(AGAIN);
      makeRoom();
      await bench.pass(AGAIN);
      expect(rowStates()).toEqual(['L-1', 'skipped']);
      expect(program.bugs).toEqual([]);
    },
  );

  it('is left to another program that works on the job meanwhile', async () => {
    const program = await bench.running(2);
    await endWithoutRoom(program, 'stop');
    makeRoom();
    using _other = bench.otherProgram();
    await bench.pass(AGAIN);
    expect(rowStates()).toEqual(['intent', 'skipped']);
    expect(program.summary().holdKind).toBeUndefined();
  });

  it('is tried a last time when the account is closed', async () => {
    const program = await bench.running(2);
    await endWithoutRoom(program, 'stop');
    makeRoom();
    await program[Symbol.asyncDispose]();
    expect(rowStates()).toEqual(['L-1', 'skipped']);
  });
});

describe('a stop whose waiting rows cannot be skipped', () => {
  it('goes on when the disk takes it, where an account was opened without room', async () => {
    bench.add(2);
    await bench.program()[Symbol.asyncDispose]();
    bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'before' });
    bench.at.store.setWish('job', 'stop');
    const empty = fillDisk();
    const program = bench.program({ resumeOnOpen: true });
    await turn();
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'journal', counts: { waiting: 2 } });
    expect(bench.isFree()).toBe(true);
    empty();
    await bench.pass(AGAIN);
    expect(program.summary()).toMatchObject({ state: 'needsYou', counts: { unknown: 1, skipped: 1, waiting: 0 } });
    expect(bench.job().endedAt).not.toBeNull();
    expect(program.bugs).toEqual([]);
  });

  it('goes on as it was told, where a paused import was stopped', async () => {
    bench.add(2);
    bench.at.store.setWish('job', 'pause');
    const program = bench.program();
    const empty = fillDisk(1);
    await expect(program.stop()).rejects.toMatchObject({ error: { message: expect.stringContaining('goes on with') } });
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'journal', counts: { waiting: 2 } });
    empty();
    await bench.pass(AGAIN);
    expect(program.summary()).toMatchObject({ state: 'stopped', reason: 'Stopped by you.', counts: { skipped: 2 } });
  });

  it('goes on where another program ended before it heeded the wish', async () => {
    bench.add(1);
    const program = bench.program();
    {
      using _other = bench.otherProgram();
      await program.stop();
      bench.at.journal.exec('PRAGMA query_only=ON');
    }
    await bench.pass(AGAIN);
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'journal', counts: { waiting: 1 } });
    makeRoom();
    await bench.pass(AGAIN);
    expect(program.summary()).toMatchObject({ state: 'stopped', counts: { skipped: 1 } });
    expect(program.bugs).toEqual([]);
  });
});

it('leaves what is left of an import that was not made to the next opening with room', async () => {
  await bench.program()[Symbol.asyncDispose]();
  bench.add(2);
  bench.at.journal.exec("UPDATE import_job SET wish = 'make'");
  const empty = fillDisk();
  const without = bench.program();
  await turn();
  expect([without.bugs, bench.at.store.removal.unfinished()]).toEqual([[], ['job']]);
  await without[Symbol.asyncDispose]();
  empty();
  bench.program();
  await expect.poll(() => bench.at.store.removal.unfinished()).toEqual([]);
});

it('keeps the answer of a row that came after a pause without room', async () => {
  const program = await bench.running(2);
  await endWithoutRoom(program, 'pause');
  expect(program.summary()).toMatchObject({ state: 'paused', counts: { waiting: 2 } });
  expect(program.summary().reason).toContain('not written yet');
  await expect(program.resume()).rejects.toMatchObject({ error: { reason: 'journal' } });
  makeRoom();
  await program.resume();
  expect(rowStates()).toEqual(['L-1', 'ready']);
});

it('changes nothing when a stop cannot be written at all', async () => {
  const program = await bench.running(2);
  bench.at.journal.exec('PRAGMA query_only=ON');
  await expect(program.stop()).rejects.toMatchObject({ error: { reason: 'journal' } });
  makeRoom();
  expect(program.summary()).toMatchObject({ state: 'running', counts: { waiting: 2 } });
  await program.answerAll();
  expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 2 } });
});

it('tells the witness of a row that did not leave as soon as it can', async () => {
  const program = await bench.running(1);
  const { journal, store } = bench.at;
  const { exec } = journal;
  const isSentByWitness = () => store.sentRecord.witness.read().jobs.get('job')?.sent.has(1);
  let isFull = false;
  // The commit of the step "send" fails, and everything after it does not even begin.
  journal.exec = (sql) => {
    isFull ||= sql === 'COMMIT';
    if (isFull && sql !== 'ROLLBACK') throw Object.assign(new Error('disk is full'), { errcode: 13 });
    exec.call(journal, sql);
  };
  const [call] = program.client.calls;
  expect(() => call?.send()).toThrow('disk is full');
  await call?.answer(notSent('journal'));
  expect(isSentByWitness()).toBe(true);
  journal.exec = exec;
  await program.stop();
  await turn();
  expect(isSentByWitness()).toBe(false);
  expect(rowStates()).toEqual(['skipped']);
});
