import { useEffect, useRef, useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { call, CallError, endCall, isCancelled, newCallId, useEvent } from '../../../bridge/index.ts';

export type Comparing =
  | { readonly state: 'none' }
  /** `part`: of 1, how far it is. */
  | { readonly state: 'busy'; readonly part: number; readonly cancel: () => void }
  | { readonly state: 'cancelled'; readonly again: () => void }
  | { readonly state: 'failed'; readonly failure: CallError; readonly again: () => void }
  | { readonly state: 'done'; readonly comparison: Comparison };

/**
 * Compares two results as soon as both are chosen. Leaving the page or choosing another cancels.
 *
 * @param edition changes when either result is brought up to date; they are compared again
 */
export function useComparison(before: string | null, now: string | null, edition: string): Comparing {
  const [known, setKnown] = useState<Comparing>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);
  const current = useRef<string | null>(null);

  useEvent('compare:progress', ({ callId, rows, rowsTotal }) => {
    setKnown((last) =>
      last.state === 'busy' && callId === current.current
        ? { ...last, part: rowsTotal === 0 ? 0 : rows / rowsTotal }
        : last,
    );
  });

  useEffect(() => {
    if (before === null || now === null) {
      setKnown({ state: 'none' });
      return;
    }
    const callId = newCallId();
    current.current = callId;
    const again = () => setAttempt((count) => count + 1);
    setKnown({ state: 'busy', part: 0, cancel: () => endCall(callId) });
    const settle = (next: Comparing): void => {
      if (current.current !== callId) return;
      current.current = null;
      setKnown(next);
    };
    call('compare:open', { callId, before, now }).then(
      (comparison) => settle({ state: 'done', comparison }),
      (error: unknown) => {
        if (isCancelled(error)) settle({ state: 'cancelled', again });
        else if (error instanceof CallError) settle({ state: 'failed', failure: error, again });
        else reportError(error);
      },
    );
    return () => {
      if (current.current === callId) endCall(callId);
      current.current = null;
    };
  }, [before, now, edition, attempt]);

  return known;
}
