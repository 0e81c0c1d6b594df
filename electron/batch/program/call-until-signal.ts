import { randomUUID } from 'node:crypto';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../../shared/contract/channels.ts';
import type { BatchCore } from './batch-core.ts';
import type { Interruption } from './interruption.ts';
import { BatchTrouble, EXIT, type ExitCode } from './trouble.ts';

/** Channels whose calls have an id and can be cancelled. */
type LongName = {
  [Name in CoreChannelName]: 'callId' extends keyof ChannelInput<Name> ? Name : never;
}[CoreChannelName];

/**
 * A call that waits for the service, or for much work: a signal cancels it.
 *
 * @throws BatchTrouble with the exit code of the signal
 */
export async function callUntilSignal<Name extends LongName>(
  { core, interruption }: { readonly core: BatchCore; readonly interruption: Interruption },
  name: Name,
  args: Omit<ChannelInput<Name>, 'callId'>,
): Promise<ChannelResult<Name>> {
  const callId = randomUUID();
  refuseInterrupted(interruption);
  interruption.onSignal(() => void core.call('call:cancel', { callId }).catch(() => undefined));
  try {
    return await core.call(name, { ...args, callId } as ChannelInput<Name>);
  } catch (error) {
    refuseInterrupted(interruption, error);
    throw error;
  }
}

/**
 * Work that asks the service and changes nothing: nobody waits for it after a signal. The core drops its requests when it closes.
 *
 * @throws BatchTrouble with the exit code of the signal
 */
export async function untilSignal<Value>(interruption: Interruption, work: () => Promise<Value>): Promise<Value> {
  refuseInterrupted(interruption);
  const signal = Promise.withResolvers<never>();
  interruption.onSignal(() => signal.reject(interrupted(interruption.exitCode ?? EXIT.interrupted)));
  return Promise.race([signal.promise, work()]);
}

/** @throws BatchTrouble with the exit code of the signal, when one came */
export function refuseInterrupted({ exitCode }: Interruption, cause?: unknown): void {
  if (exitCode !== null) throw interrupted(exitCode, cause);
}

function interrupted(exitCode: ExitCode, cause?: unknown): BatchTrouble {
  return new BatchTrouble('Interrupted. Nothing more was asked or sent.', 'cancelled', exitCode, { cause });
}
