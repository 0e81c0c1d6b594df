import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobsBench } from './jobs-fixture.ts';
import { created, rejected, unknown } from './run/runner-fixture.ts';

let bench: JobsBench;
beforeEach(() => {
  bench = new JobsBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

describe('correcting the campaign of a job', () => {
  it('goes on with refused and waiting rows as a new job, and sends nothing twice', async () => {
    const program = await bench.running(6, { stopAfterSameRefusal: 2 });
    const refusal = { ...rejected, message: 'There is no campaign with the code "EU-MESE-26".' };
    const [first, second, third, fourth] = program.client.open();
    for (const call of [first, second, third, fourth]) call?.send();
    await first?.answer(created());
    await second?.answer(unknown);
    await third?.answer(refusal);
    await fourth?.answer(refusal);
    expect(program.summary()).toMatchObject({ state: 'needsYou', holdKind: 'stopRule', counts: { waiting: 2 } });
    const next = await program.call('job:correctCampaign', { jobId: 'job', campaignCode: 'EU-MESSE-26' });
    expect(next).toMatchObject({ campaignCode: 'EU-MESSE-26', state: 'running', counts: { rows: 4, waiting: 4 } });
    expect(program.summary()).toMatchObject({
      state: 'needsYou',
      counts: { created: 1, unknown: 1, refused: 2, skipped: 2 },
    });
    expect(program.client.open().map(({ phone }) => phone)).toEqual([3, 4, 5, 6].map((row) => `+453000000${row}`));
    await program.answerAll();
    const done = await program.call('job:get', { jobId: next.id });
    expect(done.summary).toMatchObject({ state: 'complete', counts: { created: 4 } });
    await expect(program.call('job:correctCampaign', { jobId: next.id, campaignCode: 'OTHER' })).rejects.toThrow(
      'nothing to send',
    );
  });

  it('is refused while the job runs', async () => {
    const program = await bench.running(2);
    const change = program.call('job:correctCampaign', { jobId: 'job', campaignCode: 'OTHER' });
    await expect(change).rejects.toThrow('Pause it first');
  });
});
