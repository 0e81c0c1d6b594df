import type { Outcome } from '../../../shared/contract/errors.ts';
import type { Core } from '../core.ts';

/** Calls the core for a page; when the page goes away, or gives up, the call is cancelled by the id it carries. */
export function cancellableCall(
  core: Pick<Core, 'call'>,
): (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>> {
  return async (channel, args, signal) => {
    const callId = typeof args === 'object' && args !== null && 'callId' in args ? args.callId : undefined;
    const cancel = () => void core.call('call:cancel', { callId });
    if (typeof callId === 'string') signal.addEventListener('abort', cancel, { once: true });
    try {
      return await core.call(channel, args);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
