import type { AppError, Outcome } from '../../../shared/contract/errors.ts';

/**
 * An expected failure of a call, with all its details in the contract. The Error is created here, because the message
 * channel and the preload keep only the message of an Error.
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

/** The person cancelled the call, so there is nothing to show. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.details.code === 'cancelled';
}
