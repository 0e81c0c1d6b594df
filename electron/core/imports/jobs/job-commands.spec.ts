import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import type { Verdict } from '../../../../shared/domain/jobs/reconcile.ts';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import { NO_TEAM } from '../../foundation/lead-claims.ts';
import { takeLease } from '../../storage/lease.ts';
import { beforeLock, JobsBench, type Program } from './jobs-fixture.ts';
import { phones } from './journal/job-fixture.ts';
import { Verdicts } from './journal/rows/verdicts.ts';
import { created, notSent, rejected, unknown } from './run/runner-fixture.ts';
import { removesOpenFiles } from '../../foundation/this-system-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

/** Sends the first rows that are with the client, and answers each so. */
async function answer(
  program: Program,
  ...answers: readonly Parameters<ReturnType<Program['client']['open']>[0]['answer']>[0][]
) {
  const open = program.client.open();
  for (const call of open.slice(0, answers.length)) call.send();
  for (const [index, outcome] of answers.entries()) await open[index]?.answer(outcome);
}

const lead = (row: number, id: string) => ({
  uniqueId: id,
  campaign: { code: 'SPRING' },
  data: { Phone: `+453000000${row}` },
  uploadTime: new Date(bench.clock.wallNow()).toISOString(),
});

describe('looking for unknown rows', () => {
  const look = async (program: Program, callId?: string) => {
    const looked = program.call('job:look', { jobId: 'job', ...(callId && { callId }) });
    await bench.pass(61_000);
    return looked;
  };

  it('counts what was found, and tells the call that asked how far it is', async () => {
    const program = await bench.running(6);
    await answer(program, created('first'));
    await answer(program, unknown, unknown, unknown);
    await answer(program, created('last'));
    await answer(program, unknown);
    program.leads = [lead(1, 'first'), lead(2, 'A'), lead(3, 'B'), lead(3, 'C'), lead(5, 'last')];
    const found = { exists: 1, absent: 1, several: 1, unclear: 1, leads: 5, looked: 5 };
    expect(await look(program, 'call')).toEqual(found);
    const progress = () => program.events.filter(({ name }) => name === 'import:lookUpProgress');
    expect(progress().map(({ payload }) => payload)).toEqual([{ callId: 'call', leads: 5, looked: 5 }]);
    expect(await look(program)).toEqual(found);
    expect(progress()).toHaveLength(1);
  });

  it('takes rows for unknown that an ended program left on their way, and not those of one that runs', async () => {
    bench.add(2);
    bench.at.store.rows.step('job', 1, 'send', { at: bench.clock.wallNow(), run: 'ended' });
    const other = bench.otherProgram();
    const program = bench.program();
    expect(await look(program)).toMatchObject({ absent: 0, leads: 0 });
    expect(program.summary().counts).toMatchObject({ unknown: 0, waiting: 2 });
    other[Symbol.dispose]();
    expect(await look(program)).toMatchObject({ unclear: 1 });
    expect(program.summary().counts).toMatchObject({ unknown: 1, waiting: 1 });
    expect(program.client.open()).toEqual([]);
  });
});

it('a program that lets no job go on says all the same that a row is unknown which an ended one left on its way', () => {
  bench.add(2);
  bench.at.store.rows.step('job', 1, 'send', { at: bench.clock.wallNow(), run: 'ended' });
  const program = bench.program();
  expect(program.summary().counts).toMatchObject({ unknown: 1, waiting: 1 });
  expect(program.client.open()).toEqual([]);
});

describe('comparing the waiting rows of a job in doubt with its campaign', () => {
  const compare = (program: Program) => program.call('job:compareWaiting', { jobId: 'job' });
  const doubt = () => bench.at.store.setHold('job', { kind: 'older', reason: 'Three rows more.', resumeAt: null });

  it('leaves out those that it holds, and a person can have them sent all the same', async () => {
    bench.add(4);
    doubt();
    const program = bench.program();
    program.leads = [lead(2, 'B'), lead(4, 'D')];
    expect(await compare(program)).toEqual({ leftOut: 2, leads: 2, doubt: null });
    expect(program.summary().counts).toMatchObject({ skipped: 2, waiting: 2 });
    await program.call('job:resume', { jobId: 'job', goOn: true });
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000001', '+4530000003']);
    await program.call('job:resume', { jobId: 'job', sendAgain: true });
    expect(program.summary().counts).toMatchObject({ skipped: 0, waiting: 4 });
  });

  it('changes nothing where the leads show nothing to compare', async () => {
    bench.add(2);
    doubt();
    const program = bench.program();
    program.leads = [{ ...lead(2, 'B'), data: { Phone: '+45****02' } }];
    expect(await compare(program)).toMatchObject({ leftOut: 0, doubt: expect.stringContaining('None of the 1 lead') });
    expect(program.summary().counts).toMatchObject({ waiting: 2 });
  });

  it('is for a job that was there when the account was opened', async () => {
    const begun = await bench.running(2);
    await expect(compare(begun)).rejects.toThrow('in doubt');
    bench.add(2, { id: 'before' });
    const later = bench.program();
    later.leads = [lead(1, 'A')];
    expect(await later.call('job:compareWaiting', { jobId: 'before' })).toMatchObject({ leftOut: 1 });
  });

  it('is not done while another program runs it', async () => {
    bench.add(2);
    const program = bench.program();
    program.leads = [lead(1, 'A')];
    using _other = bench.otherProgram();
    await expect(compare(program)).rejects.toThrow('Another program');
  });
});

