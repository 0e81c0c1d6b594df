import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import {
  type Bench,
  benches,
  type CoreUnderTest,
  expectEachOnce,
  isOver,
  prepare,
  sentPhones,
  startImport,
} from './import-fixture.ts';

// Real files, real HTTP and real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const bench = benches();
/** Rows whose job takes some tenths of a second to make. */
const MANY = 6_000;

const settled = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => String(error),
  );

/** Calls `then` once, at the first progress of the job that is being made. */
function whileMade(core: CoreUnderTest, then: (progress: EventPayload<'import:startProgress'>) => void): void {
  const stop = core.core.onEvent((name, payload) => {
    if (name !== 'import:startProgress') return;
    stop();
    then(payload as EventPayload<'import:startProgress'>);
  });
}

const jobs = async (core: CoreUnderTest) => (await core.call('job:list', {})).jobs.map(({ id }) => id);
const drafts = async (core: CoreUnderTest) => (await core.call('import:drafts', {})).drafts.map(({ id }) => id);

it('lets the rows of other jobs go on while a job is made, and says how far it is', async () => {
  const { desk, core } = await bench.started();
  const other = await startImport(core, desk, 200);
  await core.until(other.id, ({ counts }) => counts.created > 0);
  const draft = await prepare(core, desk, 20_000);
  const from = core.events.length;
  const job = await core.call('import:start', { draftId: draft.id, callId: 'start' });
  const between = core.events.slice(from);
  const progress = between.flatMap(({ name, payload }) =>
    name === 'import:startProgress' ? [payload as EventPayload<'import:startProgress'>] : [],
  );
  expect(progress.at(-1)).toEqual({ callId: 'start', rows: 20_000, rowsTotal: 20_000 });
  const sent = between.flatMap(({ name, payload }) => (name === 'job:progress' ? [payload as JobSummary] : []));
  const created = sent.filter(({ id }) => id === other.id).map(({ counts }) => counts.created);
  expect(created.at(-1) ?? 0).toBeGreaterThan(created[0] ?? 0);
  expect(job.counts.rows).toBe(20_000);
  await core.call('job:stop', { jobId: job.id });
});

it('is cancelled without a trace, and starts again as if for the first time', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, MANY);
  whileMade(core, () => void core.call('call:cancel', { callId: 'start' }));
  expect(await settled(core.call('import:start', { draftId: draft.id, callId: 'start' }))).toMatch(/Cancelled/);
  expect([await jobs(core), await drafts(core)]).toEqual([[], [draft.id]]);
  expect(rowsIn(desk, await accountOf(core))).toBe(0);
  const job = await core.call('import:start', { draftId: draft.id });
  expect(job.counts).toMatchObject({ rows: MANY, skipped: 0, unknown: 0 });
  await core.call('job:stop', { jobId: job.id });
  expect(core.bugs).toEqual([]);
});

it('starts nothing for a person who looked at another account, or at another address of it', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 2);
  const { accounts, activeId } = await core.call('account:list', {});
  const address = accounts[0]?.address ?? '';
  const queue = { queueId: 'queue', drafts: [{ draftId: draft.id, rows: 2 }] };
  for (const account of [
    { id: 'another', address },
    { id: activeId ?? '', address: 'https://other.example/api' },
    { id: '', address: '' },
  ]) {
    await expect(core.call('import:start', { draftId: draft.id, account })).rejects.toThrow(
      /Another account is in use/,
    );
    await expect(core.call('import:startQueue', { ...queue, account })).rejects.toThrow(/Another account is in use/);
  }
  expect([await jobs(core), await drafts(core)]).toEqual([[], [draft.id]]);
  await core.call('import:start', { draftId: draft.id, account: { id: activeId ?? '', address } });
});

it('refuses changes of a draft that becomes a job', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, MANY);
  const refused: Promise<string>[] = [];
  whileMade(core, () => {
    refused.push(
      settled(core.call('import:saveDraft', { draftId: draft.id, plan: { ...draft.plan, campaignCode: 'OTHER' } })),
      settled(core.call('import:reread', { draftId: draft.id, choices: { encoding: 'windows-1252' } })),
      settled(core.call('import:deleteDraft', { draftId: draft.id })),
      settled(core.call('check:run', { draftId: draft.id })),
    );
  });
  const job = await core.call('import:start', { draftId: draft.id, callId: 'start' });
  expect(await Promise.all(refused)).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/being started/)));
  expect(job).toMatchObject({ campaignCode: draft.plan.campaignCode, counts: { rows: MANY } });
  await core.call('job:stop', { jobId: job.id });
});

