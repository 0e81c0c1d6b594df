import { useEffect, useState } from 'react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import { callUntil } from '../../bridge/index.ts';
import { showFailure } from '../../ui/index.ts';

/** Milliseconds without a key before the rows are searched. */
const QUIET = 200;

export type RowSearch = ChannelResult<'job:find'> | 'running' | 'failed';

/** Rows of all jobs that fit the words; null words: nobody searches. A search ends when other words are typed. */
export function useFoundRows(words: string | null): RowSearch {
  const [answer, setAnswer] = useState<{ readonly of: string; readonly search: RowSearch } | null>(null);
  useEffect(() => {
    if (words === null) return undefined;
    const ending = new AbortController();
    const take = (search: RowSearch) => {
      if (!ending.signal.aborted) setAnswer({ of: words, search });
    };
    const timer = window.setTimeout(() => {
      callUntil('job:find', { words }, ending.signal).then(take, (error: unknown) => {
        take('failed');
        showFailure(error, 'The rows could not be searched.');
      });
    }, QUIET);
    return () => {
      window.clearTimeout(timer);
      ending.abort();
    };
  }, [words]);
  return answer !== null && answer.of === words ? answer.search : 'running';
}
