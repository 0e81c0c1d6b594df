import type { ChannelArgs, CoreChannelName } from '../../shared/contract/channels.ts';
import { type AccountChannel, accountHandlers } from './account/account-feature.ts';
import { openAccountFacts } from './account/account-facts.ts';
import { Accounts } from './account/accounts.ts';
import type { CoreOptions } from './core-options.ts';
import { openExports } from './exports/exports-feature.ts';
import { openSavedQueries } from './exports/queries/saved-queries.ts';
import { openKeptViews } from './exports/records/kept-views-feature.ts';
import { LeavingAccounts } from './leave-team.ts';
import { NO_TEAM } from './foundation/lead-claims.ts';
import { NOTHING_SHARED } from './foundation/shared-texts.ts';
import { inFeature } from './foundation/feature-context.ts';
import { createResultPaths } from './foundation/result-paths.ts';
import { type AccountImports, createImports, type Imports } from './imports/imports-feature.ts';
import { type PostJson, postOn } from './api/transport/post-json.ts';
import { CompanyNetwork } from './network/company-network.ts';
import { networkHandlers } from './network/network-feature.ts';
import { preferencesHandlers } from './preferences.ts';
import { openQuota } from './quota/quota-feature.ts';
import { openSegments } from './segments/segments-feature.ts';
import type { AnyHandler, CallContext, FeatureServices, Handlers } from './sessions/feature.ts';
import { OpenAccounts } from './sessions/open-accounts.ts';
import type { AccountSession } from './sessions/session.ts';
import { type AccountTeam, openTeam, type TeamOptions } from './team/team-feature.ts';
import { readsKnowledge, SignedOutAccounts, worksSignedOut } from './signed-out.ts';

type PreferencesHandlers = ReturnType<typeof preferencesHandlers>;
type NetworkHandlers = ReturnType<typeof networkHandlers>;

/** Channels that work without an account. Every other channel belongs to the active account. */
type InstallationChannel =
  AccountChannel | keyof Imports['handlers'] | keyof PreferencesHandlers | keyof NetworkHandlers;
type ActiveAccountChannel = Exclude<CoreChannelName, InstallationChannel | 'call:cancel'>;

/** What is open for one account: the handlers of all its features, and what the wizard reaches directly. */
interface AccountFeatures {
  readonly imports: AccountImports;
  readonly handlers: Handlers<ActiveAccountChannel>;
}

export interface Features extends AsyncDisposable {
  readonly accounts: Pick<Accounts<unknown>, 'signInUnattended'>;
  readonly sessions: OpenAccounts<unknown>;
  /** Reads what is kept and opens the accounts whose password is kept. Must end before the first call is answered. */
  restore(): Promise<void>;
  /** Answers a call whose arguments are those of the channel. Fails with `notFound` or `auth` without an account that it needs. */
  answer(channel: Exclude<CoreChannelName, 'call:cancel'>, args: unknown, context: CallContext): Promise<unknown>;
}