it('refuses changes that waited for the check while the draft began to become a job', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, MANY);
  const checked = settled(core.call('check:run', { draftId: draft.id }));
  const started = core.call('import:start', { draftId: draft.id });
  await after(0);
  const refused = [
    settled(core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DE' })),
    settled(core.call('import:deleteDraft', { draftId: draft.id })),
  ];
  expect(await Promise.all(refused)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/being started/)));
  const { id, counts } = await started;
  expect(counts.rows).toBe(MANY);
  await checked;
  await core.call('job:stop', { jobId: id });
});

it('sends phones by the country that their rows were checked by, where the draft has another one by now', async () => {
  const { desk, core } = await bench.started();
  const { id: draftId } = await prepare(core, desk, 0, { content: 'Name,Phone\nAnna,20111003\n' });
  await core.call('import:saveDraft', { draftId, cleanPhones: true });
  const { country } = await core.call('check:run', { draftId });
  expect(country.value).toBeNull();
  await core.call('import:saveDraft', { draftId, phoneCountry: 'NO' });
  const job = await core.call('import:start', { draftId, phoneCountry: country.value });
  await core.until(job.id, isOver);
  expect(sentPhones(desk)).toEqual(['20111003']);
});

it('is given up when the program closes; the next one removes what is there of it, and starts it', async () => {
  const { desk, core: first } = await bench.started();
  const draft = await prepare(first, desk, MANY);
  const accountId = await accountOf(first);
  const closed: Promise<void>[] = [];
  whileMade(first, () => closed.push(first.close()));
  expect(await settled(first.call('import:start', { draftId: draft.id, callId: 'start' }))).not.toBe('answered');
  await Promise.all(closed);
  expect(first.bugs).toEqual([]);
  expect(rowsIn(desk, accountId)).toBeGreaterThan(0);
  const next = await desk.start();
  expect([await jobs(next), await drafts(next)]).toEqual([[], [draft.id]]);
  await expect.poll(() => rowsIn(desk, accountId)).toBe(0);
  const job = await next.call('import:start', { draftId: draft.id });
  expect(job.counts.rows).toBe(MANY);
  await next.call('job:stop', { jobId: job.id });
});

it('waits for the next program to remove a half made job, when it is started again at once', async () => {
  const { desk, core: first } = await bench.started();
  const draft = await prepare(first, desk, MANY);
  const closed: Promise<void>[] = [];
  whileMade(first, () => closed.push(first.close()));
  await settled(first.call('import:start', { draftId: draft.id, callId: 'start' }));
  await Promise.all(closed);
  const next = await desk.start();
  const job = await next.call('import:start', { draftId: draft.id });
  expect(job.counts).toMatchObject({ rows: MANY, waiting: MANY });
  await next.call('job:stop', { jobId: job.id });
  expect(next.bugs).toEqual([]);
});

it('leaves no job or the whole one when the program is killed in the middle of it', () => expectNoneOrWhole(4));

it('leaves no job or the whole one at more moments', { tags: ['long'] }, () => expectNoneOrWhole(9));

it('removes the rows of a deleted job at the next start when the program was closed meanwhile', async () => {
  const { desk, core: first } = await bench.started();
  const draft = await prepare(first, desk, MANY);
  const accountId = await accountOf(first);
  const job = await first.call('import:start', { draftId: draft.id });
  await first.call('job:stop', { jobId: job.id });
  await first.until(job.id, ({ counts }) => counts.waiting === 0);
  const closed: Promise<void>[] = [];
  const stop = first.core.onEvent((name) => {
    if (name !== 'job:removed') return;
    stop();
    closed.push(first.close());
  });
  expect(await settled(first.call('job:delete', { jobId: job.id }))).not.toBe('answered');
  await Promise.all(closed);
  expect(rowsIn(desk, accountId)).toBeGreaterThan(0);
  const next = await desk.start();
  expect(await jobs(next)).toEqual([]);
  await expect.poll(() => rowsIn(desk, accountId)).toBe(0);
  expect(next.bugs).toEqual([]);
});

