import { useEffect, useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { call, CallError, endCall, newCallId } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';

type Head = ChannelResult<'import:preview'>;

/**
 * The first rows of a draft's file as they will be with other choices; null while they are not wanted or not there yet. A
 * call for choices that have changed since is cancelled.
 */
export function useReadingHead(draftId: string, choices: ReadingChoices, isWanted: boolean): Head | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly head: Head } | null>(null);
  const key = JSON.stringify([draftId, choices]);

  useEffect(() => {
    if (!isWanted) return;
    const callId = newCallId();
    let isAsked = true;
    async function ask(): Promise<void> {
      try {
        const head = await call('import:preview', { callId, draftId, choices });
        if (isAsked) setKnown({ key, head });
      } catch (error) {
        // The reading itself fails in the same way and shows it.
        if (!(error instanceof CallError)) throw error;
      } finally {
        isAsked = false;
      }
    }
    startWork(ask);
    return () => {
      if (isAsked) endCall(callId);
      isAsked = false;
    };
    // The key stands for the draft and its choices, which are new objects at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isWanted]);

  return isWanted && known?.key === key ? known.head : null;
}