describe('what was found out about unknown rows', () => {
  const found = { evidence: 'Found.', leadId: null };
  const save = (...given: readonly Verdict[]) => {
    const verdicts = new Verdicts(bench.at.journal);
    const job = bench.at.job();
    verdicts.save(
      'job',
      1,
      given.map((verdict, index) => ({ ...found, row: index + 1, verdict })),
      verdicts.doubtful(job),
    );
  };
  const apply = (program: Program, rows?: number[]) =>
    program.call('job:applyVerdicts', { jobId: 'job', ...(rows && { rows }) });

  it('is applied to all rows where it is conclusive, and those that did not arrive are sent once more', async () => {
    const program = await bench.running(4);
    await answer(program, unknown, unknown, unknown, unknown);
    save('exists', 'absent', 'several', 'unclear');
    expect((await apply(program)).counts).toMatchObject({ created: 1, waiting: 1, unknown: 2 });
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000002']);
    const page = { jobId: 'job', state: 'created' as const, offset: 0, limit: 1 };
    expect((await program.call('job:rows', page)).rows).toMatchObject([{ row: 1, reason: 'Found.' }]);
  });

  it('is applied to the rows that a person chose', async () => {
    const program = await bench.running(3);
    await answer(program, unknown, unknown, unknown);
    save('exists', 'absent', 'absent');
    expect((await apply(program, [1])).counts).toMatchObject({ created: 1, unknown: 2 });
    expect(program.client.open()).toEqual([]);
    bench.at.store.setWish('job', 'pause');
    expect((await apply(program, [3])).counts).toMatchObject({ created: 1, unknown: 1, waiting: 1 });
    expect(program.client.open()).toEqual([]);
  });

  it('does not move the end of an import that was stopped', async () => {
    const program = await bench.running(2);
    await answer(program, unknown);
    const { endedAt } = await program.stop();
    save('exists');
    await bench.pass(60_000);
    expect(await apply(program)).toMatchObject({ endedAt, counts: { created: 1, skipped: 1 } });
    expect(endedAt).not.toBeNull();
  });

  it('is not applied where another row has got the lead since: each lead is of one row', async () => {
    const program = await bench.running(2);
    await answer(program, unknown, unknown);
    save('exists', 'exists');
    bench.at.journal.exec(`UPDATE import_verdict SET lead_id = 'L' || n`);
    bench.at.add([['30999999']], { id: 'second' }, false);
    bench.at.created(1, { at: 1, run: 'other', leadId: 'L1' }, 'second');
    expect((await apply(program)).counts).toMatchObject({ created: 1, unknown: 1 });
    const page = { jobId: 'job', offset: 0, limit: 9 };
    expect(await program.call('job:verdicts', page)).toMatchObject({ total: 0, verdicts: [] });
  });

  it('is not applied to a row that another program has sent once more while the lock was waited for', async () => {
    const program = await bench.running(2);
    await answer(program, unknown, unknown);
    save('absent', 'unclear');
    const { journal, store } = bench.at;
    const by = { at: bench.clock.wallNow(), run: 'other' };
    beforeLock(journal, () => {
      for (const step of ['sendOnce', 'send', 'unknown'] as const) store.rows.step('job', 1, step, by);
    });
    const { counts } = await apply(program);
    expect([store.lists.rowsAt('job', [1])[0]?.attempts, counts.unknown, counts.waiting]).toEqual([2, 2, 0]);
  });

  it('lets a row go in the run that is there, and leaves it to another program that runs the job', async () => {
    const program = await bench.running(2);
    await answer(program, unknown);
    save('absent');
    await apply(program);
    expect(program.client.open().map(({ phone }) => phone)).toEqual(['+4530000002', '+4530000001']);
    await answer(program, unknown, unknown);
    save('absent', 'exists');
    await bench.pass(1);
    bench.at.store.rows.step('job', 2, 'sendOnce', { at: 1, run: 'other', reason: 'x' });
    using _other = bench.otherProgram();
    expect((await apply(program, [1])).counts).toMatchObject({ waiting: 2 });
    expect(program.client.open()).toEqual([]);
  });

  it('does not resume a job that waits for a person when nothing has to be sent', async () => {
    bench.add(2);
    bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'ended' });
    bench.at.store.rows.step('job', 1, 'unknown', { at: 1, run: 'ended' });
    bench.at.store.setHold('job', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    save('exists');
    const program = bench.program();
    expect(await apply(program)).toMatchObject({ state: 'needsYou', counts: { created: 1 } });
    expect(program.client.open()).toEqual([]);
  });
});

