import { useEffect, useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { CallError, callUntil } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { startWork } from '../../../ui/index.ts';

type Head = ChannelResult<'import:preview'>;

/**
 * The first rows of a draft's file as they will be with other choices; null while they are not wanted or not there yet. A
 * call for choices that have changed since is cancelled.
 */
export function useReadingHead(draftId: string, choices: ReadingChoices, isWanted: boolean): Head | null {
  const [known, setKnown] = useState<{ readonly asked: object; readonly head: Head } | null>(null);
  const asked = useStable({ draftId, choices });

  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    startWork(async () => {
      try {
        setKnown({ asked, head: await callUntil('import:preview', asked, ending.signal) });
      } catch (error) {
        // The reading itself fails in the same way and shows it.
        if (!(error instanceof CallError)) throw error;
      }
    });
    return () => ending.abort();
  }, [asked, isWanted]);

  return isWanted && known?.asked === asked ? known.head : null;
}
