import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Discovery } from '../../../shared/contract/account/discovery.ts';
import { startPracticeService } from '../../practice/practice-service.ts';
import {
  connect,
  connected,
  context,
  errorOf,
  folder,
  replaceService,
  said,
  secrets,
  service,
  setUpProgram,
  startProgram,
} from './account-fixture.ts';

setUpProgram();

describe('what a test settles', () => {
  const kept = async (feature: Awaited<ReturnType<typeof startProgram>>, accountId: string) =>
    (await feature.handlers['account:discovery']({ accountId }, context)).discovery;

  it('is kept with the account, and read without its password', async () => {
    const { feature: first, accountId, report } = await connected();
    expect(await kept(first, accountId)).toEqual(report.discovery);
    secrets.clear();
    expect(await kept(await startProgram(), accountId)).toEqual(report.discovery);
    expect(report.discovery?.findings.find(({ point }) => point === 'limitsShape')).toMatchObject({
      verdict: 'confirmed',
    });
    expect(report.discovery?.rights).toMatchObject({ username: 'practice', projectRights: ['*'], entryAccess: 'Full' });
  });

  it('names rights that are gone, until a person takes them as they are; counts the units in the ledger', async () => {
    const { feature, accountId } = await connected();
    service.faults.add({ kind: 'status', status: 403, match: { path: '/simpleleads' }, times: 'always' });
    const again = await feature.handlers['account:testAgain']({ accountId }, context);
    expect(again.works).toBe(true);
    const gone = (discovery: typeof again.discovery) =>
      discovery?.changes.filter(({ now }) => now === 'gone').map(({ right }) => right);
    expect(gone(again.discovery)).toEqual(['SimpleLeads Get']);
    expect(gone((await feature.handlers['account:testAgain']({ accountId }, context)).discovery)).toEqual([
      'SimpleLeads Get',
    ]);
    const accepted = await feature.handlers['account:acceptRights']({ accountId }, context);
    expect(gone(accepted.discovery)).toEqual([]);
    expect(gone((await feature.handlers['account:testAgain']({ accountId }, context)).discovery)).toEqual([]);
    const { api } = feature.active.get().session;
    expect(api.requestLog().filter(({ path }) => path.startsWith('/simpleleads'))).toHaveLength(3);
    const used = api.quota().services;
    expect(used.find((entry) => entry.service === 'GET simpleleads')?.daily.used).toBeGreaterThan(0);
  });

  it('is completed by the first lead that is created, and kept by the next test', async () => {
    const { feature, accountId } = await connected();
    const points = async () =>
      new Map((await kept(feature, accountId))?.findings.map((finding) => [finding.point, finding]));
    expect((await points()).get('importNames')).toMatchObject({ verdict: 'open' });
    const { api } = feature.active.get().session;
    const create = () =>
      api.createLead(
        { campaignCode: 'EU-MESSE-26', data: { LastName: 'Ada', Phone: '+4530111111' } },
        { lane: 'person', beforeSend: () => undefined },
      );
    const from = Date.now();
    expect(await create()).toMatchObject({ outcome: 'created' });
    await expect.poll(async () => (await points()).get('importNames')).toMatchObject({ verdict: 'confirmed' });
    const settled = await points();
    expect(settled.get('importNames')).toMatchObject({ verdict: 'confirmed', used: 'CampaignCode, data' });
    expect(settled.get('importNames')?.at).toBeGreaterThanOrEqual(from);
    expect(settled.get('importResult')).toMatchObject({ verdict: 'confirmed' });
    expect(said.filter(({ name }) => name === 'account:settled')).toEqual([
      { name: 'account:settled', payload: { accountId } },
    ]);
    // The next one has nothing to add, and a test that cannot see the points keeps them.
    await create();
    expect(said.filter(({ name }) => name === 'account:settled')).toHaveLength(1);
    await feature.handlers['account:testAgain']({ accountId }, context);
    expect((await points()).get('importNames')).toEqual(settled.get('importNames'));
  });

  it('is completed by the first lead that is refused with words', async () => {
    const { feature, accountId } = await connected();
    const point = async () => (await kept(feature, accountId))?.findings.find((known) => known.point === 'errorBody');
    // As after a test in which nothing was refused.
    const path = join(folder, 'account', accountId, 'connection-test.json');
    const test = JSON.parse(readFileSync(path, 'utf8')) as Discovery;
    const findings = test.findings.map((found) =>
      found.point === 'errorBody' ? { ...found, verdict: 'open' } : found,
    );
    writeFileSync(path, JSON.stringify({ ...test, findings }));
    expect(await point()).toMatchObject({ verdict: 'open' });
    service.faults.add({ kind: 'status', status: 400, message: 'No such campaign', match: { path: '/leads' } });
    const refused = await feature.active
      .get()
      .session.api.createLead(
        { campaignCode: 'EU-MESSE-26', data: { LastName: 'Ada', Phone: '+4530111111' } },
        { lane: 'person', beforeSend: () => undefined },
      );
    expect(refused).toMatchObject({ outcome: 'rejected', message: 'No such campaign' });
    await expect
      .poll(point)
      .toMatchObject({ verdict: 'confirmed', evidence: expect.stringContaining('refused (400)') });
  });

  it('offers the raw path that answers, and changes no setting', async () => {
    await replaceService({ leads: 10, dialect: { rawLeadsPath: '/rawleads/csv', limitsShape: 'map' } });
    const feature = await startProgram();
    const { account, report } = await feature.handlers['account:connect'](connect(), context);
    const found = report.discovery?.findings.find(({ point }) => point === 'rawLeadsPath');
    expect(found).toMatchObject({ verdict: 'contradicted', offer: { rawLeadsPath: '/rawleads/csv' } });
    expect(account?.dialect.rawLeadsPath).toBe('/rawleads');
  });
});

