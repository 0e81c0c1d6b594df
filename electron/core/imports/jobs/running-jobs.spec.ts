import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { NO_TEAM } from '../../foundation/lead-claims.ts';
import { takeLease } from '../../storage/lease.ts';
import { SentCheck } from './doubt/sent-check.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { atOnce, phones } from './journal/job-fixture.ts';
import { Verdicts } from './journal/rows/verdicts.ts';
import { WITNESS_FILE } from './witness/witness.ts';
import { created, notSent, rejected, turn, unknown } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

describe('what a page hears of a job that runs here', () => {
  it('is a snapshot at once, then at most four a second, and the end at once', async () => {
    const program = await bench.running(3);
    expect(program.news()).toEqual([[0, 'running']]);
    await bench.pass(100);
    const [one, two, three] = program.client.open();
    await one?.settle(created());
    await two?.settle(created());
    await bench.pass(149);
    expect(program.news()).toHaveLength(1);
    await bench.pass(51);
    expect(program.news().slice(1)).toEqual([[250, 'running']]);
    await three?.settle(created());
    expect(program.news().slice(2)).toEqual([[300, 'complete']]);
    await bench.pass(1000);
    expect(program.news()).toHaveLength(3);
  });

  it('is a snapshot when the quota changes, for jobs that run', async () => {
    bench.add(1, { id: 'other' });
    const program = await bench.running(1);
    await bench.pass(1000);
    const before = program.news().length;
    program.quotaChanges();
    expect(program.news().slice(before)).toEqual([[1000, 'running']]);
  });

  it('numbers its snapshots upwards', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    const sequences = program.events
      .filter(({ name }) => name === 'job:progress')
      .map(({ payload }) => (payload as { sequence: number }).sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
  });

  it('is to read lists again when rows are refused and in a new minute, not for every row', async () => {
    const program = await bench.running(5);
    expect(program.figures()).toEqual([0]);
    await bench.pass(2000);
    const [one, two, three] = program.client.open();
    await one?.settle(created());
    await bench.pass(2000);
    expect(program.figures()).toEqual([0]);
    await two?.settle(rejected);
    expect(program.figures()).toEqual([0, 4000]);
    await bench.pass(MINUTE - 4000);
    await three?.settle(created());
    expect(program.figures()).toEqual([0, 4000, MINUTE]);
  });

  it('keeps a journal that cannot be read from ending the program', async () => {
    const program = await bench.running(1);
    bench.at.journal.exec('ALTER TABLE import_tally RENAME TO hidden');
    await bench.pass(1000);
    program.quotaChanges();
    bench.at.journal.exec('ALTER TABLE hidden RENAME TO import_tally');
    expect(program.bugs).toEqual(['announce the progress of an import']);
  });
});

describe('what a page hears of a job that another program runs', () => {
  const lease = () => takeLease(join(bench.folder, 'locks', 'job-job.sqlite')) as Disposable;

  it('is looked up every five seconds, once however often it is shown, until it ends', async () => {
    bench.add(2);
    const program = bench.program();
    const other = lease();
    expect(program.summary().state).toBe('running');
    program.summary();
    await bench.pass(4999);
    expect(program.news()).toEqual([]);
    await bench.pass(1);
    expect(program.news()).toEqual([[5000, 'running']]);
    await bench.pass(5000);
    expect(program.news()).toHaveLength(2);
    other[Symbol.dispose]();
    await bench.pass(5000);
    expect(program.news().at(-1)).toEqual([15_000, 'paused']);
    await bench.pass(20_000);
    expect(program.news()).toHaveLength(3);
  });

  it('is that it is gone when the other one deleted it', async () => {
    bench.add(2);
    const program = bench.program();
    using _other = lease();
    program.summary();
    bench.hide();
    await bench.pass(20_000);
    expect(program.bugs).toEqual([]);
    expect(program.events).toMatchObject([{ name: 'job:removed', payload: { jobId: 'job' } }]);
  });

  it('is not looked up after the account is closed', async () => {
    bench.add(2);
    const program = bench.program();
    using _other = lease();
    program.summary();
    await program[Symbol.asyncDispose]();
    await bench.pass(20_000);
    expect(program.events).toEqual([]);
  });

  it('is not asked for of jobs that are paused or have no rows left', async () => {
    bench.add(1);
    bench.at.store.setWish('job', 'pause');
    const program = bench.program();
    using _other = lease();
    expect(program.summary().state).toBe('paused');
    bench.at.store.setWish('job', 'run');
    bench.at.store.rows.skipReady('job', 'no', 1, 'r');
    expect(program.summary().state).toBe('complete');
    await bench.pass(6000);
    expect(program.news()).toEqual([]);
  });
});

