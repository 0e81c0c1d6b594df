import { useEffect, useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { call, CallError, newCallId } from '../../../bridge/index.ts';

type Head = ChannelResult<'import:preview'>;

/**
 * The first rows of a draft's file as they will be with other choices; null while they are not wanted or not there yet.
 * What is asked for other choices is given up when these change.
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
        // The reading itself meets the same trouble and says it.
        if (!(error instanceof CallError)) throw error;
      } finally {
        isAsked = false;
      }
    }
    void ask();
    return () => {
      if (isAsked) void call('call:cancel', { callId });
      isAsked = false;
    };
    // The key stands for the draft and its choices, which are made anew at each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isWanted]);

  return isWanted && known?.key === key ? known.head : null;
}
