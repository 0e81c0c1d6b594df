import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HitCount, SearchHit } from '../../../../../shared/contract/exports/views.ts';
import { foldText } from '../../../../../shared/domain/words/fold-text.ts';
import { call, callUntil, endCall, isCancelled, newCallId, useEvent } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { showFailure } from '../../../ui/index.ts';
import type { ViewArgs } from '../view/view-args.ts';

/** Milliseconds after the last letter before leads are searched. */
const REST = 150;

export type Search = ReturnType<typeof useSearch>;

interface Found {
  readonly asked: object;
  /** The hit that is shown; null: none yet, or there is none. */
  readonly hit: SearchHit | null;
  /** Null before the first answer. */
  readonly counted: HitCount | null;
  /** All rows were searched. */
  readonly isWhole: boolean;
}

/**
 * Looks for a text in the shown columns: the first hit from where the grid stands, then how many there are.
 *
 * @param columns in the order of the grid: hits of a row follow it
 * @param edition changes when the rows change
 * @param grid where the grid stands, and how a hit comes into view; nothing is looked for before it is due
 */
export function useSearch(
  args: ViewArgs,
  find: string,
  columns: readonly number[],
  edition: string,
  grid: { readonly isDue: boolean; readonly firstVisible: () => number; readonly reveal: (hit: SearchHit) => void },
) {
  const [typed] = useDebouncedValue(find.trim(), REST);
  const wanted = !grid.isDue || find.trim() === '' ? '' : typed;
  const asked = useStable({ question: { ...args, find: wanted, columns: columns.slice(0, 1000) }, edition });
  const { question } = asked;
  const [found, setFound] = useState<Found | null>(null);
  const counting = useRef('');
  /** The text whose first hit was brought into view. Another order or filter does not take the reader there again. */
  const revealed = useRef('');
  /** Ends with the search. */
  const looking = useRef<AbortSignal>(null);
  const now = found?.asked === asked ? found : null;

  function take(part: Partial<Found>): void {
    setFound((former) => ({
      ...(former?.asked === asked ? former : { hit: null, counted: null, isWhole: false }),
      asked,
      ...part,
    }));
  }

  useEvent('export:hitsCounted', ({ callId, ...counted }) => {
    if (callId === counting.current) take({ counted });
  });

  const look = useEffectEvent((ended: AbortSignal) => {
    const callId = newCallId();
    counting.current = callId;
    looking.current = ended;
    ended.addEventListener('abort', () => endCall(callId));
    const from = { by: 'position', position: grid.firstVisible() } as const;
    own(
      callUntil('export:hit', { ...question, wanted: from }, ended).then(({ hit, counted, isWhole }) => {
        if (ended.aborted) return;
        take(isWhole ? { hit, counted, isWhole } : { hit });
        if (hit !== null && revealed.current !== wanted) grid.reveal(hit);
        revealed.current = wanted;
      }),
    );
    own(
      call('export:countHits', { ...question, callId }).then((counted) => {
        if (!ended.aborted) take({ counted, isWhole: true });
      }),
    );
  });
  useEffect(() => {
    if (wanted === '') {
      revealed.current = '';
      return;
    }
    const ended = new AbortController();
    look(ended.signal);
    return () => ended.abort();
  }, [asked, wanted]);

  function go(step: 1 | -1): void {
    if (wanted === '' || now?.hit == null || looking.current === null) return;
    const hits = now.isWhole ? (now.counted?.hits ?? 0) : null;
    const ordinal = now.hit.ordinal + step;
    // Before the first one is the last, which is known when all are counted.
    if (ordinal < 0 && hits === null) return;
    const around = hits === null ? ordinal : (ordinal + hits) % Math.max(1, hits);
    own(
      callUntil('export:hit', { ...question, wanted: { by: 'ordinal', ordinal: around } }, looking.current).then(
        ({ hit }) => {
          if (hit === null) return;
          take({ hit });
          grid.reveal(hit);
        },
      ),
    );
  }

  return {
    /** What cells mark: folded; empty: nothing. */
    needle: foldText(wanted),
    hit: now?.hit ?? null,
    counted: now?.counted ?? null,
    isWhole: now?.isWhole ?? false,
    next: () => go(1),
    previous: () => go(-1),
  };
}

function own(work: Promise<void>): void {
  work.then(undefined, (error: unknown) => {
    if (!isCancelled(error)) showFailure(error, 'The leads were not searched.');
  });
}
