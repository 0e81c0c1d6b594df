import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, endCall, isCancelled, newCallId, useEvent } from '../../../bridge/index.ts';

export interface LeadProgress {
  /** Leads of the campaign read so far, and leads looked at. */
  readonly leads: number;
  readonly looked: number;
}

export interface LeadReading<Answer> {
  /** Not null while the request runs. */
  readonly progress: LeadProgress | null;
  readonly error: CallError | null;
  /** The last answer; null when there is none, or it was closed. */
  readonly found: Answer | null;
  /** Resolves to null when it failed or was cancelled. */
  readonly read: (ask: (callId: string) => Promise<Answer>) => Promise<Answer | null>;
  readonly cancel: () => void;
  /** Closes answer and error. */
  readonly clear: () => void;
}

/** Reads the leads of a campaign: one request, which is cancelled when another one begins or the person leaves. */
export function useLeadReading<Answer>(): LeadReading<Answer> {
  const [running, setRunning] = useState<(LeadProgress & { readonly callId: string }) | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [found, setFound] = useState<Answer | null>(null);
  const current = useRef<string | null>(null);

  useEvent('import:lookUpProgress', (progress) => {
    setRunning((known) => (known?.callId === progress.callId ? progress : known));
  });

  function cancel(): void {
    if (current.current !== null) endCall(current.current);
  }

  function clear(): void {
    setError(null);
    setFound(null);
  }

  async function read(ask: (callId: string) => Promise<Answer>): Promise<Answer | null> {
    cancel();
    const callId = newCallId();
    current.current = callId;
    clear();
    setRunning({ callId, leads: 0, looked: 0 });
    try {
      const answer = await ask(callId);
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

  return { progress: running, error, found, read, cancel, clear };
}
