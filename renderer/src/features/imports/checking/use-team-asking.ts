import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { call, CallError, endCall, isCancelled, newCallId, useEvent } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';
import { type CheckState, isSettled } from './check-state.ts';
import type { CheckBasis } from './check-sum.ts';

/** What colleagues of the team have sent of these rows. */
export interface TeamAsking {
  /** Rows asked about so far; null while nothing is asked. */
  readonly rows: number | null;
  /** Why the last question had no answer. */
  readonly error: CallError | null;
  readonly ask: () => void;
  readonly cancel: () => void;
}

interface TeamAskingOptions {
  readonly draftId: string;
  readonly state: CheckState;
  readonly basis: CheckBasis;
  /** Saves what is asked about; false when that failed. */
  readonly settle: () => Promise<boolean>;
  readonly onAnswer: (summary: CheckSummary) => void;
}

/**
 * Asks the team as soon as the rows of an account in one are checked, and again for another mapping or campaign.
 */
export function useTeamAsking({ draftId, state, basis, settle, onAnswer }: TeamAskingOptions): TeamAsking {
  const [running, setRunning] = useState<{ readonly callId: string; readonly rows: number } | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const current = useRef<string | null>(null);

  useEvent('check:progress', ({ callId, rows }) => {
    setRunning((known) => (known?.callId === callId ? { callId, rows } : known));
  });

  function cancel(): void {
    if (current.current !== null) endCall(current.current);
  }

  async function ask(): Promise<void> {
    cancel();
    const callId = newCallId();
    current.current = callId;
    setError(null);
    setRunning({ callId, rows: 0 });
    try {
      if (await settle()) onAnswer(await call('check:askTeam', { callId, draftId }));
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (current.current === callId && !isCancelled(failure)) setError(failure);
    } finally {
      if (current.current === callId) {
        current.current = null;
        setRunning(null);
      }
    }
  }

  const isInTeam = state.summary !== null && state.summary.team !== null;
  const isReady = isInTeam && isSettled(state, basis);
  const asked = useRef('');
  const askWanted = useEffectEvent(() => {
    const about = JSON.stringify(basis);
    if (!isReady || asked.current === about) return;
    asked.current = about;
    startWork(ask);
  });
  useEffect(() => askWanted(), [isReady, basis.rows, basis.campaign]);

  const cancelOnLeave = useEffectEvent(cancel);
  useEffect(() => () => cancelOnLeave(), [draftId]);

  return { rows: running?.rows ?? null, error, ask: () => startWork(ask), cancel };
}
