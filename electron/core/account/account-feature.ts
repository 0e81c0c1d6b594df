import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { CallContext, FeatureServices, Handlers } from '../sessions/feature.ts';
import type { FactChannel } from './account-facts.ts';
import type { AccountOptions, Accounts } from './accounts.ts';
import { Diagnostics } from './diagnostics.ts';
import { PracticeDesk } from './practice-desk.ts';
import type { TestWatch } from './connection-test.ts';

export type AccountChannel = Exclude<Extract<CoreChannelName, `account:${string}`>, FactChannel>;

/** Accounts, their connection test and which of them is active, as a page asks for them. */
export function accountHandlers<Features>(
  accounts: Accounts<Features>,
  {
    emit,
    dataFolder,
    clock,
    grantedFile,
    practice,
  }: Pick<FeatureServices, 'emit' | 'dataFolder' | 'clock' | 'grantedFile'> &
    Pick<AccountOptions<Features>, 'practice'>,
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
