import {
  type ChannelArgs,
  type ChannelResult,
  channels,
  type HostChannelName,
  isChannelName,
  isHostChannel,
} from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import { parsedArgs, unknownChannel } from '../core/foundation/call-arguments.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import type { Log } from '../core/foundation/ports.ts';

export type HostHandlers = {
  readonly [Name in HostChannelName]: (args: ChannelArgs<Name>) => Promise<ChannelResult<Name>>;
};

/** Calls the core, wherever it runs. An aborted signal cancels what can be cancelled. */
export type CallCore = (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;

/** Answers one call of a page that was already let in. Never rejects. */
export type Gate = (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;

export interface GateOptions {
  readonly handlers: HostHandlers;
  readonly callCore: CallCore;
  readonly log: Log;
}

/**
 * What both hosts do once the sender is known to be the person's own page. A call for the host is parsed here, arguments
 * and result; a call for the core is passed on as it came, because the core parses both. A refusal is an answer with a
 * reason.
 */
export function createGate({ handlers, callCore, log }: GateOptions): Gate {
  async function answer(channel: string, raw: unknown, signal: AbortSignal): Promise<Outcome<unknown>> {
    if (!isChannelName(channel)) throw unknownChannel(channel);
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
