// Why: decision 0102.
import {
  type ChannelArgs,
  type ChannelResult,
  channels,
  type HostChannelName,
  isChannelName,
  isHostChannel,
} from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import { isObject } from '../../shared/domain/service/answers/answers.ts';
import { parsedArgs, unknownChannel } from '../core/foundation/call-arguments.ts';
import { Failure, toOutcome } from '../core/foundation/failure.ts';
import type { Log } from '../core/foundation/ports.ts';

export type HostHandlers = {
  readonly [Name in HostChannelName]: (args: ChannelArgs<Name>) => Promise<ChannelResult<Name>>;
};

/** Calls the core, wherever it runs. An aborted signal cancels what can be cancelled. */
export type CallCore = (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;

/** Answers one call of a page whose sender was checked. Never rejects. */
export type Gate = (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;

export interface GateOptions {
  readonly handlers: HostHandlers;
  readonly callCore: CallCore;
  readonly log: Log;
}

/** A text in what a page sent, and nobody has parsed yet; empty when there is none. */
export function textIn(sent: unknown, name: string): string {
  const value: unknown = isObject(sent) ? sent[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** SECURITY: an invitation is the secret of a team. The desktop app copies it, the command line prints it. Why: decision 0470. */
const KEPT_FROM_PAGES = 'team:invite';

function notForPages(): Failure {
  return new Failure({ code: 'forbidden', message: 'No page gets the invitation of a team. Nothing was changed.' });
}

/**
 * Answers calls in both hosts, after the sender was checked. The arguments and the result of a call to the host are parsed
 * here; a call to the core is passed on unparsed, because the core parses both. A refused call gets an answer with the
 * reason.
 */
export function createGate({ handlers, callCore, log }: GateOptions): Gate {
  async function answer(channel: string, raw: unknown, signal: AbortSignal): Promise<Outcome<unknown>> {
    if (!isChannelName(channel)) throw unknownChannel(channel);
    if (channel === KEPT_FROM_PAGES) throw notForPages();
    if (!isHostChannel(channel)) return callCore(channel, raw, signal);
    const args = parsedArgs(channel, raw);
    // The contract ties each channel to its arguments; TypeScript cannot follow that through a variable name.
    const handler = handlers[channel] as (args: unknown) => Promise<unknown>;
    return { ok: true, value: channels[channel].result.parse(await handler(args)) };
  }

  return async (channel, args, signal) => {
    const outcome = await toOutcome(
      () => answer(channel, args, signal),
      (error) => log.bug(channel, error),
    );
    return outcome.ok ? outcome.value : outcome;
  };
}