it('sends every row once after all of it', async () => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 40);
  whileMade(core, () => void core.call('call:cancel', { callId: 'start' }));
  await settled(core.call('import:start', { draftId: draft.id, callId: 'start' }));
  const job = await core.call('import:start', { draftId: draft.id });
  await core.until(job.id, isOver);
  expectEachOnce(desk, 40);
});

const accountOf = async (core: CoreUnderTest) => (await core.call('account:list', {})).activeId ?? '';

/** Deletes a stopped job as soon as its rows on their way are answered. */
async function deleted(core: CoreUnderTest, jobId: string): Promise<void> {
  await expect.poll(() => settled(core.call('job:delete', { jobId })), { timeout: 20_000 }).toBe('answered');
}

/** Rows of all jobs, made or not. */
function rowsIn(desk: Bench, accountId: string): number {
  using journal = new DatabaseSync(join(desk.folder, 'data', 'account', accountId, 'journal.sqlite'), {
    readOnly: true,
    timeout: 5_000,
  });
  return Number(journal.prepare('SELECT count(*) AS total FROM import_row').get()?.['total']);
}

/** Kills programs that start an import: the first at once, the last when it has started. */
async function expectNoneOrWhole(kills: number): Promise<void> {
  const desk = await bench();
  const rows = 2_000;
  const whole = await timeOf(desk, rows);
  const outcomes = new Set<string>();
  for (let round = 0; round < kills; round += 1) {
    const victim = starting(desk, rows);
    await once(victim.stdout ?? victim, 'data');
    await after((round / (kills - 1)) * whole * 1.1);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const core = await desk.start();
    const [found] = (await core.call('job:list', {})).jobs;
    const [left] = await drafts(core);
    outcomes.add(found === undefined ? 'none' : 'whole');
    // Never both, so nobody starts it twice; never neither.
    expect([found === undefined, left === undefined]).toEqual(found === undefined ? [true, false] : [false, true]);
    const job = found ?? (await core.call('import:start', { draftId: left ?? '' }));
    const { counts } = await core.call('job:stop', { jobId: job.id });
    expect(counts).toMatchObject({ rows, skipped: rows - counts.created - counts.unknown - counts.waiting });
    await deleted(core, job.id);
    expect(core.bugs).toEqual([]);
    await core.close();
  }
  // Both ends were seen, or this spec does not kill in the middle.
  expect(outcomes.size).toBe(2);
}

/** Starts an import in a program of its own, on the data folder of the bench. It says `starting` right before. */
function starting(desk: Bench, rows: number): ChildProcess {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const file = desk.file('people.csv', '');
  const script = `
    import { writeFileSync } from 'node:fs';
    import { people } from ${here('./people-fixture.ts')};
    import { openCoreDesk } from ${here('../../../scripts/lib/core-desk.ts')};
    writeFileSync(${JSON.stringify(file)}, people(${rows}));
    const desk = await openCoreDesk({ dataFolder: ${JSON.stringify(join(desk.folder, 'data'))}, url: ${JSON.stringify(desk.practice.url)}, speed: 1 });
    desk.core.grant({ token: 'file-00000001', path: ${JSON.stringify(file)}, name: 'people.csv', access: 'read' });
    const { id } = await desk.call('import:open', { token: 'file-00000001' });
    await desk.call('import:saveDraft', { draftId: id, plan: { campaignCode: 'EU-MESSE-26', poolName: null, stopAfterSameRefusal: 0 } });
    console.log('starting');
    await desk.call('import:start', { draftId: id });
    console.log('started');
    await new Promise(() => setInterval(() => undefined, 1_000));`;
  // A file: threads of a program that was given as a text do not start.
  return spawn(process.execPath, [desk.file('starting.mjs', script)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Milliseconds that it takes such a program to make the job. */
async function timeOf(desk: Bench, rows: number): Promise<number> {
  const program = starting(desk, rows);
  const lines = program.stdout ?? program;
  await once(lines, 'data');
  const began = performance.now();
  await once(lines, 'data');
  const took = performance.now() - began;
  program.kill('SIGKILL');
  await once(program, 'exit');
  const core = await desk.start();
  const [job] = await jobs(core);
  await core.call('job:stop', { jobId: job ?? '' });
  await deleted(core, job ?? '');
  await core.close();
  return took;
}
