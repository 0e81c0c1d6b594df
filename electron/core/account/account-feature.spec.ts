import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventName } from '../../../shared/contract/channels.ts';
import { type PracticeService, startPracticeService } from '../../practice/practice-service.ts';
import { Failure } from '../foundation/failure.ts';
import type { SecretStore, SettingsStore } from '../foundation/ports.ts';
import { systemClock, systemRandom } from '../system/system-clock.ts';
import { createAccountFeature } from './account-feature.ts';
import { accountIdFor } from './account-store.ts';
import { OpenAccounts } from '../sessions/open-accounts.ts';
import { openAccountFacts } from './account-facts.ts';

const context = { signal: new AbortController().signal };

let service: PracticeService;
let settings: Map<string, unknown>;
let secrets: Map<string, string>;
let folder: string;
let said: { name: EventName; payload: unknown }[];
let opened: string[];
let closers: (() => Promise<void>)[];

const settingsStore: SettingsStore = {
  read: async (key) => settings.get(key),
  write: async (key, value) => void settings.set(key, structuredClone(value)),
};

const secretStore: SecretStore = {
  protection: 'os',
  read: async (id) => secrets.get(id) ?? null,
  write: async (id, password) => {
    secrets.set(id, password);
    return 'os';
  },
  remove: async (id) => void secrets.delete(id),
};

/** The feature as a freshly started program has it, over the settings and secrets kept so far. */
async function startProgram() {
  const sessions = new OpenAccounts({
    dataFolder: folder,
    clock: systemClock,
    random: systemRandom,
    log: { bug: () => 'spec', note: () => undefined },
    proxyFor: async () => null,
    openFeatures(session) {
      opened.push(session.account.id);
      return openAccountFacts({ clock: systemClock }, session);
    },
  });
  closers.push(() => sessions.closeAll());
  const feature = createAccountFeature({
    clock: systemClock,
    random: systemRandom,
    emit: (name, payload) => said.push({ name, payload }),
    log: { bug: (where, error) => expect.unreachable(`${where}: ${String(error)}`), note: () => undefined },
    secrets: secretStore,
    settings: settingsStore,
    dataFolder: folder,
    practice: {
      start: async () => ({ address: service.url, username: 'practice', password: 'practice' }),
      samples: async () => [],
    },
    sessions,
    proxyFor: async () => null,
  });
  await feature.restore();
  return feature;
}

const connect = (password = 'practice') => ({ address: service.url, username: 'practice', password });

async function errorOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`Expected a failure, got ${String(error)}`);
  return error.error;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lead-console-account-'));
  settings = new Map();
  secrets = new Map();
  said = [];
  opened = [];
  closers = [];
  service = await startPracticeService({ leads: 10 });
});

afterEach(async () => {
  for (const close of closers) await close();
  await service.close();
});

describe('connecting', () => {
  it('tests, keeps and activates the account', async () => {
    const feature = await startProgram();
    const { account, report } = await feature.handlers['account:connect'](connect(), context);
    expect(report.works).toBe(true);
    expect(report.steps.filter(({ state }) => state !== 'ok')).toEqual([]);
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

  it('starts the practice service again when practice was in front', async () => {
    const first = await startProgram();
    const practice = await first.handlers['account:practice']({}, context);
    expect(practice).toMatchObject({ id: 'practice', kind: 'practice', signedIn: true });
    const second = await startProgram();
    expect(second.active.get().session.account.kind).toBe('practice');
  });
});

describe('what a test settles', () => {
  const kept = async (feature: Awaited<ReturnType<typeof startProgram>>, accountId: string) =>
    (await feature.handlers['account:discovery']({ accountId }, context)).discovery;

  it('is kept with the account, and read without its password', async () => {
    const first = await startProgram();
    const { account, report } = await first.handlers['account:connect'](connect(), context);
    const accountId = account?.id ?? '';
    expect(await kept(first, accountId)).toEqual(report.discovery);
    secrets.clear();
    expect(await kept(await startProgram(), accountId)).toEqual(report.discovery);
    expect(report.discovery?.findings.find(({ point }) => point === 'limitsShape')).toMatchObject({
      verdict: 'confirmed',
    });
    expect(report.discovery?.rights).toMatchObject({ username: 'practice', projectRights: ['*'], entryAccess: 'Full' });
  });

  it('names rights that are gone, until a person takes them as they are; counts the units in the ledger', async () => {
    const feature = await startProgram();
    const { account } = await feature.handlers['account:connect'](connect(), context);
    const accountId = account?.id ?? '';
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
    const used = feature.active.get().session.api.quota().services;
    expect(used.find((entry) => entry.service === 'GET simpleleads')?.daily.used).toBeGreaterThan(0);
  });

  it('offers the raw path that answers, and changes no setting', async () => {
    await service.close();
    service = await startPracticeService({ leads: 10, dialect: { rawLeadsPath: '/rawleads/csv', limitsShape: 'map' } });
    const feature = await startProgram();
    const { account, report } = await feature.handlers['account:connect'](connect(), context);
    const found = report.discovery?.findings.find(({ point }) => point === 'rawLeadsPath');
    expect(found).toMatchObject({ verdict: 'contradicted', offer: { rawLeadsPath: '/rawleads/csv' } });
    expect(account?.dialect.rawLeadsPath).toBe('/rawleads');
  });
});

describe('name and address', () => {
  it('renames, and moves to another address of the same service with its id', async () => {
    const feature = await startProgram();
    const { account } = await feature.handlers['account:connect'](connect(), context);
    const accountId = account?.id ?? '';
    const renamed = await feature.handlers['account:rename']({ accountId, name: 'Nordwind' }, context);
    expect(renamed.accounts[0]?.name).toBe('Nordwind');
    const other = await startPracticeService({ leads: 10 });
    try {
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
      expect((await feature.signIn(other.url, { username: 'practice', password: 'practice' })).id).toBe(accountId);
      const old = await feature.handlers['account:connect'](connect(), context);
      expect(old.account?.id).not.toBe(accountId);
      const taken = feature.handlers['account:address']({ accountId, address: service.url }, context);
      expect(await errorOf(taken)).toMatchObject({ code: 'validation', message: expect.stringMatching(/already has/) });
    } finally {
      await other.close();
    }
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
    const left = await feature.handlers['account:remove']({ accountId }, context);
    expect(left.accounts.map((entry) => entry.id)).toEqual(['practice']);
    expect(left.activeId).toBe('practice');
    expect(secrets.has(accountId)).toBe(false);
  });

  it('signs out: the password is gone, the account stays, and its password opens it again', async () => {
    const feature = await startProgram();
    const { account } = await feature.handlers['account:connect'](connect(), context);
    const accountId = account?.id ?? '';
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

  it('opens an account for unattended work without keeping its password', async () => {
    const feature = await startProgram();
    const account = await feature.signIn(service.url, { username: 'practice', password: 'practice' });
    expect(feature.active.get().session.account.id).toBe(account.id);
    expect(secrets.size).toBe(0);
    expect((await feature.handlers['account:list']({}, context)).accounts).toHaveLength(1);
  });
});
