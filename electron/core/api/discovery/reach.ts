import type { Clock } from '../../foundation/ports.ts';
import { encrypt, openSocket, signerOf, type ProbeTarget } from '../transport/probe-connection.ts';
import { describeFailure, toNetworkError } from '../transport/transport-failure.ts';
import type { StepEnd } from './test-steps.ts';

/** What a connection test sees before its first request. */

export interface ReachTools {
  readonly clock: Clock;
  readonly url: URL;
  readonly target: ProbeTarget;
  readonly formatDate: (instant: number) => string;
}

/** Milliseconds. A certificate that ends within two weeks is worth a warning: time enough to renew it. */
const SOON = 14 * 24 * 3_600_000;

export async function testAddress(tools: ReachTools): Promise<StepEnd> {
  const { target, url } = tools;
  try {
    const socket = await openSocket(target);
    socket.destroy();
    const way = target.proxy === null ? '' : ` through the proxy ${new URL(target.proxy).host}`;
    return { state: 'ok', detail: `${url.host} answers${way}.` };
  } catch (error) {
    return { state: 'failed', error: toNetworkError(describeFailure(error, false, target.host, target)) };
  }
}

export async function testEncryption(tools: ReachTools): Promise<StepEnd> {
  const { target, url } = tools;
  if (url.protocol === 'http:') return { state: 'ok', detail: 'On this computer; nothing leaves it.' };
  try {
    const facts = await encrypt(await openSocket(target), target);
    const until = `certificate valid until ${tools.formatDate(facts.validTo)}, signed by ${facts.issuer}`;
    const isSoon = facts.validTo - tools.clock.wallNow() < SOON;
    return isSoon
      ? {
          state: 'warning',
          detail: `Encrypted (${facts.protocol}), but the certificate expires soon: ${until}. Tell the service's administrator.`,
        }
      : { state: 'ok', detail: `Encrypted (${facts.protocol}); ${until}.` };
  } catch (error) {
    const failure = describeFailure(error, false, target.host, target);
    if (failure.cause !== 'encryption') return { state: 'failed', error: toNetworkError(failure) };
    const signer = await signerOf(target);
    return {
      state: 'failed',
      error: toNetworkError(describeFailure(error, false, target.host, { signer, proxy: target.proxy })),
    };
  }
}

/** Milliseconds. A smaller difference between the clocks changes nothing that a person sees. */
const NOTEWORTHY_OFFSET = 30_000;

/** A warning when the service's clock is that far from ours; null otherwise. `offset`: the service's minus ours. */
export function clockStep(offset: number | null): StepEnd | null {
  if (offset === null || Math.abs(offset) <= NOTEWORTHY_OFFSET) return null;
  const seconds = Math.round(Math.abs(offset) / 1000);
  const difference = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return {
    state: 'warning',
    detail: `This computer's clock is ${difference} ${offset > 0 ? 'behind' : 'ahead of'} the service's. Quota and production hours follow the service's clock; set this computer's clock, so that the times shown here are right.`,
  };
}
