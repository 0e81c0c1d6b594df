import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSessionSecrets } from '../host/session-secrets.ts';
import { teamSecretOf } from './foundation/ports.ts';
import { type Bench, type CoreUnderTest, createBench, startImport } from './imports/import-fixture.ts';
import { passwordOf, TeamServer } from './team/team-server-fixture.ts';

/* A connection that is removed is a computer that leaves its team, over real sockets. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TeamServer;
let desk: Bench;
let core: CoreUnderTest;
let accountId: string;
const secrets = createSessionSecrets();

beforeEach(async () => {
  server = await TeamServer.open();
  desk = await createBench();
  core = await desk.start({ secrets });
  accountId = (await core.call('account:list', {})).activeId ?? '';
  await core.call('team:begin', { place: server.place, login: 'anna', password: passwordOf('anna'), name: 'Anna' });
});

afterEach(async () => {
  await desk.close();
  await server[Symbol.asyncDispose]();
});

const folder = () => join(desk.folder, 'data', 'account', accountId);
const claims = async () => (await server.database.rows('SELECT key FROM lead_team.claim')).length;
const hasLeft = async () =>
  (await server.database.rows('SELECT left_at FROM lead_team.office'))[0]?.['left_at'] !== null;

/** Rows are claimed, some were sent, and the database goes away before the others are given back. */
async function pausedWhileAway(): Promise<{ comeBack: () => Promise<void> }> {
  const job = await startImport(core, desk, 60);
  await core.until(job.id, ({ counts }) => counts.created >= 3);
  const comeBack = await server.goAway();
  await core.call('job:pause', { jobId: job.id });
  await core.until(job.id, ({ state }) => state === 'paused');
  return { comeBack };
}

test('it gives back what it claimed and did not send, leaves the team and forgets the secret', async () => {
  const { comeBack } = await pausedWhileAway();
  const taken = await claims();
  await comeBack();
  await core.call('account:remove', { accountId });

  expect(existsSync(folder())).toBe(false);
  const sent = desk.practice.ledger.entries().length;
  expect(sent).toBeLessThan(taken);
  expect(await claims()).toBe(sent);
  expect(await hasLeft()).toBe(true);
  expect(await secrets.read(teamSecretOf(accountId))).toBeNull();
  expect(core.bugs).toEqual([]);
});

test('its password was forgotten before: it leaves all the same', async () => {
  await core.call('account:signOut', { accountId });
  await core.call('account:remove', { accountId });
  expect(await hasLeft()).toBe(true);
});

describe('while the team cannot be told', () => {
  test('nothing is removed, and the words say why and what it means for colleagues', async () => {
    await pausedWhileAway();
    const removed = core.call('account:remove', { accountId });
    await expect(removed).rejects.toThrow(/cannot be reached[^]*Nothing was removed[^]*colleagues/);
    expect(existsSync(folder())).toBe(true);
    const { accounts, activeId } = await core.call('account:list', {});
    expect([accounts.length, activeId]).toEqual([1, accountId]);
    expect((await core.call('job:list', {})).jobs).toHaveLength(1);
  });

  test('a person who insists removes it, and what it claimed stays taken', async () => {
    await pausedWhileAway();
    const taken = await claims();
    await core.call('account:remove', { accountId, isForced: true });
    expect(existsSync(folder())).toBe(false);
    expect([await claims(), await hasLeft()]).toEqual([taken, false]);
    expect(await secrets.read(teamSecretOf(accountId))).toBeNull();
  });

  test('nor with a login that was taken back', async () => {
    server.refuse('28000');
    const removed = core.call('account:remove', { accountId });
    await expect(removed).rejects.toThrow(/does not let "anna" in[^]*Nothing was removed/);
    await core.call('account:remove', { accountId, isForced: true });
    expect(existsSync(folder())).toBe(false);
  });
});
