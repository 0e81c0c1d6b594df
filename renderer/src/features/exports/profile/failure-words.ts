import { CallError } from '../../../bridge/index.ts';

/** The words in place of values that could not be read. A mistake of the program goes to the log, too. */
export function failureWords(error: unknown): string {
  if (error instanceof CallError) return error.message;
  window.reportError(error);
  return 'The values could not be counted.';
}
