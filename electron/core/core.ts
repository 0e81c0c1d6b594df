// Why: decision 0100 and decision 0102.
import type { AccountSummary, Dialect } from '../../shared/contract/account/account.ts';
import { channels, type EventName, isChannelName, isHostChannel } from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import type { CoreOptions } from './core-options.ts';
import { createFeatures, type Features } from './features.ts';
import { fileFailure } from './files/foundation/file-trouble.ts';
import { parsedArgs, unknownChannel } from './foundation/call-arguments.ts';
import { notFound, toOutcome } from './foundation/failure.ts';
import type { Credentials, GrantedFile } from './foundation/ports.ts';
import { RunningCalls } from './foundation/running-calls.ts';

export interface Core {
  /** Parses arguments and result with the contract. Never rejects: trouble is an outcome. */
  call(channel: string, args: unknown): Promise<Outcome<unknown>>;
  /** Makes a file the person chose known under its token. */
  grant(file: GrantedFile): void;
  onEvent(listener: (name: EventName, payload: unknown) => void): () => void;
  /** Opens an account without a test and without keeping its password; for unattended runs. */
  signIn(address: string, credentials: Credentials, settings?: Partial<Dialect>): Promise<Outcome<AccountSummary>>;
  /** The computer is about to sleep: nothing is started any more. */
  suspend(): void;
  /** The computer woke up: connections and the minute's figures are forgotten, work goes on. */
  resume(): void;
  /** Stops, waits for what is on its way, closes every file. */
  close(): Promise<void>;
}

/** Puts the core together: the features, the files and listeners of the host, and the gate at its edge. */
export function createCore(options: CoreOptions): Core {
  const { clock, random, log, dataFolder } = options;
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  const granted = new Map<string, GrantedFile>();
  const calls = new RunningCalls();
  let lastSequence = 0;

  const features = createFeatures(options, {
    clock,
    random,
    log,
    dataFolder,
    emit(name, payload) {
      for (const listener of listeners) listener(name, payload);
    },
    nextSequence: () => (lastSequence = Math.max(lastSequence + 1, clock.wallNow())),
    grantedFile(token, access) {
      const file = granted.get(token);
      if (!file || file.access !== access)
        throw notFound('Lead Console no longer has access to this file. Choose it again.');
      return file;
    },
  });
  const { accounts, sessions } = features;

  const restored = features.restore();
  // The first call reports the failure; without a call it must not end the process.
  restored.catch((error: unknown) => log.bug('restore', error));

  /** Runs `work` once the accounts of the last time are open. Whatever goes wrong is an outcome. */
  function outcomeOf<Value>(name: string, work: () => Promise<Value>): Promise<Outcome<Value>> {
    return toOutcome(
      () =>
        restored.then(work).catch((error: unknown) => {
          throw fileFailure(error);
        }),
      (error) => log.bug(name, error),
    );
  }

  return {
    call: (channel, args) => outcomeOf(channel, () => answer(features, calls, channel, args)),
    signIn: (address, credentials, settings) =>
      outcomeOf('signIn', () => accounts.signInUnattended(address, credentials, settings)),
    grant(file) {
      granted.set(file.token, file);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    suspend() {
      for (const { session } of sessions.all()) session.api.suspend();
    },
    resume() {
      for (const { session } of sessions.all()) session.api.resume();
    },
    async close() {
      calls.cancelAll();
      await restored.catch(() => undefined);
      await features[Symbol.asyncDispose]();
    },
  };
}

/** Both arguments and answer are parsed with the contract. */
async function answer(features: Features, calls: RunningCalls, channel: string, raw: unknown): Promise<unknown> {
  if (!isChannelName(channel) || isHostChannel(channel)) throw unknownChannel(channel);
  const args = parsedArgs(channel, raw);
  // Its id names the call to cancel; this call itself cannot be cancelled.
  if (channel === 'call:cancel') return { cancelled: calls.cancel(callIdOf(args) ?? '') };
  const answered = await calls.run(callIdOf(args), (signal) => features.answer(channel, args, { signal }));
  return channels[channel].result.parse(answered);
}

function callIdOf(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('callId' in args)) return undefined;
  return typeof args.callId === 'string' ? args.callId : undefined;
}