describe('rows that a person sends again', () => {
  it('wait with a job that is held, and go with the program that runs it', async () => {
    const program = await bench.running(3, { stopAfterSameRefusal: 1 });
    await answer(program, rejected);
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'stopRule' });
    const again = () => program.call('job:sendAgain', { jobId: 'job', rows: [1], onlyFixed: false });
    expect((await again()).summary).toMatchObject({ state: 'needsYou', counts: { waiting: 3 } });
    expect(program.client.open()).toEqual([]);
    await program.resume();
    for (const call of program.client.open()) call.send();
    for (const call of program.client.open()) await call.answer(call.phone.endsWith('1') ? rejected : created());
    bench.at.store.setWish('job', 'run');
    bench.at.store.setHold('job', null);
    bench.at.store.rows.step('job', 1, 'tryAgain', { at: 1, run: 'x', reason: 'x' });
    using _other = bench.otherProgram();
    expect(program.summary()).toMatchObject({ state: 'running', counts: { waiting: 1 } });
    expect((await again()).summary.state).toBe('running');
    expect(program.client.open()).toEqual([]);
  });

  it.each([
    ['sent again', rejected, (p: Program) => p.call('job:sendAgain', { jobId: 'job', rows: [1], onlyFixed: false })],
    ['decided', unknown, (p: Program) => p.call('job:decide', { jobId: 'job', rows: [1], decision: 'sendOnce' })],
  ] as const)('go also when they are %s while the import is being stopped', async (_, outcome, goAgain) => {
    const program = await bench.running(3);
    await answer(program, outcome);
    const last = program.client.sendFirst();
    await program.stop();
    await goAgain(program);
    await last.answer(created());
    await program.answerAll();
    expect(program.summary()).toMatchObject({ counts: { created: 2, skipped: 1, waiting: 0 } });
    expect([bench.job().endedAt, bench.isFree(), program.bugs]).toEqual([bench.clock.wallNow(), true, []]);
  });

  it('wait with a run that waits until the service can be reached', async () => {
    const program = await bench.running(3);
    await answer(program, rejected, notSent('offline'));
    expect(program.client.open()).toEqual([]);
    await program.call('job:sendAgain', { jobId: 'job', rows: [1], onlyFixed: false });
    expect(program.summary()).toMatchObject({ state: 'waiting', holdKind: 'offline', counts: { waiting: 3 } });
    expect(program.client.open()).toEqual([]);
  });

  it('are not sent by a job in doubt before a person lets it go on', async () => {
    bench.add(3);
    bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'ended' });
    bench.at.store.setHold('job', { kind: 'older', reason: 'In doubt.', resumeAt: null });
    const program = bench.program();
    expect(await program.resume()).toMatchObject({ state: 'needsYou', counts: { unknown: 1, waiting: 2 } });
    const decided = { jobId: 'job', rows: [1], decision: 'sendOnce' as const };
    expect(await program.call('job:decide', decided)).toMatchObject({ state: 'needsYou', counts: { waiting: 3 } });
    expect(program.client.open()).toEqual([]);
    expect(bench.job().wish).toBe('run');
    expect((await program.call('job:resume', { jobId: 'job', goOn: true })).state).toBe('running');
    expect(program.client.open()).toHaveLength(3);
  });

  it('may be leads of another job when a person says so, and only then', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    bench.at.add(phones(2), { id: 'second' }, false);
    bench.at.store.setWish('second', 'pause');
    const resume = (sendAgain?: boolean) =>
      program.call('job:resume', { jobId: 'second', ...(sendAgain && { sendAgain }) });
    await resume();
    await program.answerAll();
    expect(program.jobs.summary('second').counts).toMatchObject({ created: 1, skipped: 1 });
    await resume();
    expect(program.jobs.summary('second').counts).toMatchObject({ created: 1, skipped: 1 });
    await resume(true);
    await program.answerAll();
    expect(program.jobs.summary('second').counts).toMatchObject({ created: 2, skipped: 0 });
  });
});

describe('a trial', () => {
  it('that was paused is one still when it is resumed', async () => {
    const program = await bench.running(4, { terms: { ...USUAL_TERMS, trial: 2 } });
    await answer(program, created());
    await program.pause();
    await bench.pass(1);
    expect(bench.isFree()).toBe(true);
    await program.resume();
    expect(program.client.open()).toHaveLength(1);
    await program.answerAll();
    expect(program.summary()).toMatchObject({ holdKind: 'trial', counts: { created: 2, waiting: 2 } });
  });
});

