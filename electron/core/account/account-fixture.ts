import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { EventName } from '../../../shared/contract/channels.ts';
import { type PracticeOptions, type PracticeService, startPracticeService } from '../../practice/practice-service.ts';
import { Failure } from '../foundation/failure.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import type { GrantedFile, SecretStore, SettingsStore } from '../foundation/ports.ts';
import type { CallContext, Emit } from '../sessions/feature.ts';
import { OpenAccounts } from '../sessions/open-accounts.ts';
import { systemClock, systemRandom } from '../system/system-clock.ts';
import { openAccountFacts } from './account-facts.ts';
import { accountHandlers } from './account-feature.ts';
import { Accounts } from './accounts.ts';

/** For specs: the accounts of a program over a practice service, with settings and secrets that outlive a restart. */

export const context: CallContext = { signal: new AbortController().signal };

export let service: PracticeService;
export let settings: Map<string, unknown>;
export let secrets: Map<string, string>;
export let folder: string;
export let said: { name: EventName; payload: unknown }[];
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

const grantedFile = (token: string): GrantedFile => ({
  token,
  path: join(folder, token),
  name: token,
  access: 'write',
});

/** The feature as a freshly started program has it, over the settings and secrets kept so far. */
export async function startProgram() {
  const sessions = new OpenAccounts({
    dataFolder: folder,
    clock: systemClock,
    random: systemRandom,
    log: { bug: () => 'spec', note: () => undefined },
    proxyFor: async () => null,
    network: PLAIN_NETWORK,
    onUse: (account, use) => accounts.used(account, use),
    openFeatures(session) {
      opened.push(session.account.id);
      return openAccountFacts({ clock: systemClock, grantedFile }, session);
    },
  });
  closers.push(() => sessions.closeAll());
  const options = {
    clock: systemClock,
    random: systemRandom,
    emit: ((name, payload) => said.push({ name, payload })) as Emit,
    log: {
      bug: (where: string, error: unknown) => expect.unreachable(`${where}: ${String(error)}`),
      note: () => undefined,
    },
    secrets: secretStore,
    settings: settingsStore,
    grantedFile,
    dataFolder: folder,
    practice: {
      start: async () => ({ address: service.url, username: 'practice', password: 'practice' }),
      samples: async () => [],
      forget: async () => undefined,
    },
    sessions,
    leaveTeam: () => expect.unreachable('no account is in a team'),
    proxyFor: async () => null,
    network: PLAIN_NETWORK,
  };
  const accounts = new Accounts(options);
  await accounts.restore();
  return { accounts, active: accounts.active, handlers: accountHandlers(accounts, options) };
}

export const connect = (password = 'practice') => ({ address: service.url, username: 'practice', password });

/** A program with the account that each test gets. */
export async function connected() {
  const feature = await startProgram();
  const { account, report } = await feature.handlers['account:connect'](connect(), context);
  return { feature, account, accountId: account?.id ?? '', report };
}

export async function errorOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`Expected a failure, got ${String(error)}`);
  return error.error;
}

/** Call it once in a spec: a folder, settings and a practice service for each test. */
export function setUpProgram(): void {
  beforeEach(async () => {
    folder = specFolder('account');
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
}

/** Another service in the place of the one that each test gets. */
export async function replaceService(options: PracticeOptions): Promise<void> {
  await service.close();
  service = await startPracticeService(options);
}
