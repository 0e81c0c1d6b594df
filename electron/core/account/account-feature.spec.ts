import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  connect,
  connected,
  context,
  errorOf,
  folder,
  said,
  secrets,
  service,
  settings,
  setUpProgram,
  startProgram,
} from './account-fixture.ts';
import { teamSecretOf } from '../foundation/ports.ts';
import { accountIdFor } from './account-store.ts';

setUpProgram();

describe('connecting', () => {
  it('tests, keeps and activates the account', async () => {
    const feature = await startProgram();
    const { account, report } = await feature.handlers['account:connect'](connect(), context);
    expect(report.works).toBe(true);
    expect(report.steps.filter(({ state }) => state !== 'ok').map(({ id, state }) => [id, state])).toEqual([
      ['metadata', 'absent'],
    ]);
    expect(report.discovery?.requests).toHaveLength(6);
    expect(account).toMatchObject({ id: accountIdFor(service.url, 'practice'), signedIn: true, protection: 'os' });
    expect(feature.active.get().session.account.id).toBe(account?.id);
    expect((await feature.active.get().features['account:users']({}, context)).users.length).toBeGreaterThan(0);
  });

  it('keeps nothing when the password is wrong', async () => {
    const feature = await startProgram();
    const { account, report } = await feature.handlers['account:connect'](connect('wrong'), context);
    expect(account).toBeNull();
    expect(report.steps.find((step) => step.id === 'credentials')?.state).toBe('failed');
    expect(secrets.size).toBe(0);
    expect(settings.has('accounts')).toBe(false);
  });

  it('keeps no password of an account that could not be opened', async () => {
    const feature = await startProgram();
    mkdirSync(join(folder, 'account', accountIdFor(service.url, 'practice'), 'journal.sqlite'), { recursive: true });
    expect((await errorOf(feature.handlers['account:connect'](connect(), context))).code).toBe('file');
    expect([secrets.size, settings.has('accounts')]).toEqual([0, false]);
  });

  it('counts what its tests used as ours: no other client is seen', async () => {
    const { handlers, active } = await startProgram();
    await handlers['account:test'](connect(), context);
    await handlers['account:connect'](connect(), context);
    // A test of an open account by its address has a client of its own, too.
    await handlers['account:test'](connect(), context);
    const { api } = active.get().session;
    await api.readLimits();
    await api.readCounts();
    const { services } = api.quota();
    expect(services.flatMap(({ title, daily }) => (daily.others > 0 ? [title] : []))).toEqual([]);
    const counted = Object.values(service.counts()).reduce((sum, { units }) => sum + units, 0);
    const own = services.reduce((sum, { daily }) => sum + daily.own, 0);
    expect(counted).toBeGreaterThan(15);
    // Nobody knows whether the question for the counts is in its own answer.
    expect([counted, counted + 1]).toContain(own);
  });

  it('knows the limits that its test read before it sends a request of its own', async () => {
    const feature = await startProgram();
    await feature.handlers['account:connect'](connect(), context);
    const { api } = feature.active.get().session;
    const limits = new Map(api.quota().services.map(({ service: endpoint, daily }) => [endpoint, daily.limit]));
    expect(limits.get('POST leads')).toBe(100_000);
    expect(limits.get('GET simpleleads')).toBe(20_000);
    expect(api.requestLog()).toEqual([]);
  });

  it('knows what others had used, as its test read it, and what the test used since', async () => {
    const { handlers, active } = await startProgram();
    const services = () => active.get().session.api.quota().services;
    const others = () => services().flatMap(({ daily }) => daily.others || []);
    const searches = () => services().find(({ service: endpoint }) => endpoint === 'GET simpleleads')?.daily;
    const headers = { Authorization: `Basic ${btoa('practice:practice')}` };
    const search = async () => {
      for (let index = 0; index < 40; index += 1)
        await (await fetch(`${service.url}/simpleleads?Projects=none`, { headers })).text();
      return service.counts()['SimpleLeads']?.units ?? 0;
    };
    const first = await search();
    await handlers['account:test'](connect(), context);
    const { account } = await handlers['account:connect'](connect(), context);
    expect(searches()).toMatchObject({ source: 'confirmed', used: service.counts()['SimpleLeads']?.units });
    expect(others()).toEqual([first]);
    // Signed in again, it knows what came since; what is ours stays ours.
    const accountId = account?.id ?? '';
    await handlers['account:signOut']({ accountId }, context);
    const used = service.counts()['SimpleLeads']?.units ?? 0;
    const more = (await search()) - used;
    await handlers['account:signIn']({ accountId, password: 'practice' }, context);
    expect(searches()?.used).toBe(service.counts()['SimpleLeads']?.units);
    expect(others()).toEqual([first + more]);
    expect(active.get().session.api.requestLog()).toEqual([]);
    await active.get().session.api.readCounts();
    expect(others()).toEqual([first + more]);
  });

  it('sends each step while the test runs', async () => {
    const feature = await startProgram();
    await feature.handlers['account:test']({ ...connect(), callId: 'test-1' }, context);
    const steps = said.filter((event) => event.name === 'account:testStep');
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.every((event) => (event.payload as { callId: string }).callId === 'test-1')).toBe(true);
  });

  it('refuses an unencrypted address before anything is sent', async () => {
    const feature = await startProgram();
    const error = await errorOf(
      feature.handlers['account:connect'](
        { address: 'http://leads.example.com', username: 'a', password: 'b' },
        context,
      ),
    );
    expect(error.code).toBe('validation');
    expect(error.message).toMatch(/https/);
  });

  it('puts the password into no result, event or setting', async () => {
    secrets.clear();
    const feature = await startProgram();
    const results = [
      await feature.handlers['account:connect'](connect(), context),
      await feature.handlers['account:connect'](connect('s3cret-and-wrong'), context),
      await feature.handlers['account:list']({}, context),
    ];
    const everything = JSON.stringify([results, said, [...settings.values()]]);
    expect(everything).not.toContain('s3cret-and-wrong');
    expect(JSON.stringify([...settings.values()])).not.toMatch(/password/i);
  });
});