describe('pausing a job that nobody runs', () => {
  it('takes a row for unknown that was on its way when its program ended', async () => {
    bench.add(2);
    bench.at.store.rows.step('job', 1, 'send', { at: 1, run: 'ended' });
    const program = bench.program();
    expect(await program.pause()).toMatchObject({ state: 'paused', counts: { unknown: 1, waiting: 1 } });
  });
});

describe('taking an answer back', () => {
  it('says what kept the journal from being written', async () => {
    const program = await bench.running(1);
    await answer(program, unknown);
    const decide = (decision: 'leave' | 'reopen') => program.call('job:decide', { jobId: 'job', rows: [1], decision });
    await decide('leave');
    bench.at.journal.exec(
      `CREATE TRIGGER spec_refusal BEFORE UPDATE ON import_row BEGIN SELECT RAISE(ABORT, 'refused by the spec'); END`,
    );
    await expect(decide('reopen')).rejects.toThrow('refused by the spec');
    bench.at.journal.exec('DROP TRIGGER spec_refusal');
  });
});

describe('deleting a job', () => {
  const lock = (kind = 'job') => join(bench.folder, 'locks', `${kind}-job.sqlite`);

  it('is refused while it runs, and leaves no file of its lease', async () => {
    const program = await bench.running(2);
    const remove = () => program.call('job:delete', { jobId: 'job' });
    await expect(remove()).rejects.toThrow('Stop it first');
    expect(existsSync(lock())).toBe(true);
    await program.answerAll();
    takeLease(lock('result'))?.[Symbol.dispose]();
    await remove();
    expect([lock(), lock('result')].filter((path) => existsSync(path))).toEqual([]);
    expect((await program.call('job:list', {})).jobs).toEqual([]);
  });

  it('gives the room of the journal back, unless rows are being sent', async () => {
    bench.add(1, { id: 'other' });
    bench.at.store.setWish('other', 'pause');
    const program = await bench.running(1);
    await program.call('job:delete', { jobId: 'other' });
    expect(bench.at.store.deleted.hasRoom).toBe(true);
    await program.answerAll();
    bench.add(1, { id: 'third' });
    {
      bench.at.store.setWish('third', 'pause');
      bench.add(1, { id: 'elsewhere' });
      using _other = bench.otherProgram('elsewhere');
      await program.call('job:delete', { jobId: 'third' });
      expect(bench.at.store.deleted.hasRoom).toBe(true);
    }
    await program.call('job:delete', { jobId: 'job' });
    expect(bench.at.store.deleted.hasRoom).toBe(false);
    expect(program.bugs).toEqual([]);
  });
});

describe('a journal that cannot be written anew', () => {
  // The journal is put aside while it is open.
  it.runIf(removesOpenFiles).each([
    ['is a fault for the log when nobody expected it', true, ['shrink the journal']],
    ['is left alone while nothing was deleted', false, []],
  ])('%s', async (_, isDeleted, bugs) => {
    bench.add(1, { id: 'other' });
    bench.at.store.setWish('other', 'pause');
    const program = await bench.running(1);
    if (isDeleted) await program.call('job:delete', { jobId: 'other' });
    await program.answerAll();
    const aside = `${bench.at.path}-aside`;
    renameSync(bench.at.path, aside);
    writeFileSync(bench.at.path, 'no database, and long enough to be read as one'.repeat(100));
    const later = bench.program({ resumeOnOpen: true });
    await later[Symbol.asyncDispose]();
    rmSync(bench.at.path);
    renameSync(aside, bench.at.path);
    expect(later.bugs).toEqual(bugs);
  });
});

describe('the rows of a job', () => {
  it('that wait are shown as they are sent; the others as in the file', async () => {
    const terms = { ...USUAL_TERMS, order: { column: 0, descending: true } };
    const program = await bench.running(3, { terms });
    const rows = async (state: 'waiting' | 'all') =>
      (await program.call('job:rows', { jobId: 'job', state, offset: 0, limit: 9 })).rows.map(({ row }) => row);
    expect(await rows('waiting')).toEqual([3, 2, 1]);
    expect(await rows('all')).toEqual([1, 2, 3]);
  });
});

it('a deleted job gives back to the team what was claimed for it', async () => {
  const letGo: string[] = [];
  bench.add(1);
  bench.at.store.setWish('job', 'pause');
  const program = bench.program({ claims: { ...NO_TEAM, isTeam: true, letGo: (job) => void letGo.push(job) } });
  await program.call('job:delete', { jobId: 'job' });
  expect(letGo).toContain('job');
});
