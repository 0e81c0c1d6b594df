import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';

let bench: JobsBench;
beforeEach(() => {
  bench = new JobsBench();
  // It is 10:00 on the account's clock.
  bench.add(1, { createdAt: bench.clock.wallNow() });
  bench.at.created(1, { at: 1, run: 'spec', leadId: 'A' });
});
afterEach(() => bench[Symbol.asyncDispose]());

function opened(): Program {
  const program = bench.program({ resumeOnOpen: true });
  program.leads = [{ uniqueId: 'A', campaign: { code: 'SPRING' }, status: 'New', data: {} }];
  return program;
}

const plan = (program: Program, minute: number | null) => program.call('job:planOutcomes', { minute, days: 30 });
const read = async (program: Program) => (await program.call('job:outcomePlan', {})).last;
const ends = ({ events }: Program) => events.filter(({ name }) => name === 'job:plannedRead').length;
const TODAY_10_30 = 10 * 60 + 30;

it('reads once a day, from the planned minute on', async () => {
  const program = opened();
  expect(await program.call('job:outcomePlan', {})).toEqual({ plan: { minute: null, days: 30 }, last: null });
  await bench.pass(2 * HOUR);
  await plan(program, TODAY_10_30 + 2 * 60);
  await bench.pass(29 * MINUTE);
  expect(program.asked).toBe(0);
  await bench.pass(3 * MINUTE);
  await expect.poll(() => ends(program)).toBe(1);
  expect(await read(program)).toMatchObject({ imports: 1, trouble: '' });
  const { outcomes } = await program.call('job:outcomes', { jobs: ['job'], by: null });
  expect(outcomes?.counts).toEqual({ new: 1 });
  await bench.pass(HOUR);
  expect(program.asked).toBe(1);
  await bench.pass(DAY);
  await expect.poll(() => ends(program)).toBe(2);
  await plan(program, null);
  await bench.pass(DAY);
  expect(program.asked).toBe(2);
});

it('begins tomorrow with a time that has passed today', async () => {
  const program = opened();
  await plan(program, 9 * 60);
  await bench.pass(HOUR);
  expect(program.asked).toBe(0);
  await bench.pass(DAY);
  await expect.poll(() => program.asked).toBe(1);
});

it('says why nothing was read, and tries once more after an hour', async () => {
  const program = opened();
  program.failure = 'The connection broke.';
  await plan(program, TODAY_10_30);
  await bench.pass(31 * MINUTE);
  await expect.poll(() => ends(program)).toBe(1);
  expect(await read(program)).toMatchObject({ trouble: 'The connection broke.' });
  program.failure = null;
  await bench.pass(30 * MINUTE);
  expect(program.asked).toBe(1);
  await bench.pass(40 * MINUTE);
  await expect.poll(() => ends(program)).toBe(2);
  expect(await read(program)).toMatchObject({ imports: 1, trouble: '' });
});

it('is read by one of two programs, and without imports of the last days by none', async () => {
  const [one, other] = [opened(), opened()];
  await plan(one, TODAY_10_30);
  await bench.pass(HOUR);
  await expect.poll(() => ends(one) + ends(other)).toBe(1);
  expect(one.asked + other.asked).toBe(1);
  bench.at.journal.exec(`UPDATE import_job SET created_at = created_at - ${29 * DAY}`);
  await bench.pass(DAY);
  await expect.poll(() => read(one)).toMatchObject({ imports: 0, trouble: '' });
  expect(one.asked + other.asked).toBe(1);
});
