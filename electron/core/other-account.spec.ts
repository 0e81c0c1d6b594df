import { expect, it } from 'vitest';
import { benches, startImport } from './imports/import-fixture.ts';

const bench = benches();

it('pauses and resumes an import of an account that is not the active one, when a host says whose it is', async () => {
  const { desk, core } = await bench.started();
  const job = await startImport(core, desk, 400);
  const address = desk.practice.url.replace('127.0.0.1', 'localhost');
  const other = await core.core.signIn(address, { username: 'anna', password: 'secret word' });
  if (!other.ok) throw new Error(other.error.message);
  const { id: jobId, accountId } = job;
  expect(other.value.id).not.toBe(accountId);
  await expect(core.call('job:pause', { jobId })).rejects.toMatchObject({ error: { code: 'notFound' } });
  expect(await core.call('job:pause', { jobId, accountId })).toMatchObject({ id: jobId, accountId, state: 'paused' });
  expect(await core.call('job:resume', { jobId, accountId })).toMatchObject({ id: jobId, state: 'running' });
  expect(core.bugs).toEqual([]);
});