describe('the end of a run that needs a person', () => {
  it('gives the lease back and has no time of an end', async () => {
    const program = await bench.running(2);
    await program.client.open()[0]?.answer(notSent('noCredentials'));
    await turn();
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'auth', endedAt: null });
    using free = takeLease(join(bench.folder, 'locks', 'job-job.sqlite'));
    expect(free).not.toBeNull();
  });
});

it('removes the files of leases of jobs that are gone, and no others', async () => {
  bench.add(2);
  const locks = join(bench.folder, 'locks');
  for (const id of ['job', 'gone'])
    for (const kind of ['job', 'result']) takeLease(join(locks, `${kind}-${id}.sqlite`))?.[Symbol.dispose]();
  bench.program();
  await turn();
  expect(readdirSync(locks).sort()).toEqual(['job-job.sqlite', 'result-job.sqlite']);
});

it('gives back what an earlier run claimed, also where another program has joined a team meanwhile', async () => {
  bench.add(2);
  bench.add(1, { id: 'other' });
  const given: string[] = [];
  let isTeam = false;
  const program = bench.program({
    claims: {
      ...NO_TEAM,
      get isTeam() {
        return isTeam;
      },
      refresh: () => void (isTeam = true),
      letGo: (jobId) => void given.push(jobId),
    },
  });
  await program.pause();
  expect(given).toEqual(['job']);
  expect(await program.call('job:list', {})).toMatchObject({ isInTeam: true });
  await program.call('job:delete', { jobId: 'other' });
  expect(given).toEqual(['job', 'other']);
});

it('leaves a line a job in the record of what was sent, when the last of them has ended', async () => {
  const program = await bench.running(20);
  const lines = () => readFileSync(join(bench.folder, WITNESS_FILE), 'utf8').split('\n').length;
  await bench.pass(60_000);
  await program.answerAll();
  const long = lines();
  expect(program.summary().state).toBe('complete');
  await expect.poll(lines).toBeLessThan(long - 15);
  await program.jobs.start('next', async () => bench.add(20, { id: 'next' }));
  await bench.pass(60_000);
  await program.answerAll();
  await expect.poll(lines).toBeLessThan(long - 15);
  expect(program.bugs).toEqual([]);
});

it('shortens the record of what was sent once, when several imports end in one moment', async () => {
  const { store } = bench.program().jobs;
  const shortening = vi.spyOn(store.sentRecord, 'compacting');
  for (let ends = 0; ends < 3; ends += 1) store.onEnded();
  await expect.poll(() => shortening.mock.calls.length).toBe(1);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(shortening).toHaveBeenCalledOnce();
});

it('tells of the end also when work behind it fails at once, and logs that', async () => {
  vi.spyOn(SentCheck.prototype, 'ended').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  const program = await bench.running(1);
  await program.answerAll();
  expect(program.news().at(-1)?.[1]).toBe('complete');
  await expect.poll(() => program.bugs).toEqual(['read the count at the end of an import']);
  vi.restoreAllMocks();
});

it('ends what it removes of an import that was not made, when the account closes, and goes on with it later', async () => {
  bench.add(3000);
  bench.at.journal.exec(`UPDATE import_job SET wish = 'make'`);
  const program = bench.program();
  await program[Symbol.asyncDispose]();
  expect([bench.at.store.removal.unfinished(), program.bugs]).toEqual([['job'], []]);
  bench.program();
  await expect.poll(() => bench.at.store.removal.unfinished()).toEqual([]);
});

it('dates the rows that it skips because of an import whose removal another program did not end', async () => {
  for (const id of ['gone', 'job']) bench.at.add(phones(1), { id }, false);
  bench.at.created(1, { at: 1, run: 'other', leadId: 'L1' }, 'gone');
  atOnce(bench.at.store.removal.hide(bench.at.job('gone'), { at: 1, run: 'other' }, () => undefined));
  bench.program();
  await expect.poll(() => bench.at.store.removal.unfinished()).toEqual([]);
  const skipped = { state: 'skipped' as const, reason: undefined, offset: 0, limit: 1 };
  expect(bench.at.store.lists.rows('job', skipped).rows).toMatchObject([{ at: bench.clock.wallNow() }]);
});

