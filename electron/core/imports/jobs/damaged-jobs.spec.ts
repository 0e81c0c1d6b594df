import { describe, expect, it, vi } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { readSentLeads } from './journal/sent/sent-before.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { jobRowOf } from './report/job-report.ts';
import { Verdicts } from './journal/rows/verdicts.ts';
import { createJournal, newRows } from './journal/job-fixture.ts';
import { rejected } from './run/runner-fixture.ts';
import { readPhone } from '../fields/phone-reader.ts';

/* Stored JSON of a journal whose pages were overwritten: a damaged text costs only what it says. */

vi.setConfig({ testTimeout: 30_000 });

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const sql = (text: string) => bench.at.journal.exec(text);
const TRUNCATED = `'{"field":"Pho'`;
const DAMAGES = [
  ['columns', TRUNCATED],
  ['columns', `'{}'`],
  ['mapping', TRUNCATED],
  ['mapping', `'[{"field":1}]'`],
  ['terms', `'null'`],
  ['wish', `'rvn'`],
  ['hold', `'tri\u0001l'`],
] as const;

async function listed(program: Program) {
  return new Map((await program.call('job:list', {})).jobs.map((job) => [job.id, job]));
}

describe('a job of which something is damaged', () => {
  it.each(DAMAGES)('is listed beside the others, waits and says why: %s = %s', async (column, value) => {
    bench.add(2, { id: 'other' });
    bench.add(3);
    sql(`UPDATE import_job SET ${column} = ${value}, file_name = 'p\u0001ople.csv' WHERE id = 'job'`);
    const program = bench.program({ resumeOnOpen: true });
    const jobs = await listed(program);
    expect(jobs.get('other')).toMatchObject({ state: 'running' });
    // The name of the file as the witness knows it.
    expect(jobs.get('job')).toMatchObject({ fileName: 'people.csv', counts: { rows: 3, waiting: 3 } });
    expect(jobs.get('job')).toMatchObject({ state: 'needsYou', isDamaged: true });
    expect(jobs.get('job')?.reason).toMatch(/damaged.*not sent any more/);
    // The service is asked for its count first.
    await vi.waitUntil(() => program.client.calls.length > 0, { timeout: 20_000 });
    await program.answerAll();
    expect((await listed(program)).get('other')?.counts.created).toBe(2);
    expect(program.client.calls).toHaveLength(2);
  });

  it('shows its rows, sends none, and can be stopped, saved and deleted', async () => {
    bench.add(2);
    sql(`UPDATE import_job SET mapping = ${TRUNCATED}, columns = '' WHERE id = 'job'`);
    const program = bench.program();
    const { columns } = await program.call('job:get', { jobId: 'job' });
    expect(columns).toEqual(['Column 1']);
    const { rows } = await program.call('job:rows', { jobId: 'job', state: 'all', offset: 0, limit: 10 });
    expect(rows[0]).toMatchObject({ cells: ['+4530000001'], data: { Phone: '+4530000001' } });
    await expect(program.jobs.hold('job')).rejects.toThrow('damaged');
    await program.call('job:saveResult', { jobId: 'job', token: 'token' });
    expect(await program.stop()).toMatchObject({ state: 'stopped', counts: { skipped: 2 } });
    await program.call('job:delete', { jobId: 'job' });
    expect((await program.call('job:list', {})).jobs).toEqual([]);
    expect(program.client.calls).toEqual([]);
  });

  it('waits for a person, also when it was paused', () => {
    bench.add(2);
    sql(`UPDATE import_job SET wish = 'pause', terms = '' WHERE id = 'job'`);
    expect(bench.program().summary()).toMatchObject({ state: 'needsYou', holdKind: 'trouble' });
  });

  it('still says so when it has ended', async () => {
    const program = await bench.running(1);
    await program.answerAll();
    sql(`UPDATE import_job SET terms = '' WHERE id = 'job'`);
    expect(program.summary()).toMatchObject({ state: 'complete', reason: expect.stringContaining('damaged') });
  });

  it('lets a row that a person sends once more wait', async () => {
    bench.add(1);
    sql(`UPDATE import_row SET state = 'unknown'`);
    sql(`UPDATE import_job SET mapping = '' WHERE id = 'job'`);
    const program = bench.program();
    const summary = await program.call('job:decide', { jobId: 'job', rows: [1], decision: 'sendOnce' });
    expect(summary).toMatchObject({ state: 'needsYou', counts: { waiting: 1 } });
    expect(program.client.calls).toEqual([]);
  });

  it('is compared with new files by the leads that it sent', async () => {
    const program = await bench.running(2);
    await program.answerAll();
    sql(`UPDATE import_job SET mapping = '[' WHERE id = 'job'`);
    const sent = await readSentLeads(
      bench.at.path,
      { campaignCode: 'SPRING', fields: [] },
      'DK',
      readPhone,
      async () => undefined,
    );
    expect(sent).toMatchObject({ count: 2, jobs: [{ jobId: 'job' }] });
    expect(sent?.find(['+4530000002'])).toBe(0);
  });
});

