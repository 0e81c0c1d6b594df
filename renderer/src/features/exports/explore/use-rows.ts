import { useThrottledValue } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { callUntil } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';
import type { LeadRow, RowSource } from '../grid/lead-rows.ts';
import { editionOf } from '../view/known-at.ts';
import { isRestricted, type ViewArgs } from '../view/view-args.ts';

/** Milliseconds between two readings of a filtered list while leads arrive. */
const READ_PAUSE = 1000;

export interface Rows {
  readonly source: RowSource;
  /** Rows of the view; null while they are counted. */
  readonly total: number | null;
}

/**
 * The rows of a view in pages. While leads arrive, the whole list grows at its end; a filtered one is read again now and
 * then; a sorted one stays as it was, because its rows would move.
 *
 * @param selection rows that are marked as chosen
 * @param chosen another value means that more than a row was chosen since, and marks are read again
 */
export function useRows(
  summary: Pick<ExportSummary, 'rows' | 'state' | 'refreshedAt'>,
  args: ViewArgs,
  selection: string | null,
  chosen: number,
): Rows {
  const { rows: arrived, state } = summary;
  const view = useStable(args);
  const isSorted = args.sort.length > 0;
  const restricted = isRestricted(args);
  const marks = useRef(selection);
  useEffect(() => {
    marks.current = selection;
  }, [selection]);
  const [counted, setCounted] = useState<{ view: ViewArgs; total: number } | null>(null);

  const load = useCallback<LoadRows<LeadRow>>(
    async (page, signal) => {
      const { rows, total } = await callUntil('export:rows', { ...view, ...page, marks: marks.current }, signal);
      setCounted({ view, total });
      return { rows, total };
    },
    [view],
  );

  const seen = useThrottledValue(state === 'running' && restricted && !isSorted ? arrived : 0, READ_PAUSE);
  return {
    source: {
      load,
      growing: restricted || (isSorted && state === 'running') ? null : arrived,
      // The last leads may have arrived after the last page was read.
      revision: `${editionOf(summary)} ${seen} ${chosen}`,
    },
    total: restricted ? (counted?.view === view ? counted.total : null) : arrived,
  };
}