it('removes what is left of imports, also of one whose id leads to another place, and nothing there', async () => {
  for (const id of ['../elsewhere', 'job', 'other']) bench.add(2, { id });
  bench.at.journal.exec(`UPDATE import_job SET wish = 'make'`);
  const program = bench.program();
  await expect.poll(() => bench.at.store.removal.unfinished()).toEqual([]);
  expect([program.bugs, program.notes]).toEqual([[], []]);
});

it('shows the others, too, when an import has rows left and an id that leads to another place', async () => {
  for (const id of ['../elsewhere', 'job']) bench.add(2, { id });
  const { jobs } = await bench.program().call('job:list', {});
  expect(jobs.map(({ id, counts }) => [id, counts.waiting])).toEqual([
    ['../elsewhere', 2],
    ['job', 2],
  ]);
});

it('removes copies of the journal with a job, and damaged ones that were set aside since it began', async () => {
  bench.add(1, { createdAt: Date.UTC(2026, 10, 20) });
  bench.at.store.setWish('job', 'pause');
  const aside = (day: string) => `journal.damaged-${day}T10-00-00-000Z.sqlite`;
  const names = ['journal.before-0000000a.sqlite', aside('2026-11-19'), aside('2026-11-21'), 'notes.txt'];
  for (const name of names) writeFileSync(join(bench.folder, name), 'x');
  const left = () => readdirSync(bench.folder).filter((name) => names.includes(name));
  const program = bench.program();
  expect(left()).toHaveLength(4);
  await program.call('job:delete', { jobId: 'job' });
  expect(left().sort()).toEqual([aside('2026-11-19'), 'notes.txt']);
});

/** So many that a stop skips them in several slices. */
const ROWS = 60;

describe('a row that a person sends while a stop still skips the many that wait', () => {
  it.each([
    ['sent again', rejected, (p: Program) => p.call('job:sendAgain', { jobId: 'job', rows: [1], onlyFixed: false })],
    ['decided', unknown, (p: Program) => p.call('job:decide', { jobId: 'job', rows: [1], decision: 'sendOnce' })],
    ['applied as absent', unknown, (p: Program) => p.call('job:applyVerdicts', { jobId: 'job' })],
  ] as const)('goes alone when it is %s', async (_, outcome, goAgain) => {
    const program = await bench.running(ROWS);
    await program.client.sendFirst().answer(outcome);
    const verdicts = new Verdicts(bench.at.journal);
    const found = { row: 1, verdict: 'absent' as const, evidence: 'Found.', leadId: null };
    verdicts.save('job', 1, [found], verdicts.doubtful(bench.job()));
    const stopping = program.stop();
    await goAgain(program);
    await stopping;
    await program.answerAll();
    expect(program.summary()).toMatchObject({ counts: { created: 1, skipped: ROWS - 1, waiting: 0 } });
    expect([bench.isFree(), program.bugs]).toEqual([true, []]);
  });
});

it('rows that a person sends again while a stop ends go all of them, also when it had more to skip', async () => {
  const again = Array.from({ length: 12 }, (_, index) => index + 1);
  const program = await bench.running(again.length + 40);
  for (const _ of again) await program.client.settleFirst(rejected);
  const stopping = program.stop();
  const sent = await program.call('job:sendAgain', { jobId: 'job', rows: again, onlyFixed: false });
  await stopping;
  await program.answerAll();
  expect(sent).toMatchObject({ changed: 12, stayed: 0 });
  expect(program.summary()).toMatchObject({ counts: { created: 12, skipped: 40, waiting: 0 } });
  expect([bench.isFree(), program.bugs]).toEqual([true, []]);
});

it('a stop leaves a job paused that a person paused in another program before it came to its end', async () => {
  const program = await bench.running(ROWS);
  const first = program.client.sendFirst();
  const stopping = program.stop();
  bench.at.store.setWish('job', 'pause');
  await stopping;
  await first.answer(created());
  await turn();
  expect(program.summary()).toMatchObject({ state: 'paused', counts: { created: 1, skipped: 25, waiting: 34 } });
  expect([bench.isFree(), program.bugs]).toEqual([true, []]);
});
