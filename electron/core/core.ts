import type { z } from 'zod';
import type { AccountSummary } from '../../shared/contract/account/account.ts';
import {
  channels,
  type CoreChannelName,
  type EventName,
  type EventPayload,
  isChannelName,
  isHostChannel,
} from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import { type AccountChannel, createAccountFeature } from './account/account-feature.ts';
import { openUsers } from './account/account-users.ts';
import { openExports } from './exports/exports-feature.ts';
import { invalid, notFound, toOutcome } from './foundation/failure.ts';
import { type AccountImports, createImports, type Imports } from './imports/imports-feature.ts';
import type {
  Clock,
  Credentials,
  GrantedFile,
  Log,
  PracticeLauncher,
  ProxyFinder,
  Random,
  SecretStore,
  SettingsStore,
} from './foundation/ports.ts';
import { preferencesHandlers } from './preferences/preferences-feature.ts';
import { openQuota } from './quota/quota-feature.ts';
import { openSegments } from './segments/segments-feature.ts';
import type { CallContext, FeatureServices, Handlers } from './sessions/feature.ts';
import { OpenAccounts } from './sessions/open-accounts.ts';

export interface CoreOptions {
  /** Root of journals, drafts and results; created when missing. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly practice: PracticeLauncher;
  readonly log: Log;
  /** Not asked for this computer itself. */
  readonly proxyFor: ProxyFinder;
  /**
   * `interactive`: jobs that ran when the program ended go on by themselves. `unattended`: only the job that is asked
   * for runs, so that a scheduled command never finishes somebody else's work.
   */
  readonly mode: 'interactive' | 'unattended';
}

export interface Core {
  /** Parses arguments and result with the contract. Never rejects: trouble is an outcome. */
  call(channel: string, args: unknown): Promise<Outcome<unknown>>;
  /** Makes a file the person chose known under its token. */
  grant(file: GrantedFile): void;
  onEvent(listener: (name: EventName, payload: unknown) => void): () => void;
  /** Opens an account without a test and without keeping its password; for unattended runs. */
  signIn(address: string, credentials: Credentials): Promise<Outcome<AccountSummary>>;
  /** The computer is about to sleep: nothing is started any more. */
  suspend(): void;
  /** The computer woke up: connections and the minute's figures are forgotten, work goes on. */
  resume(): void;
  /** Stops, waits for what is on its way, closes every file. */
  close(): Promise<void>;
}

type InstallationChannel = AccountChannel | keyof Imports['handlers'] | keyof PreferencesHandlers | 'call:cancel';
type PreferencesHandlers = ReturnType<typeof preferencesHandlers>;

/** What is open for one account: the handlers of all its features, and what the wizard reaches directly. */
interface AccountFeatures {
  readonly imports: AccountImports;
  readonly handlers: Handlers<Exclude<CoreChannelName, InstallationChannel>>;
}

/** Puts the core together. It is the only place that knows every feature. */
export function createCore(options: CoreOptions): Core {
  const { clock, random, log, dataFolder } = options;
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  const granted = new Map<string, GrantedFile>();
  const calls = new Map<string, AbortController>();
  let lastSequence = 0;

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const listener of listeners) listener(name, payload);
  }

  const services: FeatureServices = {
    clock,
    random,
    log,
    emit,
    dataFolder,
    nextSequence: () => (lastSequence = Math.max(lastSequence + 1, clock.wallNow())),
    grantedFile(token, access) {
      const file = granted.get(token);
      if (!file || file.access !== access) throw notFound('This file is not known here any more. Choose it again.');
      return file;
    },
  };

  const sessions = new OpenAccounts<AccountFeatures>({
    dataFolder,
    clock,
    random,
    log,
    proxyFor: options.proxyFor,
    openFeatures(session, held) {
      const opened = held.use(imports.open(session));
      return {
        imports: opened,
        handlers: {
          ...opened.handlers,
          ...held.use(openExports(services, session)).handlers,
          ...held.use(openQuota(services, session)).handlers,
          ...openSegments(services, session),
          ...openUsers(services, session),
        },
      };
    },
  });
  const accounts = createAccountFeature({ ...options, emit, sessions });
  const imports = createImports(services, {
    samples: () => options.practice.samples(),
    account: {
      find: () => accounts.active.find()?.features.imports ?? null,
      get: () => accounts.active.get().features.imports,
    },
    resumeOnOpen: options.mode === 'interactive',
  });

  const installation: Handlers<InstallationChannel> = {
    ...accounts.handlers,
    ...imports.handlers,
    ...preferencesHandlers(options.settings, emit),
    'call:cancel': async ({ callId }) => {
      const call = calls.get(callId);
      call?.abort();
      return { cancelled: call !== undefined };
    },
  };

  const restored = accounts.restore();
  // Whoever calls first hears of it; without a call it must not bring the process down.
  restored.catch((error: unknown) => log.bug('restore', error));

  function isOfInstallation(channel: CoreChannelName): channel is InstallationChannel {
    return Object.hasOwn(installation, channel);
  }

  function handlerOf(channel: CoreChannelName) {
    const handler = isOfInstallation(channel)
      ? installation[channel]
      : accounts.active.get().features.handlers[channel as Exclude<CoreChannelName, InstallationChannel>];
    // The contract ties each channel to its arguments; TypeScript cannot follow that through a variable name.
    return handler as (args: unknown, context: CallContext) => Promise<unknown>;
  }

  async function handle(channel: string, raw: unknown): Promise<unknown> {
    await restored;
    if (!isChannelName(channel) || isHostChannel(channel))
      throw notFound(`This version of Lead Console has no function "${channel.slice(0, 60)}".`);
    const parsed = channels[channel].args.safeParse(raw);
    if (!parsed.success) throw invalid('What was asked is not understood. Nothing was done.', issuesOf(parsed.error));
    // A cancel names another call; it must not be taken for it.
    const callId = channel === 'call:cancel' ? undefined : callIdOf(parsed.data);
    const controller = new AbortController();
    if (callId !== undefined) {
      if (calls.has(callId)) throw invalid('A call with this name is still running.');
      calls.set(callId, controller);
    }
    try {
      const answer = await handlerOf(channel)(parsed.data, { signal: controller.signal });
      return channels[channel].result.parse(answer);
    } finally {
      if (callId !== undefined) calls.delete(callId);
    }
  }

  return {
    call: (channel, args) =>
      toOutcome(
        () => handle(channel, args),
        (error) => log.bug(channel, error),
      ),
    grant(file) {
      granted.set(file.token, file);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn: (address, credentials) =>
      toOutcome(
        async () => {
          await restored;
          return accounts.signIn(address, credentials);
        },
        (error) => log.bug('signIn', error),
      ),
    suspend() {
      for (const { session } of sessions.all()) session.api.suspend();
    },
    resume() {
      for (const { session } of sessions.all()) session.api.resume();
    },
    async close() {
      for (const call of calls.values()) call.abort();
      await restored.catch(() => undefined);
      // Closed in reverse: the accounts first, then what they all use.
      await using closing = new AsyncDisposableStack();
      closing.use(imports);
      closing.defer(() => sessions.closeAll());
    },
  };
}

function issuesOf(error: z.ZodError) {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

function callIdOf(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('callId' in args)) return undefined;
  return typeof args.callId === 'string' ? args.callId : undefined;
}
