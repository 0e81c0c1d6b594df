import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import { JobsBench } from './jobs-fixture.ts';
import { rejected } from './run/runner-fixture.ts';

let bench: JobsBench;
beforeEach(() => {
  bench = new JobsBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const terms = { ...USUAL_TERMS, trial: 1 };

it('reads nothing back before the trial is over', async () => {
  const program = await bench.running(3, { terms });
  expect(await program.call('job:trial', { jobId: 'job' })).toEqual({ reading: null, isTried: false });
  await expect(program.call('job:readTrial', { jobId: 'job' })).rejects.toThrow('does not wait after its trial');
  expect(await program.call('job:trial', { jobId: 'job' })).toEqual({ reading: null, isTried: false });
});

it('asks nothing of the service when the trial created no lead', async () => {
  const program = await bench.running(3, { terms });
  const [first] = program.client.open();
  first?.send();
  await first?.answer(rejected);
  expect(program.summary()).toMatchObject({ holdKind: 'trial', counts: { refused: 1, waiting: 2 } });
  await expect(program.call('job:readTrial', { jobId: 'job' })).rejects.toThrow('created no lead');
});
