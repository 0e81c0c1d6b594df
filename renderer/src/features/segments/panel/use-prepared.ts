import { useEffect, useState } from 'react';
import type { LeadIdSource, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { call, CallError } from '../../../bridge/index.ts';

export interface Prepared {
  readonly change: SegmentChange | null;
  readonly failure: CallError | null;
  /** The list is being read, or it changed a moment ago. */
  readonly isReading: boolean;
}

/** Milliseconds that typing rests before the list is read. */
const REST = 350;
const NOTHING: Prepared = { change: null, failure: null, isReading: false };

/**
 * What a change would send, as the core keeps it: exactly this list is sent when it is started.
 *
 * @param source null: no list was chosen yet
 * @param attempt another number reads the same list again, after it was sent
 */
export function usePrepared(
  segmentId: string,
  kind: 'add' | 'remove',
  source: LeadIdSource | null,
  attempt: number,
): Prepared {
  const [prepared, setPrepared] = useState(NOTHING);
  useEffect(() => {
    setPrepared(source === null ? NOTHING : { change: null, failure: null, isReading: true });
    if (source === null) return undefined;
    let isOver = false;
    const timer = window.setTimeout(() => {
      call('segment:prepare', { segmentId, kind, source, leaveOutEarlier: true }).then(
        (change) => {
          if (!isOver) setPrepared({ change, failure: null, isReading: false });
        },
        (failure: unknown) => {
          if (!(failure instanceof CallError)) throw failure;
          if (!isOver) setPrepared({ change: null, failure, isReading: false });
        },
      );
    }, REST);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [segmentId, kind, source, attempt]);
  return prepared;
}
