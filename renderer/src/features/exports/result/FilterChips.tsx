import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { filterWords } from '../view/filters.ts';
import type { ViewColumn } from '../view/page-view.ts';
import classes from './Result.module.css';

interface FilterChipsProps {
  readonly filters: readonly ColumnFilter[];
  readonly columns: readonly ViewColumn[];
  readonly onColumn: (column: number) => void;
  readonly onRemove: (column: number) => void;
  readonly onClear: () => void;
}

/** What is filtered, in words; a press opens the column, the cross takes the filter away. */
export function FilterChips({ filters, columns, onColumn, onRemove, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      {filters.map((filter) => {
        const column = columns.find(({ index }) => index === filter.column);
        const words = filterWords(filter, column?.path ?? '', column?.title ?? `Column ${filter.column + 1}`);
        return (
          <span key={filter.column} className={classes['chip']}>
            <button
              type="button"
              className={classes['chipWords']}
              title={words}
              onClick={() => onColumn(filter.column)}
            >
              {words}
            </button>
            <button
              type="button"
              className={classes['chipCross']}
              aria-label={`Remove the filter: ${words}`}
              onClick={() => onRemove(filter.column)}
            >
              <IconX size={13} stroke={2} aria-hidden />
            </button>
          </span>
        );
      })}
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
