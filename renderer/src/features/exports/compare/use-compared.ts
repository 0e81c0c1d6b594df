// Why: decision 0136.
import { type RefObject, useMemo, useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { useChoice } from '../explore/use-choice.ts';
import { useGridNews } from '../explore/use-grid-news.ts';
import { useResultKeys } from '../explore/use-result-keys.ts';
import { useRows } from '../explore/use-rows.ts';
import { useSearch } from '../explore/use-search.ts';
import { useSidePanel } from '../explore/use-side-panel.ts';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import { type PageView, PLAIN_VIEW } from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import { bothValues, comparedColumns } from './compared-columns.ts';
import { type CompareView, filtersOf, firstPart, namedFields, partRows } from './compare-model.ts';

/** Where the grid and the search field stand. */
interface Places {
  readonly grid: RefObject<LeadGridHandle | null>;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** What a person sees of a comparison and does with it: the same as with a result, in the part that is shown. */
export function useCompared(
  comparison: Comparison,
  names: { readonly before: string; readonly now: string },
  places: Places,
) {
  const fields = useMemo(() => namedFields(comparison), [comparison]);
  const [compared, setCompared] = useState<CompareView>(() => ({
    part: firstPart(comparison),
    field: null,
    changes: [],
  }));
  const [page, setPage] = useState<PageView>(PLAIN_VIEW);
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const { grid, field } = places;
  const view = { ...page, filters: filtersOf(comparison, compared) };
  const columns = comparedColumns(comparison, fields, compared, page);
  const values = bothValues(columns, names);
  const args = viewArgs(comparison.id, view, 'all', true);
  const of = partRows(comparison, compared.part);
  const choice = useChoice(args, comparison.id);
  const stored = { rows: of, state: 'complete', refreshedAt: null } as const;
  const rows = useRows(stored, args, choice.selection, choice.revision);
  const searched = values.filter(({ isShown }) => isShown).map(({ index }) => index);
  const search = useSearch(args, page.find, searched, comparison.id, {
    isDue: true,
    firstVisible: () => grid.current?.firstVisible() ?? 0,
    // A hit in the former value stands in the column of the field.
    reveal: (hit) => grid.current?.reveal({ ...hit, column: columnOf(hit.column) }),
  });
  const side = useSidePanel(grid);
  const panel = {
    ...side,
    openColumn: (index: number) => {
      const chosen = fields.find((known) => (known.now ?? known.before) === index && known.changed !== null);
      if (chosen === undefined) return;
      if (side.shown !== null) side.close();
      setIsPanelOpen(true);
      setCompared({ part: 'changed', field: chosen.position, changes: [] });
    },
  };
  const news = useGridNews({ args, columns, copied: values, choice, panel, grid, onChange: setPage });
  useResultKeys({ field, search, panel, hasSearch: page.find.trim() !== '' });

  function columnOf(index: number): number {
    const found = fields.find((known) => known.before === index || known.now === index);
    return found?.now ?? found?.before ?? index;
  }

  return {
    fields,
    compared,
    show: setCompared,
    page,
    change: setPage,
    columns,
    values,
    args,
    of,
    /** Rows on the screen; null while they are counted. */
    total: rows.total ?? (compared.field === null && args.search === '' ? of : null),
    rows: rows.source,
    choice,
    search,
    panel,
    isPanelOpen,
    setIsPanelOpen,
    news,
  };
}
