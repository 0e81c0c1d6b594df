import { type AccountSummary, dialectSchema, type TestStep } from '../../../shared/contract/account/account.ts';
import { normaliseAddress } from '../../../shared/domain/service/address.ts';
import { createApiClient } from '../api/client.ts';
import { createMemoryLedger } from '../api/broker/ledger-store.ts';
import { cancelled, Failure, invalid, notFound } from '../foundation/failure.ts';
import type {
  Clock,
  Credentials,
  Log,
  PracticeLauncher,
  ProxyFinder,
  Random,
  SecretStore,
  SettingsStore,
} from '../foundation/ports.ts';
import type { ActiveAccount, Emit, Handlers } from '../sessions/feature.ts';
import type { OpenAccount, OpenAccounts } from '../sessions/open-accounts.ts';
import {
  accountIdFor,
  createAccountStore,
  PRACTICE_ACCOUNT_ID,
  type StoredAccount,
  type StoredAccounts,
} from './account-store.ts';

export interface AccountOptions<Features> {
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly log: Log;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly practice: PracticeLauncher;
  readonly sessions: OpenAccounts<Features>;
  readonly proxyFor: ProxyFinder;
}

export type AccountChannel =
  | 'account:list'
  | 'account:test'
  | 'account:testAgain'
  | 'account:connect'
  | 'account:practice'
  | 'account:activate'
  | 'account:signIn'
  | 'account:signOut'
  | 'account:remove'
  | 'account:dialect';

export interface AccountFeature<Features> {
  readonly handlers: Handlers<AccountChannel>;
  /** Opens a session for every account whose password is at hand. Must end before the first call is answered. */
  restore(): Promise<void>;
  readonly active: ActiveAccount<OpenAccount<Features>>;
  /** Opens a session without a test and without asking the service anything; for unattended runs. */
  signIn(address: string, credentials: Credentials): Promise<AccountSummary>;
}