/** Makes and connects the features. It is the only place that knows all of them. */
export function createFeatures(options: CoreOptions, services: FeatureServices): Features {
  const resumeOnOpen = options.mode === 'interactive';
  const network = new CompanyNetwork(options);
  const own = { ...options, network };
  const post = postOn(own);
  const { secrets, givenTeam } = options;
  const team = { secrets, network, ...(givenTeam === undefined ? {} : { given: givenTeam }) };
  const sessions = new OpenAccounts<AccountFeatures>({
    ...own,
    onUse: (account, use) => accounts.used(account, use),
    openFeatures: (session, held) =>
      inFeature('open an account', () => openFeatures(services, { imports, resumeOnOpen, post, team }, session, held)),
  });
  // Nothing is sent without the password.
  const signedOut = new SignedOutAccounts(own, services, (session) =>
    imports.open(session, { claims: NO_TEAM, look: null, texts: NOTHING_SHARED }),
  );
  const leaving = new LeavingAccounts({
    ...own,
    openFeatures: (session, held) => openTeamAlone(services, { imports, team }, session, held),
  });
  const accounts = new Accounts({
    ...own,
    emit: services.emit,
    sessions,
    leaveTeam: (account, isForced) => leaving.leave(account, isForced),
  });
  const imports = createImports(services, {
    samples: () => options.practice.samples(),
    account: {
      find: () => accounts.active.find()?.features.imports ?? signedOutImports(),
      get: () => accounts.active.get().features.imports,
    },
    resumeOnOpen,
    resultPaths: createResultPaths(options.settings),
  });
  const installation: Handlers<InstallationChannel> = {
    ...accountHandlers(accounts, { ...own, ...services }),
    ...imports.handlers,
    ...preferencesHandlers(options.settings, services.emit),
    ...networkHandlers({
      network,
      grantedFile: services.grantedFile,
      proxyFor: options.proxyFor,
      addresses: () => accounts.known.all.filter(({ kind }) => kind === 'service').map(({ address }) => address),
    }),
  };
  function signedOutImports(): AccountImports | null {
    const account = accounts.activeSummary();
    return account === null || account.signedIn ? null : (signedOut.find(account.id)?.imports ?? null);
  }
  const isOfInstallation = (channel: string): channel is InstallationChannel => Object.hasOwn(installation, channel);

  async function handlerOf(channel: Exclude<CoreChannelName, 'call:cancel'>, args: unknown) {
    const account = accounts.activeSummary();
    const isSignedOut = account !== null && !account.signedIn;
    if (isOfInstallation(channel)) {
      // An account has one owner of its files while it is signed in, out or removed.
      if (changesAccounts(channel)) await signedOut.closeAll();
      if (isSignedOut && readsKnowledge(channel)) await signedOut.open(account);
      return installation[channel];
    }
    if (isSignedOut && worksSignedOut(channel))
      return (args: unknown, context: CallContext) => signedOut.answer(account, channel, args, context);
    const open = sessions.find(accountNamedIn(channel, args) ?? '') ?? accounts.active.get();
    // A question that came during the signing in has opened it again.
    if (signedOut.find(open.session.account.id) !== null) await signedOut.closeAll();
    const answer = open.features.handlers[channel] as AnyHandler;
    return (args: unknown, { signal }: CallContext) =>
      open.calls.run(signal, (until) => answer(args, { signal: until }));
  }

  return {
    accounts,
    sessions,
    async restore() {
      await network.restore();
      await accounts.restore();
    },
    async answer(channel, args, context) {
      const answer = (await handlerOf(channel, args)) as AnyHandler;
      return inFeature(channel, () => answer(args, context));
    },
    async [Symbol.asyncDispose]() {
      // Closed in reverse: the accounts first, then what they all use.
      await using closing = new AsyncDisposableStack();
      closing.use(imports);
      closing.defer(() => sessions.closeAll());
      closing.defer(() => signedOut.closeAll());
    },
  };
}

/** @param args those of the channel */
function accountNamedIn(channel: CoreChannelName, args: unknown): string | undefined {
  if (channel !== 'job:pause' && channel !== 'job:resume') return undefined;
  return (args as ChannelArgs<typeof channel>).accountId;
}

function changesAccounts(channel: InstallationChannel): boolean {
  return channel.startsWith('account:') && channel !== 'account:list';
}

/** A team, with what was sent: without that it does not know what to give back. */
function openTeamAlone(
  services: FeatureServices,
  { imports, team: teamOptions }: { readonly imports: Imports; readonly team: TeamOptions },
  session: AccountSession,
  held: AsyncDisposableStack,
): AccountTeam {
  const team = held.use(openTeam(services, session, teamOptions));
  held.use(imports.open(session, { claims: team.claims, look: null, texts: NOTHING_SHARED }));
  return team;
}

function openFeatures(
  services: FeatureServices,
  {
    imports,
    resumeOnOpen,
    post,
    team: teamOptions,
  }: {
    readonly imports: Imports;
    readonly resumeOnOpen: boolean;
    readonly post: PostJson;
    readonly team: TeamOptions;
  },
  session: AccountSession,
  held: AsyncDisposableStack,
): AccountFeatures {
  const team = held.use(openTeam(services, session, teamOptions));
  const opened = held.use(imports.open(session, team));
  team.follow(opened.forTeam);
  const results = held.use(openExports(services, session, opened.fields));
  const { createdLeads, namesInImports } = opened;
  const { writeLeadIds, namesInResults } = results;
  const segmentsOptions = { resumeOnOpen, createdLeads, writeLeadIds, namesInImports, namesInResults };
  return {
    imports: opened,
    handlers: {
      ...opened.handlers,
      ...team.handlers,
      ...results.handlers,
      ...openSavedQueries(services, session, team.texts),
      ...openKeptViews(services, session, team.texts),
      ...held.use(openQuota(services, session, opened.outlook, post)).handlers,
      ...held.use(openSegments(services, session, segmentsOptions)).handlers,
      ...openAccountFacts(services, session),
    },
  };
}
