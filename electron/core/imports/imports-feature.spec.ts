import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Terms, USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { addsUp } from '../../../shared/domain/jobs/job-row.ts';
import {
  type Bench,
  benches,
  CAMPAIGN,
  column,
  type CoreUnderTest,
  expectEachOnce,
  expectQuiet,
  isOver,
  prepare,
  startImport,
} from './import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const bench = benches();

describe('a job', () => {
  it('creates every row once, adds up in every snapshot, and ends with a last one', async () => {
    const { desk, core } = await bench.started();
    const job = await startImport(core, desk, 40);
    const done = await core.until(job.id, isOver);
    expect(done).toMatchObject({ state: 'complete', counts: { rows: 40, created: 40, waiting: 0, unknown: 0 } });
    expectEachOnce(desk, 40);
    const snapshots = core.events
      .filter((event) => event.name === 'job:progress')
      .map((event) => event.payload as JobSummary);
    expect(snapshots.every((snapshot) => addsUp(snapshot.counts))).toBe(true);
    expect(snapshots.at(-1)).toMatchObject({ state: 'complete' });
    const sequences = snapshots.map((snapshot) => snapshot.sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(core.bugs).toEqual([]);
    const detail = await core.call('job:get', { jobId: job.id });
    expect(detail.perMinute.reduce((sum, minute) => sum + minute.rows, 0)).toBe(40);
  });

  it('puts its tag into no field that it fills, and into one that the campaign is not known to have only by name', async () => {
    const { desk, core } = await bench.started();
    const draft = await prepare(core, desk, 2);
    const startWith = async (tagField: string, tagAgreed: Terms['tagAgreed'] = null) => {
      const plan = { ...draft.plan, campaignCode: CAMPAIGN, terms: { ...USUAL_TERMS, tagField, tagAgreed } };
      await core.call('import:saveDraft', { draftId: draft.id, plan });
      return core.call('import:start', { draftId: draft.id });
    };
    const agreed = (field: string) => ({ campaignCode: CAMPAIGN, field });
    await expect(startWith('phone', agreed('phone'))).rejects.toThrow('filled from the file');
    await expect(startWith('Herkunft')).rejects.toThrow('not known to have');
    await expect(startWith('Herkunft', { campaignCode: 'OTHER', field: 'Herkunft' })).rejects.toThrow('not known');
    expect(desk.practice.ledger.entries()).toEqual([]);
    const job = await startWith('Herkunft', agreed('Herkunft'));
    await core.until(job.id, isOver);
    expect(desk.practice.ledger.entries().map(({ data }) => data['Herkunft'])).toEqual(
      [1, 2].map((row) => `imp-${job.id}-${row}`),
    );
  });

  it('starts once, however often it is started', async () => {
    const { desk, core } = await bench.started();
    const other = await desk.start();
    const draft = await prepare(core, desk, 12);
    const starts = await Promise.allSettled([
      core.call('import:start', { draftId: draft.id }),
      core.call('import:start', { draftId: draft.id }),
      other.call('import:start', { draftId: draft.id }),
    ]);
    const ids = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    await core.until(draft.id, isOver);
    expect((await core.call('job:list', {})).jobs).toHaveLength(1);
    expect((await core.call('import:drafts', {})).drafts).toEqual([]);
    expect((await core.call('import:start', { draftId: draft.id })).state).toBe('complete');
    expectEachOnce(desk, 12);
  });

  it('pauses, goes on and stops; rows on their way are answered', async () => {
    const { desk, core } = await bench.started();
    const job = await startImport(core, desk, 60);
    await core.until(job.id, ({ counts }) => counts.created >= 5);
    expect((await core.call('job:pause', { jobId: job.id })).state).toBe('paused');
    await expectQuiet(core, job.id);
    const paused = (await core.call('job:get', { jobId: job.id })).summary;
    expect(paused.counts.created).toBe(desk.practice.ledger.accepted);
    expect(paused.counts.waiting).toBeGreaterThan(0);

    await core.call('job:resume', { jobId: job.id });
    await core.until(job.id, ({ counts }) => counts.created >= paused.counts.created + 5);
    expect((await core.call('job:stop', { jobId: job.id })).state).toBe('stopped');
    await expectQuiet(core, job.id);
    const stopped = (await core.call('job:get', { jobId: job.id })).summary;
    expect(stopped).toMatchObject({ state: 'stopped', counts: { waiting: 0, rows: 60 } });
    expect(stopped.counts.skipped).toBe(60 - desk.practice.ledger.accepted);
    expectEachOnce(desk, stopped.counts.created);
  });

  it('skips rows that have nothing to send, without a request', async () => {
    const { desk, core } = await bench.started();
    const content = 'Phone,Remark\n30111111,a\n,b\n30222222,c\n ,d\n';
    const job = await startImport(core, desk, 0, { content, mapping: [column(0, 'Phone')] });
    const done = await core.until(job.id, isOver);
    expect(done).toMatchObject({ state: 'complete', counts: { created: 2, skipped: 2 } });
    const skipped = await core.call('job:rows', { jobId: job.id, state: 'skipped', offset: 0, limit: 10 });
    expect(skipped.rows.map((row) => [row.row, row.attempts])).toEqual([
      [2, 0],
      [4, 0],
    ]);
    expect(skipped.rows[0]?.reason).toContain('nothing to send');
  });

  it('keeps what the service refused with its words, and asks a person when they repeat', async () => {
    const desk = await bench();
    desk.practice.faults.add({
      kind: 'refuse',
      message: 'Phone is not valid.',
      skip: 3,
      times: 'always',
      match: { path: '/leads' },
    });
    const core = await desk.start();
    const job = await startImport(core, desk, 200, { stopAfterSameRefusal: 10 });
    const held = await core.until(job.id, ({ state }) => state !== 'running');
    expect(held).toMatchObject({ state: 'needsYou', holdKind: 'stopRule' });
    expect(held.reason).toContain('Phone is not valid.');
    await expectQuiet(core, job.id);
    const { counts } = (await core.call('job:get', { jobId: job.id })).summary;
    expect(counts.refused).toBeGreaterThanOrEqual(10);
    expect(counts.refused).toBeLessThan(30);
    expect(counts.waiting).toBe(200 - counts.refused - counts.created);
    const detail = await core.call('job:get', { jobId: job.id });
    expect(detail.refusals).toEqual([{ reason: 'Phone is not valid.', count: counts.refused, fixed: 0 }]);
    desk.practice.faults.clear();
    await core.call('job:resume', { jobId: job.id });
    await core.until(job.id, ({ counts: now }) => now.created > counts.created);
  });
});

describe('unknown rows', () => {
  async function withUnknown(desk: Bench, core: CoreUnderTest) {
    desk.practice.faults.add({ kind: 'reset', when: 'after', skip: 2, times: 3, match: { path: '/leads' } });
    const job = await startImport(core, desk, 8);
    const held = await core.until(job.id, isOver);
    expect(held).toMatchObject({ state: 'needsYou', counts: { created: 5, unknown: 3, waiting: 0 } });
    const { rows } = await core.call('job:rows', { jobId: job.id, state: 'unknown', offset: 0, limit: 10 });
    return { job, rows: rows.map((row) => row.row) };
  }

  it('are never sends them again on its own', async () => {
    const { desk, core } = await bench.started();
    const { job } = await withUnknown(desk, core);
    await core.call('job:resume', { jobId: job.id });
    await core.close();
    const next = await desk.start({ mode: 'interactive' });
    expect((await next.call('job:get', { jobId: job.id })).summary).toMatchObject({
      state: 'needsYou',
      counts: { unknown: 3 },
    });
    expectEachOnce(desk, 8);
  });

  it('end by what a person found, and only then is the job complete', async () => {
    const { desk, core } = await bench.started();
    const { job, rows } = await withUnknown(desk, core);
    const [first = 0, second = 0, third = 0] = rows;
    const decide = (row: number, decision: 'exists' | 'sendOnce' | 'leave') =>
      core.call('job:decide', { jobId: job.id, rows: [row], decision });
    expect((await decide(first, 'exists')).counts).toMatchObject({ created: 6, unknown: 2 });
    expect(await decide(second, 'leave')).toMatchObject({ state: 'needsYou', counts: { excluded: 1, unknown: 1 } });
    await decide(third, 'sendOnce');
    const done = await core.until(job.id, ({ state }) => state === 'complete');
    expect(done.counts).toMatchObject({ created: 7, excluded: 1, unknown: 0, waiting: 0 });
    // The third one exists twice now: a person said it was not there.
    expect(desk.practice.ledger.accepted).toBe(9);
    await expect(decide(first, 'sendOnce')).rejects.toThrow(/no longer unknown/);
    const left = await core.call('job:rows', { jobId: job.id, state: 'excluded', offset: 0, limit: 5 });
    expect(left.rows[0]?.reason).toContain('may exist');
  });
});

describe('the end of the program', () => {
  it('lets a running job go on at the next start, and leaves a paused one paused', async () => {
    const desk = await bench();
    const first = await desk.start({ mode: 'interactive' });
    const job = await startImport(first, desk, 50);
    await first.until(job.id, ({ counts }) => counts.created >= 5);
    await first.close();
    const afterClose = desk.practice.ledger.accepted;

    const second = await desk.start({ mode: 'interactive' });
    await second.until(job.id, ({ counts }) => counts.created > afterClose);
    await second.call('job:pause', { jobId: job.id });
    await second.close();

    const third = await desk.start({ mode: 'interactive' });
    expect((await third.call('job:get', { jobId: job.id })).summary.state).toBe('paused');
    await third.call('job:resume', { jobId: job.id });
    const done = await third.until(job.id, isOver);
    expect(done).toMatchObject({ state: 'complete', counts: { created: 50, unknown: 0 } });
    expectEachOnce(desk, 50);
  });

  it('leaves jobs alone in an unattended run', async () => {
    const { desk, core: first } = await bench.started();
    const job = await startImport(first, desk, 30);
    await first.until(job.id, ({ counts }) => counts.created >= 2);
    await first.close();
    const accepted = desk.practice.ledger.accepted;
    const second = await desk.start();
    const listed = await second.call('job:list', {});
    expect(listed.jobs).toMatchObject([{ state: 'paused', counts: { created: accepted } }]);
  });

  it('keeps two programs from running one job', async () => {
    const { desk, core: app } = await bench.started();
    const job = await startImport(app, desk, 40);
    const batch = await desk.start();
    await expect(batch.call('job:resume', { jobId: job.id })).rejects.toThrow(/Another Lead Console/);
    expect((await batch.call('job:get', { jobId: job.id })).summary).toMatchObject({ state: 'running' });
    await app.until(job.id, isOver);
    expectEachOnce(desk, 40);
  });
});

describe('the result file', () => {
  it('is the file as it came with what became of each row', async () => {
    const desk = await bench();
    desk.practice.faults.add({
      kind: 'refuse',
      message: 'Phone, "wrong".',
      match: { path: '/leads', bodyIncludes: '30222222' },
    });
    desk.practice.faults.add({ kind: 'reset', when: 'after', match: { path: '/leads', bodyIncludes: '30333333' } });
    const core = await desk.start();
    const job = await startImport(core, desk, 0, {
      content: 'Phone,Zzz\n30111111,"a, b"\n30222222,=SUM(1)\n30333333,\n',
      mapping: [column(0, 'Phone')],
    });
    await core.until(job.id, isOver);
    const target = core.target('result.csv');
    const saved = await core.call('job:saveResult', { jobId: job.id, token: target.token });
    expect(saved).toMatchObject({ name: 'result.csv', rows: 3, countedRows: 3 });
    const [header, first, second, third] = readFileSync(target.path, 'utf8').replace('\ufeff', '').split('\r\n');
    expect(header).toBe('Phone,Zzz,Row,State,Lead id,Reason,Time');
    expect(first).toMatch(/^30111111,"a, b",1,created,\w+,,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(second).toMatch(/^30222222,=SUM\(1\),2,refused,,"Phone, ""wrong""\.",/);
    expect(third).toMatch(/^30333333,,3,unknown,,/);
  });

  it('can be saved while the job runs', async () => {
    const { desk, core } = await bench.started();
    const job = await startImport(core, desk, 60);
    await core.until(job.id, ({ counts }) => counts.created >= 2);
    const target = core.target('result.csv');
    expect(await core.call('job:saveResult', { jobId: job.id, token: target.token })).toMatchObject({
      rows: 60,
      countedRows: 60,
    });
    expect(readFileSync(target.path, 'utf8')).toMatch(/,waiting,,,\r\n/);
  });
});
