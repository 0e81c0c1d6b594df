import { useEffect, useState } from 'react';
import type { Question, QuestionAnswer } from '../../../../../shared/contract/exports/questions.ts';
import { callUntil, isCancelled } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { failureWords } from '../profile/failure-words.ts';
import type { ViewArgs } from '../view/view-args.ts';

export interface AnswerState {
  /** The latest one, also while another is counted; null before the first. */
  readonly answer: QuestionAnswer | null;
  /** The question that it answers. */
  readonly question: Question | null;
  readonly isCounting: boolean;
  /** Milliseconds that it took, as the page saw it. */
  readonly milliseconds: number;
  /** Why there is none; empty: no trouble. */
  readonly trouble: string;
}

const NOTHING: AnswerState = { answer: null, question: null, isCounting: false, milliseconds: 0, trouble: '' };

/**
 * Counts the rows of a view. A question that is changed before its answer is counted no further.
 *
 * @param question null: nothing is asked
 * @param edition changes when the rows change
 */
export function useAnswer(args: ViewArgs, question: Question | null, edition: string): AnswerState {
  const asked = useStable({ view: { ...args, sort: [] }, question, edition });
  const [state, setState] = useState(NOTHING);

  useEffect(() => {
    const { view, question: wanted } = asked;
    if (wanted === null) return undefined;
    const ended = new AbortController();
    const count = async (): Promise<void> => {
      setState((former) => ({ ...former, isCounting: true, trouble: '' }));
      const since = performance.now();
      const answer = await callUntil('export:question', { ...view, question: wanted }, ended.signal);
      const milliseconds = performance.now() - since;
      setState({ answer, question: wanted, isCounting: false, milliseconds, trouble: '' });
    };
    count().catch((error: unknown) => {
      if (ended.signal.aborted || isCancelled(error)) return;
      setState({ ...NOTHING, trouble: failureWords(error) });
    });
    return () => ended.abort();
  }, [asked]);
  return question === null ? NOTHING : state;
}
