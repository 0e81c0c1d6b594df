import { useEffect, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { ColumnValues, CountedValue } from '../../../../../shared/contract/exports/views.ts';
import { callUntil, isCancelled } from '../../../bridge/index.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { failureWords } from './failure-words.ts';

export interface Values extends ColumnValues {
  /** Empty: no trouble. */
  readonly trouble: string;
}

interface Known {
  readonly key: string;
  readonly list: string;
  readonly values: Values | null;
}

/**
 * The values of a column with their counts, as many as are wanted. While others are counted, the former ones stay.
 *
 * @param find only values that contain this text
 * @param limit how many values; read in pages
 * @param edition another value: rows are others than before
 */
export function useValues(
  args: ViewArgs,
  column: number,
  { find, limit, edition }: { readonly find: string; readonly limit: number; readonly edition: string },
): Values | null {
  const list = JSON.stringify({ ...args, sort: [], column, find });
  const key = `${limit} ${edition} ${list}`;
  const [known, setKnown] = useState<Known>({ key: '', list: '', values: null });

  useEffect(() => {
    const ended = new AbortController();
    const question = JSON.parse(list) as ViewArgs & { column: number; find: string };
    readValues(question, limit, ended.signal).then(
      (values) => setKnown({ key, list, values: { ...values, trouble: '' } }),
      (error: unknown) => {
        if (!isCancelled(error) && !ended.signal.aborted)
          setKnown({ key, list, values: { ...NO_VALUES, trouble: failureWords(error) } });
      },
    );
    return () => ended.abort();
  }, [key, list, limit]);

  return known.values;
}

const NO_VALUES: ColumnValues = { chosen: [], values: [], valuesTotal: 0, empty: 0, rowsTotal: 0 };
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
