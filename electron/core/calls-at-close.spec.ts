import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import { benches, CAMPAIGN, prepare } from './imports/import-fixture.ts';

// Many rows, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const bench = benches();

/** Enough for calls that take longer than an account needs to close. */
const ROWS = 12_000;

it.each(['signOut', 'close'] as const)('calls that read an import end with its account: %s', async (how) => {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, ROWS);
  const plan = { campaignCode: CAMPAIGN, poolName: 'Spring', stopAfterSameRefusal: 0 };
  await core.call('import:saveDraft', { draftId: draft.id, plan: { ...plan, terms: { ...USUAL_TERMS, trial: 1 } } });
  const job = await core.call('import:start', { draftId: draft.id });
  await core.until(job.id, ({ holdKind }) => holdKind === 'trial');
  const target = core.target('result.csv');
  const asked = [
    core.core.call('job:receipt', { jobId: job.id }),
    core.core.call('job:find', { words: 'nobody' }),
    core.core.call('job:saveResult', { jobId: job.id, token: target.token }),
  ];
  await wait(20);
  if (how === 'close') await core.close();
  else await core.call('account:signOut', { accountId: job.accountId });
  for (const outcome of await Promise.all(asked)) if (!outcome.ok) expect(outcome.error.code).toBe('cancelled');
  expect(core.bugs).toEqual([]);
  expect(existsSync(target.path)).toBe((await asked[2])?.ok);
});