describe('starting again', () => {
  it('opens every account whose password is stored', async () => {
    const first = await startProgram();
    const { account } = await first.handlers['account:connect'](connect(), context);
    const second = await startProgram();
    expect(second.active.get().session.account.id).toBe(account?.id);
  });

  it('asks for the password when it is gone, and goes on once it is given', async () => {
    const first = await startProgram();
    await first.handlers['account:connect'](connect(), context);
    secrets.clear();
    const second = await startProgram();
    const list = await second.handlers['account:list']({}, context);
    expect(list.accounts[0]).toMatchObject({ signedIn: false, protection: 'none' });
    expect((await errorOf(Promise.resolve().then(() => second.active.get()))).code).toBe('auth');
    const accountId = list.activeId ?? '';
    expect((await second.handlers['account:signIn']({ accountId, password: 'wrong' }, context)).works).toBe(false);
    expect((await second.handlers['account:signIn']({ accountId, password: 'practice' }, context)).works).toBe(true);
    expect(second.active.get().session.account.signedIn).toBe(true);
  });

  it('sets settings aside that cannot be read, and starts', async () => {
    settings.set('accounts', { accounts: 'not a list' });
    const feature = await startProgram();
    expect(await feature.handlers['account:list']({}, context)).toEqual({ accounts: [], activeId: null });
    expect(settings.get('accounts-unreadable')).toEqual({ accounts: 'not a list' });
  });

  it('loses no account to the damaged entry of another one', async () => {
    const account = { name: 'a', kind: 'service', address: 'https://a.example', username: 'u' };
    const accounts = [
      { ...account, id: 'acc-1', dialect: {} },
      { ...account, id: 'acc-2', dialect: 7 },
      { ...account, id: 'ACC 3', dialect: {} },
    ];
    settings.set('accounts', { accounts, activeId: 'ACC 3' });
    const list = await (await startProgram()).handlers['account:list']({}, context);
    expect(list).toMatchObject({ accounts: [{ id: 'acc-1' }, { id: 'acc-2' }], activeId: null });
    expect(settings.get('accounts-unreadable')).toMatchObject({ accounts: expect.arrayContaining(accounts) });
  });

  it.each(['http://a.example/api', 'https://user:word@a.example/api', 'nowhere at all'])(
    'opens no account at an address that nobody could have connected: %s',
    async (address) => {
      const account = { name: 'a', kind: 'service', username: 'u', dialect: {} };
      const accounts = [
        { ...account, id: 'acc-1', address },
        { ...account, id: 'acc-2', address: 'https://a.example/api' },
      ];
      settings.set('accounts', { accounts, activeId: 'acc-1' });
      for (const { id } of accounts) secrets.set(id, 'practice');
      const list = await (await startProgram()).handlers['account:list']({}, context);
      expect(list).toMatchObject({ accounts: [{ id: 'acc-2', signedIn: true }], activeId: null });
      expect(settings.get('accounts-unreadable')).toMatchObject({ accounts });
    },
  );

  it('starts the practice service again when practice was in front', async () => {
    const first = await startProgram();
    const practice = await first.handlers['account:practice']({}, context);
    expect(practice).toMatchObject({ id: 'practice', kind: 'practice', signedIn: true });
    const second = await startProgram();
    expect(second.active.get().session.account.kind).toBe('practice');
  });
});

