import { type AccountSummary, dialectSchema } from '../../../shared/contract/account/account.ts';
import { normaliseAddress } from '../../../shared/domain/service/address.ts';
import { Failure, invalid, notFound } from '../foundation/failure.ts';
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
import { accountIdFor, PRACTICE_ACCOUNT_ID, type StoredAccount } from './account-store.ts';
import { testConnection } from './connection-test.ts';
import { KnownAccounts } from './known-accounts.ts';

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
  const known = new KnownAccounts(options.settings, sessions, emit);

  async function openSession(account: StoredAccount, credentials: Credentials) {
    await sessions.open({ ...known.summary(account), signedIn: true }, credentials);
  }

  function test(address: string, credentials: Credentials, callId: string | undefined, signal: AbortSignal) {
    return testConnection(options, address, credentials, {
      signal,
      onStep(step) {
        if (callId !== undefined) emit('account:testStep', { ...step, callId });
      },
    });
  }

  function usable(address: string): string {
    const result = normaliseAddress(address);
    if (!result.ok) throw invalid(result.message, [{ path: 'address', message: result.message }]);
    return result.address;
  }

  async function keep(account: StoredAccount, credentials: Credentials) {
    known.protect(account.id, await secrets.write(account.id, credentials.password));
    await openSession(account, credentials);
    await known.save(known.withActive(account));
  }

  /** Ends the session and drops the password; jobs stop between two rows. */
  async function forget(account: StoredAccount) {
    await sessions.close(account.id);
    await secrets.remove(account.id);
    known.protect(account.id, 'none');
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
    find: () => (known.activeId === null ? null : (sessions.find(known.activeId) ?? null)),
    get() {
      if (known.activeId === null) throw notFound('No account is connected yet. Connect one, or press Practice.');
      const open = sessions.find(known.activeId);
      if (!open) throw passwordMissing(known.find(known.activeId));
      return open;
    },
  };

  async function startPractice(): Promise<StoredAccount> {
    const service = await options.practice.start();
    const former = known.all.find((candidate) => candidate.id === PRACTICE_ACCOUNT_ID);
    const account: StoredAccount = {
      id: PRACTICE_ACCOUNT_ID,
      name: 'Practice',
      kind: 'practice',
      address: service.address,
      username: service.username,
      dialect: former?.dialect ?? dialectSchema.parse({}),
    };
    const running = sessions.find(account.id);
    if (running?.session.account.address !== account.address)
      await openSession(account, { username: service.username, password: service.password });
    known.protect(account.id, 'session');
    return account;
  }

  return {
    async restore() {
      await known.read();
      for (const account of known.all) {
        try {
          if (account.kind === 'practice') {
            if (account.id !== known.activeId) continue;
            known.activate(await startPractice());
            continue;
          }
          const password = await secrets.read(account.id);
          if (password === null) continue;
          known.protect(account.id, secrets.protection);
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
      const former = known.all.find((candidate) => candidate.id === id);
      const account = former ?? {
        id,
        name: new URL(address).host,
        kind: 'service' as const,
        address,
        username: credentials.username,
        dialect: dialectSchema.parse({}),
      };
      known.protect(id, 'session');
      await openSession(account, credentials);
      if (!former) await known.saveBeside(account);
      known.activate(account);
      return known.summary(account);
    },

    handlers: {
      'account:list': async () => known.list(),

      'account:test': async (args, context) =>
        test(usable(args.address), { username: args.username, password: args.password }, args.callId, context.signal),

      'account:testAgain': async (args, context) => {
        const account = known.find(args.accountId);
        const password = await passwordOf(account);
        return test(account.address, { username: account.username, password }, args.callId, context.signal);
      },

      'account:connect': async (args, context) => {
        const address = usable(args.address);
        const credentials = { username: args.username, password: args.password };
        const report = await test(address, credentials, args.callId, context.signal);
        if (!report.works) return { account: null, report };
        const id = accountIdFor(address, args.username);
        const former = known.all.find((candidate) => candidate.id === id);
        const account: StoredAccount = {
          id,
          name: args.name ?? former?.name ?? new URL(address).host,
          kind: 'service',
          address,
          username: args.username,
          dialect: former?.dialect ?? dialectSchema.parse({}),
        };
        await keep(account, credentials);
        return { account: known.summary(account), report };
      },

      'account:practice': async () => {
        const account = await startPractice();
        await known.save(known.withActive(account));
        return known.summary(account);
      },

      'account:activate': async (args) => {
        const account = known.find(args.accountId);
        const started = account.kind === 'practice' ? await startPractice() : account;
        await known.save({ ...known.withReplaced(started), activeId: started.id });
        return known.list();
      },

      'account:signIn': async (args, context) => {
        const account = known.find(args.accountId);
        const credentials = { username: account.username, password: args.password };
        const report = await test(account.address, credentials, undefined, context.signal);
        if (report.works) await keep(account, credentials);
        return report;
      },

      'account:signOut': async (args) => {
        await forget(known.find(args.accountId));
        known.changed();
        return known.list();
      },

      'account:remove': async (args) => {
        const account = known.find(args.accountId);
        await forget(account);
        const accounts = known.all.filter((candidate) => candidate.id !== account.id);
        const activeId = known.activeId === account.id ? (accounts[0]?.id ?? null) : known.activeId;
        await known.save({ accounts, activeId });
        return known.list();
      },

      'account:dialect': async (args) => {
        const account = { ...known.find(args.accountId), dialect: args.dialect };
        const running = sessions.find(account.id);
        if (running) await openSession(account, { username: account.username, password: await passwordOf(account) });
        await known.save(known.withReplaced(account));
        return known.summary(account);
      },
    },
  };
}
