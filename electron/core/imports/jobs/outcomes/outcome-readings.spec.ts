import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { JobsBench, type Program } from '../jobs-fixture.ts';
import type { NewJob } from '../journal/records/job-records.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

/** Adds an import whose rows were created as the leads of these ids. */
function created(ids: readonly string[], change: Partial<NewJob> = {}): void {
  const id = change.id ?? 'job';
  bench.add(ids.length, { createdAt: bench.clock.wallNow(), ...change });
  for (const [index, leadId] of ids.entries())
    bench.at.created(index + 1, { at: bench.clock.wallNow(), run: 'spec', leadId }, id);
}

const lead = (uniqueId: string, status: string, campaign = 'SPRING') => ({
  uniqueId,
  status,
  campaign: { code: campaign },
  data: {},
});

const read = (program: Program, jobs = ['job'], changed = false, signal?: AbortSignal) =>
  program.call('job:readOutcomes', { jobs, by: null, changed, callId: 'call' }, signal);

it('asks once for two pages, tells both what became of the leads, and keeps it', async () => {
  created(['A', 'B']);
  const program = bench.program();
  expect(await program.call('job:outcomes', { jobs: ['job'], by: null })).toEqual({ outcomes: null });
  const save = async () => program.call('job:saveOutcomes', { jobs: ['job'], token: 't' });
  await expect(save()).rejects.toThrow('Nothing was read of this import yet.');
  program.leads = [lead('A', 'New'), lead('B', 'Expired'), lead('other', 'New')];
  const [one, two] = await Promise.all([read(program), read(program)]);
  expect([one, program.asked]).toEqual([two, 1]);
  expect(one).toMatchObject({ counts: { new: 1, expired: 1 }, created: 2, notRead: 0, looked: 3, imports: 1 });
  expect(one).toMatchObject({ at: bench.clock.wallNow(), wholeAt: null, readings: [{ day: '2026-11-20' }] });
  expect(program.events.findLast(({ name }) => name === 'import:lookUpProgress')?.payload).toMatchObject({
    callId: 'call',
    looked: 3,
  });
  expect(await bench.program().call('job:outcomes', { jobs: ['job', 'job'], by: null })).toEqual({ outcomes: one });
  await save();
  expect(readFileSync(join(bench.folder, 'result.csv'), 'utf8')).toMatch(/,A,New,New,,id,[^\n]+\n[^\n]+,B,Expired/);
  await read(program);
  expect(program.asked).toBe(2);
});

it('reads on for the second page when the first one is closed', async () => {
  created(['A']);
  const program = bench.program();
  program.leads = [lead('A', 'New')];
  const first = new AbortController();
  const closed = read(program, ['job'], false, first.signal);
  const others = [read(program), read(program)];
  first.abort();
  await expect(closed).rejects.toMatchObject({ error: { code: 'cancelled' } });
  for (const other of others) expect(await other).toMatchObject({ counts: { new: 1 } });
  expect(program.asked).toBe(2);
});

it('asks only for what changed since the last reading, and takes the rest from that one', async () => {
  created(['A', 'B']);
  const program = bench.program();
  program.leads = [lead('A', 'New'), lead('B', 'New')];
  await read(program, ['job'], true);
  const whole = bench.clock.wallNow();
  await bench.pass(DAY);
  program.leads = [lead('B', 'Expired')];
  const later = await read(program, ['job'], true);
  expect(later).toMatchObject({ counts: { new: 1, expired: 1 }, at: bench.clock.wallNow(), wholeAt: whole, looked: 1 });
  // All leads are asked for: the one that does not come is not there any more.
  expect(await read(program)).toMatchObject({ counts: { unseen: 1, expired: 1 }, wholeAt: null });
});

it('reads the imports that created leads and can be read, and says when there are none', async () => {
  bench.add(1, { id: 'empty' });
  const program = bench.program();
  await expect(read(program, ['empty'])).rejects.toThrow('has created no lead yet');
  created(['A']);
  created(['B'], { id: 'damaged' });
  bench.at.journal.exec(`UPDATE import_job SET mapping = '' WHERE id = 'damaged'`);
  await expect(read(program, ['damaged'])).rejects.toMatchObject({ error: { code: 'file', reason: 'damaged' } });
  expect(program.asked).toBe(0);
  program.leads = [lead('A', 'New'), lead('B', 'New')];
  expect(await read(program, ['gone', 'empty', 'damaged', 'job'])).toMatchObject({
    imports: 3,
    created: 2,
    notRead: 1,
    counts: { new: 1 },
  });
});

it('says that an import was deleted while its leads came', async () => {
  created(['A']);
  const program = bench.program();
  program.leads = [lead('A', 'New')];
  const reading = read(program);
  bench.hide();
  await expect(reading).rejects.toThrow(/deleted/);
});

it('is on the receipt: the leads that were seen as those of the import, of all that it created', async () => {
  created(['A', 'B', 'A', 'D', 'E']);
  const program = bench.program();
  const receipt = () => program.call('job:receipt', { jobId: 'job' });
  expect((await receipt()).seen).toBeNull();
  // One was moved, two rows are one lead, one does not come.
  program.leads = [lead('A', 'New'), lead('B', 'New', 'AUTUMN'), lead('E', 'Expired')];
  await read(program);
  await bench.pass(DAY);
  expect(await receipt()).toMatchObject({
    seen: { at: bench.clock.wallNow() - DAY, leads: 2, created: 5 },
    readAt: bench.clock.wallNow(),
    file: { name: 'people.csv', size: 10, hash: 'ab' },
    fairUse: bench.job().terms.fairUse,
  });
});

it('names on the receipt the columns or the value of each field, a column that has no name by its place', async () => {
  const columns = { kind: 'columns' as const, columns: [0, 2], join: ' ' };
  const constant = { kind: 'constant' as const, value: 'Fair' };
  const mapping = [
    { field: 'Phone', source: columns, cleaning: [{ kind: 'trim' as const }] },
    { field: 'Source', source: constant, cleaning: [] },
  ];
  created(['A'], { mapping });
  expect((await bench.program().call('job:receipt', { jobId: 'job' })).mapping).toEqual([
    { field: 'Phone', columns: ['Phone', 'Column 3'], constant: null, cleaning: [{ kind: 'trim' }], rewritten: 0 },
    { field: 'Source', columns: [], constant: 'Fair', cleaning: [], rewritten: 0 },
  ]);
});
