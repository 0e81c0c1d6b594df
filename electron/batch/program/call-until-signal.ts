import { randomUUID } from 'node:crypto';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../../shared/contract/channels.ts';
import type { BatchCore } from './batch-core.ts';
import type { Interruption } from './interruption.ts';
import { BatchTrouble } from './trouble.ts';

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

/** @throws BatchTrouble with the exit code of the signal, when one came */
export function refuseInterrupted({ exitCode }: Interruption, cause?: unknown): void {
  if (exitCode !== null)
    throw new BatchTrouble('Interrupted. Nothing more was asked or sent.', exitCode, 'cancelled', { cause });
}
