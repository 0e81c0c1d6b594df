import { splitSentences } from '../../lib/sentences.ts';
import { toast } from './toast.tsx';

/** What a call that failed as expected carries: see `CallError` of the bridge. */
interface ExpectedFailure extends Error {
  readonly details: { readonly code: string };
}

/** Whether a call failed in a way that the contract foresees; everything else is a bug. */
export function isExpected(error: unknown): error is ExpectedFailure {
  return error instanceof Error && 'details' in error;
}

/**
 * What to say about anything that was thrown: the contract's own words for an expected failure. Everything else is a
 * bug: it goes to the window's error handler as well, which logs it.
 */
export function failureMessage(error: unknown): string {
  if (isExpected(error)) return error.message;
  window.reportError(error);
  return 'Lead Console made a mistake here. Try again. If it happens again, restart Lead Console.';
}

/** Shows in a toast what could not be done; nothing when the person cancelled it. Without a title: the failure's own. */
export function showFailure(error: unknown, title?: string): void {
  if (isExpected(error) && error.details.code === 'cancelled') return;
  const message = failureMessage(error);
  if (title !== undefined) toast(title, message, { tone: 'error' });
  else {
    const { first, rest } = splitSentences(message);
    toast(first, rest, { tone: 'error' });
  }
}

/** For a call that a person starts: its failure is shown in a toast. */
export const couldNot = { onError: (failure: unknown) => showFailure(failure) };

/**
 * Owns work that an event handler starts: whatever goes wrong is shown in a toast.
 *
 * @param title what could not be done, a sentence; left out: the failure's own first sentence
 */
export function startWork(work: () => Promise<unknown>, title?: string): void {
  // The handler of the rejection cannot throw, so that nothing is left to own.
  work().then(undefined, (error: unknown) => showFailure(error, title));
}
