import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import type { ServiceQuotaDetail } from '../../api/broker/service-quota.ts';
import { JobsBench, type Program, service } from './jobs-fixture.ts';
import { phones } from './journal/job-fixture.ts';
import { created } from './run/runner-fixture.ts';

let bench: JobsBench;
beforeEach(() => {
  bench = new JobsBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const paced = (name: ServiceQuotaDetail['service'], ratePerMinute: number | null) =>
  service({ service: name, minute: null, ratePerMinute });

const half = { terms: { ...USUAL_TERMS, share: 50 } };

async function start(services: readonly ServiceQuotaDetail[], rows: number, change = {}): Promise<Program> {
  const program = bench.program();
  program.services = services;
  await program.jobs.start('job', async () => bench.add(rows, change));
  return program;
}

describe('a share of the pace', () => {
  const inTenSeconds = async (services: readonly ServiceQuotaDetail[]) => {
    const program = await start(services, 100, half);
    let sent = 0;
    for (let second = 0; second < 100; second++) {
      await bench.pass(100);
      for (const call of program.client.open()) {
        call.send();
        await call.answer(created());
        sent += 1;
      }
    }
    return sent;
  };

  it('is of what the service allows where leads are created', async () => {
    expect(await inTenSeconds([paced('GET leads', 6_000), paced('POST leads', 120)])).toBe(11);
  });

  it('is of our own bound where the service has no limit, and of the lowest limit while nothing is known', async () => {
    expect(await inTenSeconds([paced('POST leads', null)])).toBe(51);
    await bench[Symbol.asyncDispose]();
    bench = new JobsBench();
    expect(await inTenSeconds([])).toBe(21);
  });
});

describe('the end of a job', () => {
  it('takes what other jobs still send as it was two seconds ago at most', async () => {
    const program = await start([paced('POST leads', 60)], 60);
    await bench.pass(5_000);
    const end = () => (program.summary().finishAt ?? 0) - bench.clock.wallNow();
    expect(end()).toBe(60_000);
    bench.at.add(phones(60), { id: 'other' });
    await bench.pass(1_999);
    expect(end()).toBe(60_000);
    await bench.pass(1);
    expect(end()).toBe(120_000);
  });
});