describe('a repair that is damaged', () => {
  async function repaired(): Promise<Program> {
    const program = await bench.running(2);
    for (const call of program.client.open()) await call.settle(rejected);
    const edit = (row: number) => ({ row, column: 0, value: '+4530123456' });
    await program.call('job:repair', { jobId: 'job', edits: [edit(1), edit(2)] });
    return program;
  }
  const shown = async (program: Program) =>
    (await program.call('job:rows', { jobId: 'job', state: 'refused', offset: 0, limit: 10 })).rows;

  it('says so in its row, keeps nobody from the other rows, and is not sent', async () => {
    const program = await repaired();
    sql(`UPDATE import_repair SET edits = '{"0":"+45' WHERE n = 1`);
    const [one, two] = await shown(program);
    expect(one?.repair).toMatchObject({ cells: [], problem: expect.stringContaining('damaged') });
    expect(two?.repair).toMatchObject({ cells: [{ column: 0, value: '+4530123456' }], problem: '' });
    const { values } = await program.call('job:refusedValues', { jobId: 'job', column: 0, offset: 0, limit: 10 });
    expect(values.map(({ value }) => value)).toEqual(['+4530000001', '+4530123456']);
    const sent = await program.call('job:sendAgain', { jobId: 'job', onlyFixed: true });
    expect(sent.changed).toBe(1);
    await program.call('job:repair', { jobId: 'job', edits: [{ row: 1, column: 0, value: '+4530999999' }] });
    expect((await shown(program))[0]?.repair?.problem).toBe('');
  });

  it('cannot be undone, and says so', async () => {
    const program = await repaired();
    sql(`UPDATE import_change SET rows = '[[1,'`);
    const { lastChange } = await program.call('job:get', { jobId: 'job' });
    expect(lastChange).toMatchObject({ words: expect.stringContaining('cannot be undone'), rows: 0 });
    const undo = program.call('job:undoChange', { jobId: 'job', change: lastChange?.id ?? 0 });
    await expect(undo).rejects.toThrow('damaged');
  });
});

it.each(['../elsewhere', 'jo\u0001b', 'job '])('can be deleted, and is not sent, when its id is %j', async (id) => {
  bench.add(2, { id });
  const program = bench.program({ resumeOnOpen: true });
  const [job] = (await program.call('job:list', {})).jobs;
  expect(job).toMatchObject({ id, fileName: 'people.csv', state: 'needsYou', isDamaged: true });
  expect(job?.reason).toMatch(/damaged: its id.*not sent any more/);
  await expect(program.call('job:resume', { jobId: id })).rejects.toThrow('damaged');
  expect(await program.call('job:stop', { jobId: id })).toMatchObject({ state: 'stopped', counts: { skipped: 2 } });
  await program.call('job:delete', { jobId: id });
  expect((await program.call('job:list', {})).jobs).toEqual([]);
  expect(bench.at.journal.prepare('SELECT count(*) AS n FROM import_row').get()).toEqual({ n: 0 });
  expect([program.client.calls, program.bugs]).toEqual([[], []]);
});

it('keeps an account in doubt when what was in doubt is damaged', async () => {
  bench.add(1);
  const program = bench.program();
  sql(`INSERT INTO import_doubt (content) VALUES ('{"foundAt":1,"sent')`);
  const { doubt } = await program.call('job:doubt', {});
  expect(doubt?.sentences).toEqual([expect.stringMatching(/damaged and cannot be read/)]);
  await program.call('job:delete', { jobId: 'job' });
  expect((await program.call('job:doubt', {})).doubt).not.toBeNull();
});

it('lists rows whose values a damage has made unreadable, and looks for none of them', () => {
  using at = createJournal();
  const { id } = at.add([['+4530000001'], ['+4530000002'], ['+4530000003']]);
  for (const n of [1, 2]) {
    at.store.rows.step(id, n, 'send', { at: 1, run: 'r' });
    at.store.rows.step(id, n, 'unknown', { at: 2, run: 'r', reason: 'No answer came.' });
  }
  at.journal.exec(
    `DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = '{"Phone', cells = '["3' WHERE n IN (1, 3)`,
  );
  const job = at.job(id);
  expect(at.store.lists.rowsAfter(id, 0, 5).map((row) => jobRowOf(job, row))).toMatchObject([
    { row: 1, state: 'unknown', cells: [''], data: {} },
    { row: 2, state: 'unknown', cells: ['+4530000002'], data: { Phone: '+4530000002' } },
    { row: 3, state: 'ready', cells: [''], data: {} },
  ]);
  expect(new Verdicts(at.journal).doubtful(job).map(({ row }) => row)).toEqual([2]);
  expect(at.store.lists.waitingLonger(id, 'Phone', 1)).toBe(0);
});

it('does not send a row whose cells in the copy of the file are damaged, and says so', async () => {
  bench.add(2);
  const rows = newRows(['["+4530', ['+4530000009']]);
  const program = bench.program();
  const job = bench.job();
  await program.jobs.start('copy', (inSlices) => inSlices(bench.at.store.making({ ...job, id: 'copy' }, rows)));
  await program.answerAll();
  expect(bench.at.store.lists.rowsAfter('copy', 0, 5)).toMatchObject([
    { state: 'skipped', reason: expect.stringContaining('damaged') },
    { state: 'created' },
  ]);
});
