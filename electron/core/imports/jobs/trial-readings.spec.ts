import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { created, rejected } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const terms = { ...USUAL_TERMS, trial: 1 };

it('reads nothing back before the trial is over', async () => {
  const program = await bench.running(3, { terms });
  expect(await program.call('job:trial', { jobId: 'job' })).toEqual({ reading: null, isTried: false });
  await expect(program.call('job:readTrial', { jobId: 'job' })).rejects.toThrow('does not wait after its trial');
  expect(await program.call('job:trial', { jobId: 'job' })).toEqual({ reading: null, isTried: false });
});

it('asks nothing of the service when the trial created no lead', async () => {
  const program = await bench.running(3, { terms });
  await program.client.settleFirst(rejected);
  expect(program.summary()).toMatchObject({ holdKind: 'trial', counts: { refused: 1, waiting: 2 } });
  await expect(program.call('job:readTrial', { jobId: 'job' })).rejects.toThrow('created no lead');
});

describe('after the trial', () => {
  /** The first of three rows was created as lead `A`; the job waits for a person. */
  async function tried(poolName: string | null = null) {
    const program = await bench.running(3, { terms, poolName });
    await program.client.settleFirst(created('A'));
    expect(program.summary()).toMatchObject({ holdKind: 'trial', counts: { created: 1, waiting: 2 } });
    program.leads = [{ uniqueId: 'A', campaign: { code: 'SPRING' }, data: { Phone: '+4530000001' } }];
    return program;
  }
  const read = (program: Program) => program.call('job:readTrial', { jobId: 'job' });
  const current = (program: Program) => program.call('job:trial', { jobId: 'job' });

  it('keeps what was read back, and asks the service once for two pages', async () => {
    const program = await tried();
    const reads = [read(program)];
    // The second page comes while the first one reads: nothing has failed, and it reads along.
    expect(await current(program)).toEqual({ reading: null, isTried: false });
    reads.push(read(program));
    const [one, two] = await Promise.all(reads);
    expect(program.asked).toBe(1);
    expect(one).toMatchObject({ created: 1, leads: [{ row: 1, line: 2, leadId: 'A', foundBy: 'id' }] });
    expect(two).toEqual(one);
    expect(await current(program)).toEqual({ reading: one, isTried: true });
    await read(program);
    expect(program.asked).toBe(2);
    await program.call('job:delete', { jobId: 'job' });
    await expect(current(program)).rejects.toThrow('deleted');
    bench.add(3, { terms });
    expect(await current(program)).toEqual({ reading: null, isTried: false });
  });

  it('keeps nothing of a job that was deleted while its leads came', async () => {
    const program = await tried();
    const reading = read(program);
    bench.hide();
    expect((await reading).leads).toHaveLength(1);
    bench.add(3, { terms });
    expect((await current(program)).reading).toBeNull();
  });

  it('has tried without a reading when the service failed, and reads once more when it is asked', async () => {
    const program = await tried();
    const { leads } = program;
    program.leads = [];
    program.failure = 'The connection broke.';
    await expect(read(program)).rejects.toThrow('The connection broke.');
    expect(await current(program)).toEqual({ reading: null, isTried: true });
    program.leads = leads;
    program.failure = null;
    expect((await read(program)).leads[0]?.foundBy).toBe('id');
  });

  it('is read by a later program too, and tells the page how far it is', async () => {
    const { leads } = await tried();
    const later = bench.program();
    later.leads = leads;
    expect(await current(later)).toEqual({ reading: null, isTried: false });
    expect((await later.call('job:readTrial', { jobId: 'job', callId: 'call' })).leads[0]?.foundBy).toBe('id');
    expect(later.events.filter(({ name }) => name === 'import:lookUpProgress').map(({ payload }) => payload)).toEqual([
      { callId: 'call', leads: 1, looked: 1 },
    ]);
    await read(later);
    expect(later.events.filter(({ name }) => name === 'import:lookUpProgress')).toHaveLength(1);
  });

  it.each([
    ['Spring', true],
    ['Autumn', false],
  ])('says whether the lead pool that was sent is the one that the leads name: %s', async (shown, isSame) => {
    const program = await tried('Spring');
    await read(program);
    expect(program.uses).toEqual([]);
    program.leads = program.leads.map((lead) => ({ ...(lead as object), leadPool: { name: shown } }));
    await read(program);
    expect(program.uses).toEqual([{ kind: 'pool', leads: 1, isSame }]);
  });
});
