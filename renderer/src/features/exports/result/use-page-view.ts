import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { KeptView } from '../../../../../shared/contract/exports/kept-views.ts';
import { call, CallError, useChannel } from '../../../bridge/index.ts';
import { showFailure } from '../../../ui/index.ts';
import { fromKept, type PageView, PLAIN_VIEW, toKept } from '../view/page-view.ts';

/** Milliseconds without a change before a view is kept: while somebody types or drags there are many. */
const REST = 600;

/** The view of a result, as it was left. Changes are kept for the next time. */
export function usePageView(summary: ExportSummary) {
  const { id: exportId, columns } = summary;
  const left = useChannel('leadView:left', { exportId }, { staleTime: Infinity });
  const [own, setOwn] = useState<PageView | null>(null);
  const keep = useKeeping(exportId);
  const view = own ?? openedView(left, columns);

  function set(next: PageView): void {
    setOwn(next);
    keep(() => toKept(next, columns));
  }
  return {
    /** Null while it is not known how the result was left. */
    view,
    change: (changed: (view: PageView) => PageView) => set(changed(view ?? PLAIN_VIEW)),
    /** Takes a saved view; returns the columns it sorts or filters by that are not here. */
    apply: (kept: KeptView): readonly string[] => {
      const found = fromKept(kept, columns);
      set(found.view);
      return found.missing;
    },
  };
}

function openedView(
  left: { readonly data: { readonly view: KeptView | null } | undefined; readonly error: CallError | null },
  columns: ExportSummary['columns'],
): PageView | null {
  if (left.data?.view != null) return fromKept(left.data.view, columns).view;
  // A view that cannot be read is not a reason to show no leads.
  return left.data !== undefined || left.error !== null ? PLAIN_VIEW : null;
}

/** Keeps the last of many views, and at the latest when the page is left. */
function useKeeping(exportId: string): (view: () => KeptView) => void {
  const waiting = useRef<{ timer: number; view: () => KeptView } | null>(null);

  function keepNow(): void {
    if (waiting.current === null) return;
    window.clearTimeout(waiting.current.timer);
    const view = waiting.current.view();
    waiting.current = null;
    call('leadView:leave', { exportId, view }).then(undefined, (error: unknown) => {
      // A result that was deleted meanwhile needs no view.
      if (error instanceof CallError && error.details.code === 'notFound') return;
      showFailure(error, 'The columns and filters were not kept for the next time.');
    });
  }

  const onLeave = useEffectEvent(keepNow);
  useEffect(() => {
    const leave = (): void => onLeave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [exportId]);

  return (view) => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = { timer: window.setTimeout(keepNow, REST), view };
  };
}
