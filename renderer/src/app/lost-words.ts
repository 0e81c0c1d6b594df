import { goneMessage, lockedMessage } from '../bridge/index.ts';
import { format } from '../lib/format.ts';
import type { Link } from '../lib/link.ts';
import { splitSentences } from '../lib/sentences.ts';

/**
 * What happened to the program behind the page, from when the page is, and the one way on.
 * @param now Unix milliseconds
 * @returns null while the program lives
 */
export function lostWords(
  { state, asOf, message }: Link,
  now: number,
): { readonly first: string; readonly rest: string } | null {
  const from = asOf === null ? '' : `What you see is from ${format.moment(asOf, now)}. `;
  switch (state) {
    case 'live':
      return null;
    case 'gone':
      return asOf !== null
        ? { first: 'Lead Console has stopped.', rest: `${from}Start it again (npm start); it opens a new window.` }
        : splitSentences(goneMessage);
    case 'locked':
      return asOf !== null
        ? {
            first: 'Lead Console was started again.',
            rest: `${from}Go on in its new window, or open its new link here.`,
          }
        : splitSentences(lockedMessage);
    case 'restarting':
      return saidOr(message, from, 'Lead Console’s background process stopped and is starting again.');
    case 'failed':
      return saidOr(
        message,
        from,
        'Lead Console’s background process could not start. Close Lead Console and open it again.',
      );
  }
}

/** The program's own words about its end say what to do. */
function saidOr(message: string, from: string, usual: string): { readonly first: string; readonly rest: string } {
  const { first, rest } = splitSentences(message === '' ? usual : message);
  return { first, rest: `${from}${rest}`.trim() };
}