describe('accounts side by side', () => {
  it('switches, changes the dialect and removes', async () => {
    const feature = await startProgram();
    const { account } = await feature.handlers['account:connect'](connect(), context);
    await feature.handlers['account:practice']({}, context);
    const accountId = account?.id ?? '';
    expect((await feature.handlers['account:activate']({ accountId }, context)).activeId).toBe(accountId);
    const changed = await feature.handlers['account:dialect'](
      { accountId, dialect: { ...feature.active.get().session.account.dialect, poolField: 'pool' } },
      context,
    );
    expect(changed.dialect.poolField).toBe('pool');
    expect(feature.active.get().session.account.dialect.poolField).toBe('pool');
    secrets.set(teamSecretOf(accountId), 'the secret of a team');
    const left = await feature.handlers['account:remove']({ accountId }, context);
    expect(left.accounts.map((entry) => entry.id)).toEqual(['practice']);
    expect(left.activeId).toBe('practice');
    expect([...secrets.keys()]).toEqual([]);
  });

  it('signs out: the password is gone, the account stays, and its password opens it again', async () => {
    const { feature, accountId } = await connected();
    said.length = 0;
    const list = await feature.handlers['account:signOut']({ accountId }, context);
    expect(list).toMatchObject({ activeId: accountId, accounts: [{ signedIn: false, protection: 'none' }] });
    expect(said).toEqual([{ name: 'account:changed', payload: list }]);
    expect(secrets.has(accountId)).toBe(false);
    expect((await errorOf(Promise.resolve().then(() => feature.active.get()))).code).toBe('auth');
    expect(feature.active.find()).toBeNull();

    const again = await startProgram();
    expect((await again.handlers['account:list']({}, context)).accounts[0]).toMatchObject({ signedIn: false });
    await again.handlers['account:signIn']({ accountId, password: 'practice' }, context);
    expect(again.active.get().session.account.id).toBe(accountId);
    expect((await errorOf(again.handlers['account:signOut']({ accountId: 'nobody' }, context))).code).toBe('notFound');
  });

  it('stays signed in when its password cannot be forgotten, so that a person can try again', async () => {
    const { feature, accountId } = await connected();
    const full = vi.spyOn(secrets, 'delete').mockImplementationOnce(() => {
      throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
    });
    await expect(feature.handlers['account:signOut']({ accountId }, context)).rejects.toThrow('ENOSPC');
    expect(full).toHaveBeenCalled();
    expect(feature.active.find()?.session.account.id).toBe(accountId);
    const list = await feature.handlers['account:signOut']({ accountId }, context);
    expect(list.accounts).toMatchObject([{ signedIn: false, protection: 'none' }]);
    expect(secrets.has(accountId)).toBe(false);
  });

  it('opens an account for unattended work without keeping its password', async () => {
    const feature = await startProgram();
    const account = await feature.accounts.signInUnattended(service.url, {
      username: 'practice',
      password: 'practice',
    });
    expect(feature.active.get().session.account.id).toBe(account.id);
    expect(secrets.size).toBe(0);
    expect((await feature.handlers['account:list']({}, context)).accounts).toHaveLength(1);
  });

  it('knows an account again by another spelling of its address', async () => {
    const feature = await startProgram();
    const { account } = await feature.handlers['account:connect'](connect(), context);
    const spelled = service.url.replace('127.0.0.1', '127.000.000.001');
    expect(spelled).not.toBe(service.url);
    const again = await feature.accounts.signInUnattended(spelled, { username: 'practice', password: 'practice' });
    expect(again.id).toBe(account?.id);
    // A team knows its service by the letters of the address.
    const { account: same } = await feature.handlers['account:connect']({ ...connect(), address: spelled }, context);
    expect(same).toMatchObject({ id: account?.id, address: service.url });
    expect((await feature.handlers['account:list']({}, context)).accounts).toHaveLength(1);
  });

  it('keeps one account when two commands open the same one at once', async () => {
    const commands = [await startProgram(), await startProgram()];
    for (const command of commands)
      await command.accounts.signInUnattended(service.url, { username: 'practice', password: 'practice' });
    expect((await (await startProgram()).handlers['account:list']({}, context)).accounts).toHaveLength(1);
  });

  it('keeps what another program wrote meanwhile: an account of its own, and its settings of this one', async () => {
    const { feature, accountId } = await connected();
    await feature.handlers['account:practice']({}, context);
    const command = await startProgram();
    const credentials = { username: 'bent', password: 'practice' };
    const other = await command.accounts.signInUnattended('http://127.0.0.1:9/api', credentials, {
      timeZone: 'Asia/Tokyo',
    });
    const third = await startProgram();
    await third.accounts.signInUnattended(
      service.url,
      { username: 'practice', password: 'practice' },
      { poolField: 'pool' },
    );
    await feature.handlers['account:rename']({ accountId, name: 'Main' }, context);

    const { accounts } = await (await startProgram()).handlers['account:list']({}, context);
    expect(accounts.find(({ id }) => id === other.id)?.dialect.timeZone).toBe('Asia/Tokyo');
    expect(accounts.find(({ id }) => id === accountId)).toMatchObject({ name: 'Main', dialect: { poolField: 'pool' } });
    expect(accounts).toHaveLength(3);
  });

  it('does not bring back an account that another program removed meanwhile', async () => {
    const feature = await startProgram();
    await feature.handlers['account:practice']({}, context);
    const { account } = await feature.handlers['account:connect'](connect(), context);
    const accountId = account?.id ?? '';
    await feature.handlers['account:signOut']({ accountId }, context);
    const second = await startProgram();
    expect((await second.handlers['account:list']({}, context)).activeId).toBe(accountId);
    await feature.handlers['account:remove']({ accountId }, context);
    await second.handlers['account:rename']({ accountId: 'practice', name: 'Drill' }, context);
    for (const program of [second, await startProgram()]) {
      const { accounts, activeId } = await program.handlers['account:list']({}, context);
      expect([accounts.map(({ id }) => id), activeId]).toEqual([['practice'], 'practice']);
    }
  });

  it.each([
    ['lost', undefined, true],
    ['lost', undefined, false],
    ['damaged', { accounts: [{ id: 7 }], activeId: null }, false],
    ['emptied by another program', { accounts: [], activeId: null }, true],
  ])('keeps an account when the list of accounts was %s', async (_how, list, isOpen) => {
    const { feature, accountId } = await connected();
    if (!isOpen) await feature.handlers['account:signOut']({ accountId }, context);
    await feature.handlers['account:practice']({}, context);
    settings.set('accounts', list);
    await feature.handlers['account:rename']({ accountId: 'practice', name: 'Drill' }, context);
    const { accounts } = await (await startProgram()).handlers['account:list']({}, context);
    expect(accounts.map(({ id }) => id)).toEqual([accountId, 'practice']);
  });
});
