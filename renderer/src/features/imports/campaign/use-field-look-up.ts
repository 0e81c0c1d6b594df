import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldLookUp } from '../../../../../shared/contract/imports/imports.ts';
import { call, CallError, endCall, isCancelled, newCallId, useEvent } from '../../../bridge/index.ts';

export interface LookUpProgress {
  /** Leads of the campaign read so far, and leads looked at. */
  readonly leads: number;
  readonly looked: number;
}

export interface FieldLookUpState {
  /** Not null while the request runs. */
  readonly progress: LookUpProgress | null;
  readonly error: CallError | null;
  /** The last answer; null when there is none, or it was closed. */
  readonly found: FieldLookUp | null;
  /** Resolves to null when it failed or was cancelled. */
  readonly lookUp: (campaignCode: string) => Promise<FieldLookUp | null>;
  readonly cancel: () => void;
  /** Closes answer and error. */
  readonly clear: () => void;
}

/** Reads a campaign's import names from its leads: one request, which is cancelled when the person leaves. */
export function useFieldLookUp(): FieldLookUpState {
  const [running, setRunning] = useState<(LookUpProgress & { readonly callId: string }) | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [found, setFound] = useState<FieldLookUp | null>(null);
  const current = useRef<string | null>(null);

  useEvent('import:lookUpProgress', (progress) => {
    setRunning((known) => (known !== null && known.callId === progress.callId ? progress : known));
  });

  function cancel(): void {
    if (current.current !== null) endCall(current.current);
  }

  function clear(): void {
    setError(null);
    setFound(null);
  }

  async function lookUp(campaignCode: string): Promise<FieldLookUp | null> {
    cancel();
    const callId = newCallId();
    current.current = callId;
    clear();
    setRunning({ callId, leads: 0, looked: 0 });
    try {
      const answer = await call('import:lookUpFields', { callId, campaignCode });
      if (current.current !== callId) return null;
      setFound(answer);
      return answer;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (current.current === callId && !isCancelled(failure)) setError(failure);
      return null;
    } finally {
      if (current.current === callId) {
        current.current = null;
        setRunning(null);
      }
    }
  }

  const cancelOnLeave = useEffectEvent(cancel);
  useEffect(() => () => cancelOnLeave(), []);

  return { progress: running, error, found, lookUp, cancel, clear };
}
