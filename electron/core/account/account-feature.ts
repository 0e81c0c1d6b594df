import type { AccountSummary, Dialect } from '../../../shared/contract/account/account.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import type { Credentials } from '../foundation/ports.ts';
import type { ActiveAccount, CallContext, FeatureServices, Handlers } from '../sessions/feature.ts';
import type { OpenAccount } from '../sessions/open-accounts.ts';
import { type AccountOptions, Accounts } from './accounts.ts';
import { Diagnostics } from './diagnostics.ts';
import { PracticeDesk } from './practice-desk.ts';
import type { TestWatch } from './connection-test.ts';

export type AccountChannel =
  | 'account:list'
  | 'account:test'
  | 'account:testAgain'
  | 'account:discovery'
  | 'account:acceptRights'
  | 'account:rename'
  | 'account:storage'
  | 'account:diagnostics'
  | 'account:saveDiagnostics'
  | 'account:address'
  | 'account:connect'
  | 'account:practice'
  | 'account:practiceState'
  | 'account:practiceClock'
  | 'account:practiceTrouble'
  | 'account:practiceCalm'
  | 'account:activate'
  | 'account:signIn'
  | 'account:signOut'
  | 'account:remove'
  | 'account:dialect';

export type AccountFeatureOptions<Features> = AccountOptions<Features> & Pick<FeatureServices, 'grantedFile'>;

export interface AccountFeature<Features> {
  readonly handlers: Handlers<AccountChannel>;
  /** Opens a session for every account whose password is kept. Must end before the first call is answered. */
  restore(): Promise<void>;
  /** Base addresses of all services that are known. */
  addresses(): readonly string[];
  readonly active: ActiveAccount<OpenAccount<Features>>;
  /** The active account, also while its password is missing; null when no account is connected. */
  activeSummary(): AccountSummary | null;
  /** The service showed something of itself while the account was used: that settles what no test could show. */
  used(account: Pick<AccountSummary, 'id' | 'dialect'>, use: ServiceUse): void;
  /** Opens a session without a test and without a request to the service; for unattended runs. */
  signIn(address: string, credentials: Credentials, settings?: Partial<Dialect>): Promise<AccountSummary>;
}

/** Accounts, their connection test and which of them is active. Passwords go only to the secret store. */
export function createAccountFeature<Features>(options: AccountFeatureOptions<Features>): AccountFeature<Features> {
  const accounts = new Accounts(options);
  return {
    handlers: accountHandlers(accounts, options),
    restore: () => accounts.restore(),
    addresses: () => accounts.known.all.filter(({ kind }) => kind === 'service').map(({ address }) => address),
    active: accounts.active,
    activeSummary: () => accounts.activeSummary(),
    used: (account, use) => accounts.used(account, use),
    signIn: (address, credentials, settings) => accounts.signInUnattended(address, credentials, settings),
  };
}

function accountHandlers<Features>(
  accounts: Accounts<Features>,
  { emit, dataFolder, clock, grantedFile, practice }: AccountFeatureOptions<Features>,
): Handlers<AccountChannel> {
  const watch = (callId: string | undefined, { signal }: CallContext): TestWatch => ({
    signal,
    onStep(step) {
      if (callId !== undefined) emit('account:testStep', { ...step, callId });
    },
  });
  const list = () => accounts.known.list();
  const desk = new PracticeDesk({
    launcher: practice,
    isInUse: () => accounts.activeSummary()?.kind === 'practice',
  });
  const diagnostics = new Diagnostics(dataFolder, clock, () => accounts.diagnosed());

  return {
    'account:list': async () => list(),
    'account:test': async ({ address, callId, ...credentials }, context) =>
      accounts.test(address, credentials, watch(callId, context)),
    'account:testAgain': async ({ accountId, callId }, context) =>
      accounts.testAgain(accountId, watch(callId, context)),
    'account:discovery': async ({ accountId }) => ({ discovery: accounts.discovery(accountId) }),
    'account:acceptRights': async ({ accountId }) => ({ discovery: accounts.acceptRights(accountId) }),
    'account:rename': async ({ accountId, name, look }) => {
      await accounts.rename(accountId, name, look);
      return list();
    },
    'account:address': async ({ accountId, address, callId }, context) =>
      accounts.changeAddress(accountId, address, watch(callId, context)),
    'account:storage': async ({ accountId }) => accounts.storage(accountId),
    'account:diagnostics': async (program) => diagnostics.make(program),
    'account:saveDiagnostics': async ({ token, diagnosticsId }, { signal }) =>
      diagnostics.save(diagnosticsId, grantedFile(token, 'write'), signal),
    'account:connect': async ({ address, name, username, password, callId }, context) =>
      accounts.connect(address, name ?? null, { username, password }, watch(callId, context)),
    'account:practice': async () => accounts.practise(),
    'account:practiceState': async () => desk.state(),
    'account:practiceClock': async ({ speed }) => desk.setSpeed(speed),
    'account:practiceTrouble': async ({ kind, leads }) => desk.arrange(kind, leads),
    'account:practiceCalm': async () => desk.calm(),
    'account:activate': async ({ accountId }) => {
      await accounts.activate(accountId);
      return list();
    },
    'account:signIn': async ({ accountId, password }, { signal }) => accounts.signIn(accountId, password, signal),
    'account:signOut': async ({ accountId }) => {
      await accounts.signOut(accountId);
      return list();
    },
    'account:remove': async ({ accountId, keepsData = false, isForced = false }) => {
      await accounts.remove(accountId, { keepsData, isForced });
      return list();
    },
    'account:dialect': async ({ accountId, dialect }) => accounts.setDialect(accountId, dialect),
  };
}
