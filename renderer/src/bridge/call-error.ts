import type { AppError, Outcome } from '../../../shared/contract/errors.ts';

/**
 * An expected failure of a call, with everything the contract says about it. Errors are made again here because neither
 * the message channel nor the preload keeps more of an Error than its message.
 */
export class CallError extends Error {
  readonly details: AppError;

  constructor(details: AppError) {
    super(details.message);
    this.name = 'CallError';
    this.details = details;
  }
}

/** Value of an outcome; throws a `CallError` when the call failed. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new CallError(outcome.error);
}

/** The person stopped it: nothing to show. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.details.code === 'cancelled';
}
