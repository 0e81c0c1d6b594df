import { useCallback } from 'react';
import { useStable } from '../../../lib/use-stable.ts';
import type { OtherCells } from '../grid/grid-columns.ts';
import { LeadGrid, type LeadGridProps } from '../grid/LeadGrid.tsx';
import type { LeadRow } from '../grid/lead-rows.ts';
import { CompareCell, type CompareCellParams, CompareHeader } from './CompareCells.tsx';
import { type ComparedColumn, isStatus } from './compared-columns.ts';
import type { NamedField } from './compare-model.ts';

interface CompareGridProps extends Omit<LeadGridProps, 'label' | 'cells'> {
  readonly columns: readonly ComparedColumn[];
  /** All fields, in an array that stays the same while the comparison does. */
  readonly fields: readonly NamedField[];
  readonly names: { readonly before: string; readonly now: string };
  /** Leads that changed are shown: both values stand beside each other. */
  readonly isChanged: boolean;
}

/** Leads of a comparison: a changed field shows both values beside each other, any other field its one value. */
export function CompareGrid({ columns, fields, names, isChanged, ...grid }: CompareGridProps) {
  const { before, now } = names;
  // Columns by which a person knows a lead do not look fainter.
  const pinned = useStable(columns.flatMap(({ isPinned, index }) => (isPinned ? index : [])));
  const cells = useCallback<OtherCells>(
    ({ index, path, title }) => {
      const field = fields.find((known) => (known.now ?? known.before) === index);
      if (field === undefined) return null;
      const isDouble = isChanged && (field.changed ?? 0) > 0;
      const params: CompareCellParams = {
        field,
        names: { before, now },
        isQuiet: isChanged && !pinned.includes(index),
      };
      const cell = { component: CompareCell, params };
      return {
        // For the clipboard and for readers.
        valueGetter: ({ data }) => data?.cells[field.now ?? -1] ?? data?.cells[field.before ?? -1] ?? '',
        cellRendererSelector: () => cell,
        cellClassRules: { comparedChanged: ({ data }) => hasChanged(data, field) },
        ...(isDouble
          ? {
              headerName: `${title}, ${before} → ${now}`,
              headerComponentParams: {
                innerHeaderComponent: CompareHeader,
                title,
                names: { before, now },
                isStatus: isStatus(path),
              },
            }
          : {}),
      };
    },
    [fields, before, now, isChanged, pinned],
  );
  return <LeadGrid label="Compared leads" columns={columns} cells={cells} {...grid} />;
}

function hasChanged(row: LeadRow | undefined, { change }: NamedField): boolean {
  return change !== null && (row?.cells[change] ?? null) !== null;
}