/** Accounts, their connection test and which of them is in front. Passwords go to the secret store and nowhere else. */
export function createAccountFeature<Features>(options: AccountOptions<Features>): AccountFeature<Features> {
  const { secrets, sessions, emit } = options;
  const store = createAccountStore(options.settings);
  const protection = new Map<string, 'os' | 'session'>();
  let state: StoredAccounts = { accounts: [], activeId: null };

  function summary(account: StoredAccount): AccountSummary {
    const signedIn = sessions.find(account.id) !== undefined;
    return { ...account, signedIn, protection: protection.get(account.id) ?? 'none' };
  }

  function list() {
    return { accounts: state.accounts.map(summary), activeId: state.activeId };
  }

  async function save(next: StoredAccounts) {
    await store.write(next);
    state = next;
    emit('account:changed', list());
  }

  function find(accountId: string): StoredAccount {
    const account = state.accounts.find((candidate) => candidate.id === accountId);
    if (!account) throw notFound('This account is not known here any more.');
    return account;
  }

  function withAccount(account: StoredAccount): StoredAccounts {
    const others = state.accounts.filter((candidate) => candidate.id !== account.id);
    return { accounts: [...others, account], activeId: account.id };
  }

  async function openSession(account: StoredAccount, credentials: Credentials) {
    await sessions.open({ ...summary(account), signedIn: true }, credentials);
  }

  /** Runs the connection test with a client of its own; its units are counted by the service, not in a journal that may never exist. */
  async function test(address: string, credentials: Credentials, callId: string | undefined, signal: AbortSignal) {
    const api = createApiClient({
      baseAddress: address,
      credentials: async () => credentials,
      clock: options.clock,
      random: options.random,
      ledger: createMemoryLedger(),
      log: options.log,
      dialect: dialectSchema.parse({}),
      proxy: await options.proxyFor(address),
    });
    const steps: TestStep[] = [];
    try {
      const report = await api.testConnection((step) => {
        const index = steps.findIndex((candidate) => candidate.id === step.id);
        if (index < 0) steps.push(step);
        else steps[index] = step;
        if (callId) emit('account:testStep', { ...step, callId });
      }, signal);
      if (signal.aborted) throw cancelled('The connection test was cancelled. Nothing was kept.');
      return { address, steps, works: report.works };
    } finally {
      await api.close();
    }
  }

  function usable(address: string): string {
    const result = normaliseAddress(address);
    if (!result.ok) throw invalid(result.message, [{ path: 'address', message: result.message }]);
    return result.address;
  }

  async function keep(account: StoredAccount, credentials: Credentials) {
    protection.set(account.id, await secrets.write(account.id, credentials.password));
    await openSession(account, credentials);
    await save(withAccount(account));
  }

  /** Ends the session and drops the password; jobs stop between two rows. */
  async function forget(account: StoredAccount) {
    await sessions.close(account.id);
    await secrets.remove(account.id);
    protection.delete(account.id);
  }

  async function passwordOf(account: StoredAccount): Promise<string> {
    if (account.kind === 'practice') return (await options.practice.start()).password;
    const password = await secrets.read(account.id);
    if (password === null) throw passwordMissing(account);
    return password;
  }

  function passwordMissing(account: StoredAccount): Failure {
    return new Failure({
      code: 'auth',
      message: `The password of ${account.name} is not at hand. Enter it again to go on.`,
    });
  }

  const active: ActiveAccount<OpenAccount<Features>> = {
    find: () => (state.activeId === null ? null : (sessions.find(state.activeId) ?? null)),
    get() {
      if (state.activeId === null) throw notFound('No account is connected yet. Connect one, or press Practice.');
      const open = sessions.find(state.activeId);
      if (!open) throw passwordMissing(find(state.activeId));
      return open;
    },
  };

  async function startPractice(): Promise<StoredAccount> {
    const service = await options.practice.start();
    const known = state.accounts.find((candidate) => candidate.id === PRACTICE_ACCOUNT_ID);
    const account: StoredAccount = {
      id: PRACTICE_ACCOUNT_ID,
      name: 'Practice',
      kind: 'practice',
      address: service.address,
      username: service.username,
      dialect: known?.dialect ?? dialectSchema.parse({}),
    };
    const running = sessions.find(account.id);
    if (running?.session.account.address !== account.address)
      await openSession(account, { username: service.username, password: service.password });
    protection.set(account.id, 'session');
    return account;
  }

  return {
    async restore() {
      state = await store.read();
      for (const account of state.accounts) {
        try {
          if (account.kind === 'practice') {
            if (account.id !== state.activeId) continue;
            const started = await startPractice();
            state = withAccount(started);
            continue;
          }
          const password = await secrets.read(account.id);
          if (password === null) continue;
          protection.set(account.id, secrets.protection);
          await openSession(account, { username: account.username, password });
        } catch (error) {
          // One account that cannot be opened must not keep the others, and the program, from starting.
          options.log.bug(`restore ${account.id}`, error);
        }
      }
    },

    active,

    async signIn(text, credentials) {
      const address = usable(text);
      const id = accountIdFor(address, credentials.username);
      const known = state.accounts.find((candidate) => candidate.id === id);
      const account = known ?? {
        id,
        name: new URL(address).host,
        kind: 'service' as const,
        address,
        username: credentials.username,
        dialect: dialectSchema.parse({}),
      };
      protection.set(id, 'session');
      await openSession(account, credentials);
      if (!known) await store.write({ accounts: [...state.accounts, account], activeId: state.activeId ?? id });
      state = withAccount(account);
      return summary(account);
    },

    handlers: {
      'account:list': async () => list(),

      'account:test': async (args, context) =>
        test(usable(args.address), { username: args.username, password: args.password }, args.callId, context.signal),

      'account:testAgain': async (args, context) => {
        const account = find(args.accountId);
        const password = await passwordOf(account);
        return test(account.address, { username: account.username, password }, args.callId, context.signal);
      },

      'account:connect': async (args, context) => {
        const address = usable(args.address);
        const credentials = { username: args.username, password: args.password };
        const report = await test(address, credentials, args.callId, context.signal);
        if (!report.works) return { account: null, report };
        const id = accountIdFor(address, args.username);
        const known = state.accounts.find((candidate) => candidate.id === id);
        const account: StoredAccount = {
          id,
          name: args.name ?? known?.name ?? new URL(address).host,
          kind: 'service',
          address,
          username: args.username,
          dialect: known?.dialect ?? dialectSchema.parse({}),
        };
        await keep(account, credentials);
        return { account: summary(account), report };
      },

      'account:practice': async () => {
        const account = await startPractice();
        await save(withAccount(account));
        return summary(account);
      },

      'account:activate': async (args) => {
        const account = find(args.accountId);
        const started = account.kind === 'practice' ? await startPractice() : account;
        await save({
          accounts: state.accounts.map((candidate) => (candidate.id === started.id ? started : candidate)),
          activeId: started.id,
        });
        return list();
      },

      'account:signIn': async (args, context) => {
        const account = find(args.accountId);
        const credentials = { username: account.username, password: args.password };
        const report = await test(account.address, credentials, undefined, context.signal);
        if (report.works) await keep(account, credentials);
        return report;
      },

      'account:signOut': async (args) => {
        await forget(find(args.accountId));
        emit('account:changed', list());
        return list();
      },

      'account:remove': async (args) => {
        const account = find(args.accountId);
        await forget(account);
        const accounts = state.accounts.filter((candidate) => candidate.id !== account.id);
        const activeId = state.activeId === account.id ? (accounts[0]?.id ?? null) : state.activeId;
        await save({ accounts, activeId });
        return list();
      },

      'account:dialect': async (args) => {
        const account = { ...find(args.accountId), dialect: args.dialect };
        const running = sessions.find(account.id);
        const next = {
          ...state,
          accounts: state.accounts.map((candidate) => (candidate.id === account.id ? account : candidate)),
        };
        if (running) await openSession(account, { username: account.username, password: await passwordOf(account) });
        await save(next);
        return summary(account);
      },
    },
  };
}
