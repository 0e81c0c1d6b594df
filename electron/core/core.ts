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
import { createAccountFeature } from './account/account-feature.ts';
import { createSessions } from './sessions/sessions.ts';
import { createExportsFeature } from './exports/exports-feature.ts';
import { invalid, notFound, toOutcome } from './foundation/failure.ts';
import { createImportsFeature } from './imports/imports-feature.ts';
import type {
  Clock,
  Credentials,
  Log,
  PracticeLauncher,
  ProxyFinder,
  Random,
  SecretStore,
  SettingsStore,
} from './foundation/ports.ts';
import { createPreferencesFeature } from './preferences/preferences-feature.ts';
import { createQuotaFeature } from './quota/quota-feature.ts';
import { createSegmentsFeature } from './segments/segments-feature.ts';
import type { CallContext, Feature, FeatureServices, GrantedFile, Handlers } from './sessions/session.ts';

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

/** Puts the core together. It is the only place that knows every feature. */
export function createCore(options: CoreOptions): Core {
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  const granted = new Map<string, GrantedFile>();
  const calls = new Map<string, AbortController>();
  const features: Feature<CoreChannelName>[] = [];

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const listener of listeners) listener(name, payload);
  }

  const sessions = createSessions({
    dataFolder: options.dataFolder,
    clock: options.clock,
    random: options.random,
    proxyFor: options.proxyFor,
    onOpened: (session) => {
      for (const feature of features) feature.sessionOpened?.(session);
    },
    onClosing: async (session) => {
      for (const feature of features) await feature.sessionClosing?.(session);
    },
  });

  const accounts = createAccountFeature({ ...options, emit, sessions });

  const services: FeatureServices = {
    clock: options.clock,
    random: options.random,
    log: options.log,
    emit,
    dataFolder: options.dataFolder,
    session: accounts.active,
    sessions: sessions.all,
    grantedFile(token, access) {
      const file = granted.get(token);
      if (!file || file.access !== access) throw notFound('This file is not known here any more. Choose it again.');
      return file;
    },
  };

  const imports = createImportsFeature(services, {
    samples: () => options.practice.samples(),
    resumeOnOpen: options.mode === 'interactive',
  });
  const exports = createExportsFeature(services);
  const segments = createSegmentsFeature(services);
  const quota = createQuotaFeature(services);
  const preferences = createPreferencesFeature(options.settings, emit);
  features.push(
    imports as Feature<CoreChannelName>,
    exports as Feature<CoreChannelName>,
    segments as Feature<CoreChannelName>,
    quota as Feature<CoreChannelName>,
  );

  const handlers: Handlers<CoreChannelName> = {
    ...accounts.handlers,
    ...imports.handlers,
    ...exports.handlers,
    ...segments.handlers,
    ...quota.handlers,
    ...preferences.handlers,
    'call:cancel': async ({ callId }) => {
      const call = calls.get(callId);
      call?.abort();
      return { cancelled: call !== undefined };
    },
  };

  const restored = accounts.restore();
  // Whoever calls first hears of it; without a call it must not bring the process down.
  restored.catch((error: unknown) => options.log.bug('restore', error));

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
      // The contract ties each channel to its arguments; TypeScript cannot follow that through a variable name.
      const handler = handlers[channel] as (args: unknown, context: CallContext) => Promise<unknown>;
      return channels[channel].result.parse(await handler(parsed.data, { signal: controller.signal }));
    } finally {
      if (callId !== undefined) calls.delete(callId);
    }
  }

  return {
    call: (channel, args) =>
      toOutcome(
        () => handle(channel, args),
        (error) => options.log.bug(channel, error),
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
        (error) => options.log.bug('signIn', error),
      ),
    suspend() {
      for (const session of sessions.all()) session.api.suspend();
    },
    resume() {
      for (const session of sessions.all()) session.api.resume();
    },
    async close() {
      for (const call of calls.values()) call.abort();
      await restored.catch(() => undefined);
      await sessions.closeAll();
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
