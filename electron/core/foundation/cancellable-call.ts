import type { Outcome } from '../../../shared/contract/errors.ts';

export type CallCore = (channel: string, args: unknown) => Promise<Outcome<unknown>>;

/** Calls the core for a page. When the page closes or cancels, the call is cancelled by its id. */
export function cancellableCall(core: {
  readonly call: CallCore;
}): (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>> {
  return async (channel, args, signal) => {
    const callId = typeof args === 'object' && args !== null && 'callId' in args ? args.callId : undefined;
    if (typeof callId !== 'string') return core.call(channel, args);
    let cancelled: Promise<unknown> = Promise.resolve();
    const cancel = () => {
      cancelled = core.call('call:cancel', { callId });
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await core.call(channel, args);
    } finally {
      signal.removeEventListener('abort', cancel);
      await cancelled;
    }
  };
}