describe('name and address', () => {
  it('renames, and moves to another address of the same service with its id', async () => {
    const { feature, accountId } = await connected();
    const renamed = await feature.handlers['account:rename']({ accountId, name: 'Nordwind' }, context);
    expect(renamed.accounts[0]?.name).toBe('Nordwind');
    const look = { colour: 'amber', isProduction: true } as const;
    await feature.handlers['account:rename']({ accountId, name: 'Nordwind', look }, context);
    const again = await feature.handlers['account:rename']({ accountId, name: 'Nordwind' }, context);
    expect(again.accounts[0]).toMatchObject({ name: 'Nordwind', look });
    await using other = await startPracticeService({ leads: 10 });
    const broken = await feature.handlers['account:address'](
      { accountId, address: `${service.url}/wrong/api` },
      context,
    );
    expect(broken).toMatchObject({ account: null, report: { works: false } });
    expect(feature.active.get().session.account.address).toBe(service.url);
    const moved = await feature.handlers['account:address']({ accountId, address: other.url }, context);
    expect(moved.account).toMatchObject({ id: accountId, name: 'Nordwind', address: other.url });
    expect(feature.active.get().session.api.baseAddress).toBe(other.url);
    // The account is found again by its new address, and its old one is free for another.
    expect(
      (await feature.accounts.signInUnattended(other.url, { username: 'practice', password: 'practice' })).id,
    ).toBe(accountId);
    const old = await feature.handlers['account:connect'](connect(), context);
    expect(old.account?.id).not.toBe(accountId);
    const taken = feature.handlers['account:address']({ accountId, address: service.url }, context);
    expect(await errorOf(taken)).toMatchObject({ code: 'validation', message: expect.stringMatching(/already has/) });
  });

  it('gives each connection a folder of its own, also when several had its address before', async () => {
    await using first = await startPracticeService({ leads: 10 });
    await using second = await startPracticeService({ leads: 10 });
    const others = [first, second];
    const { feature, accountId } = await connected();
    const ids = [accountId];
    for (const { url } of others) {
      await feature.handlers['account:address']({ accountId: ids.at(-1) ?? '', address: url }, context);
      const { account } = await feature.handlers['account:connect'](connect(), context);
      ids.push(account?.id ?? '');
    }
    const { accounts } = await feature.handlers['account:list']({}, context);
    expect(accounts.map(({ id, address }) => [id, address])).toEqual([
      [ids[0], others[0]?.url],
      [ids[1], others[1]?.url],
      [ids[2], service.url],
    ]);
  });

  it('keeps what a person changed while the connection was tested', async () => {
    const { feature, account, accountId } = await connected();
    await using other = await startPracticeService({ leads: 10 });
    const tests = [
      () => feature.handlers['account:address']({ accountId, address: other.url }, context),
      () => feature.handlers['account:signIn']({ accountId, password: 'practice' }, context),
      () => feature.handlers['account:connect']({ ...connect(), address: other.url }, context),
    ];
    for (const [index, test] of tests.entries()) {
      const tested = test();
      const name = `Nordwind ${index}`;
      await feature.handlers['account:rename']({ accountId, name }, context);
      const dialect = { ...(account?.dialect ?? expect.unreachable()), poolField: `pool${index}` };
      await feature.handlers['account:dialect']({ accountId, dialect }, context);
      await tested;
      const { accounts } = await feature.handlers['account:list']({}, context);
      expect(accounts).toMatchObject([{ name, address: other.url, dialect }]);
      expect(feature.active.get().session.account.dialect).toEqual(dialect);
    }
  });

  it('changes two settings of a connection at once', async () => {
    const { feature, account, accountId } = await connected();
    const dialect = { ...(account?.dialect ?? expect.unreachable()), poolField: 'pool' };
    const changed = feature.handlers['account:dialect']({ accountId, dialect }, context);
    await feature.handlers['account:rename']({ accountId, name: 'Nordwind' }, context);
    await changed;
    expect((await feature.handlers['account:list']({}, context)).accounts).toMatchObject([
      { name: 'Nordwind', dialect },
    ]);
  });
});
