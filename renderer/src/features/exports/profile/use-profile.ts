import { useEffect, useState } from 'react';
import type { ColumnProfile } from '../../../../../shared/contract/exports/views.ts';
import { callUntil, isCancelled } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { failureWords } from './failure-words.ts';
import type { ViewArgs } from '../view/view-args.ts';

export interface ProfileState {
  /** First an estimate, then exact; null before the first. */
  readonly profile: ColumnProfile | null;
  readonly isCounting: boolean;
  /** Why there is none; empty: no trouble. */
  readonly trouble: string;
  readonly stop: () => void;
}

interface Known extends Omit<ProfileState, 'stop'> {
  readonly asked: object | null;
}

const NOTHING = { profile: null, isCounting: true, trouble: '' };

/**
 * What a column holds in the rows of a view: an estimate at once, then all rows. Leaving a column ends its count.
 *
 * @param revision changes when more rows may have come
 */
export function useProfile(
  args: ViewArgs & { readonly selection?: string },
  column: number,
  revision: string,
): ProfileState {
  const asked = useStable({ question: { ...args, sort: [], column }, revision });
  const [known, setKnown] = useState<Known>({ asked: null, ...NOTHING });
  const [reading, setReading] = useState<AbortController | null>(null);

  useEffect(() => {
    const ended = new AbortController();
    setReading(ended);
    let isLeft = false;
    const { question } = asked;
    const take = (part: Partial<Known>): void => {
      if (!isLeft) setKnown((former) => ({ ...(former.asked === asked ? former : NOTHING), asked, ...part }));
    };
    const read = async (): Promise<void> => {
      const estimate = await callUntil('export:profile', { ...question, accuracy: 'estimate' }, ended.signal);
      take({ profile: estimate, isCounting: estimate.isEstimate });
      if (!estimate.isEstimate) return;
      take({ profile: await callUntil('export:profile', { ...question, accuracy: 'exact' }, ended.signal) });
      take({ isCounting: false });
    };
    read().catch((error: unknown) => {
      if (isCancelled(error)) take({ isCounting: false });
      else if (!ended.signal.aborted) take({ isCounting: false, trouble: failureWords(error) });
    });
    return () => {
      isLeft = true;
      ended.abort();
    };
  }, [asked]);

  const now = known.asked === asked ? known : NOTHING;
  return { ...now, stop: () => reading?.abort() };
}
