import { useEffect, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { ColumnValues, CountedValue } from '../../../../../shared/contract/exports/views.ts';
import { callUntil, isCancelled } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { failureWords } from './failure-words.ts';

export interface Values extends ColumnValues {
  /** Empty: no trouble. */
  readonly trouble: string;
}

/**
 * The values of a column with their counts, as many as are wanted. While others are counted, the former ones stay.
 *
 * @param find only values that contain this text
 * @param limit how many values; read in pages
 * @param edition changes when the rows change
 */
export function useValues(
  args: ViewArgs,
  column: number,
  { find, limit, edition }: { readonly find: string; readonly limit: number; readonly edition: string },
): Values | null {
  const asked = useStable({ question: { ...args, sort: [], column, find }, limit, edition });
  const [known, setKnown] = useState<Values | null>(null);

  useEffect(() => {
    const ended = new AbortController();
    readValues(asked.question, asked.limit, ended.signal).then(
      (values) => setKnown({ ...values, trouble: '' }),
      (error: unknown) => {
        if (!isCancelled(error) && !ended.signal.aborted) setKnown({ ...NO_VALUES, trouble: failureWords(error) });
      },
    );
    return () => ended.abort();
  }, [asked]);

  return known;
}

const NO_VALUES: ColumnValues = { chosen: [], values: [], valuesTotal: 0, empty: 0 };
/** Values a call. */
const PAGE = 500;

type Question = Omit<ChannelInput<'export:values'>, 'callId' | 'offset' | 'limit'>;

async function readValues(question: Question, limit: number, signal: AbortSignal): Promise<ColumnValues> {
  const values: CountedValue[] = [];
  let last = NO_VALUES;
  while (values.length < limit) {
    const size = Math.min(PAGE, limit - values.length);
    last = await callUntil('export:values', { ...question, offset: values.length, limit: size }, signal);
    values.push(...last.values);
    if (last.values.length < size) break;
  }
  return { ...last, values };
}
