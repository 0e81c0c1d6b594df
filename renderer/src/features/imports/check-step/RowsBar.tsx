import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconArrowBackUp, IconRowRemove } from '@tabler/icons-react';
import type { CheckFilter, CheckReason, CheckSummary, RowOrder } from '../../../../../shared/contract/check/check.ts';
import { format } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/index.ts';
import classes from './CheckStep.module.css';
import { filterCount, offeredFilters } from './check-model.ts';

interface RowsBarProps {
  readonly summary: CheckSummary;
  readonly reason: CheckReason | null;
  readonly filter: CheckFilter;
  readonly order: RowOrder;
  /** Rows of the reason that leaving all of them out would touch; null: not offered here. */
  readonly leavable: number | null;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onOrder: (order: RowOrder) => void;
  readonly onLeaveReasonOut: () => void;
  readonly onUndo: () => void;
}

const WORDS: Readonly<Record<CheckFilter, string>> = {
  reason: 'This reason',
  problem: 'Any problem',
  repaired: 'Repaired',
  leftOut: 'Left out',
  all: 'All rows',
};

/** Which rows the table shows, with their numbers, and for those of a reason in which order. */
export function RowsBar({ summary, reason, filter, onFilter, onUndo, ...props }: RowsBarProps) {
  const filters = offeredFilters(reason);
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label="Which rows"
          data={filters.map((value) => ({
            value,
            label: `${WORDS[value]} ${format.number(filterCount(value, summary, reason))}`,
          }))}
          value={filter}
          onChange={(value) => onFilter(filters.find((known) => known === value) ?? 'all')}
        />
        <IconButton
          label={summary.undo === null ? 'Nothing to take back' : `Undo (Ctrl+Z): ${summary.undo.title}`}
          icon={IconArrowBackUp}
          disabled={summary.undo === null}
          onClick={onUndo}
        />
      </div>
      {reason !== null && <ReasonBar reason={reason} filter={filter} {...props} />}
    </>
  );
}

type ReasonBarProps = Pick<RowsBarProps, 'filter' | 'order' | 'leavable' | 'onOrder' | 'onLeaveReasonOut'> & {
  readonly reason: CheckReason;
};

function ReasonBar({ reason, filter, order, leavable, onOrder, onLeaveReasonOut }: ReasonBarProps) {
  const canOrder = reason.hasOddest && filter === 'reason';
  return (
    <div className={classes['reasonBar']}>
      <Select
        aria-label="Order of the rows"
        size="xs"
        w={148}
        allowDeselect={false}
        disabled={!canOrder}
        data={[
          { value: 'oddest', label: 'Oddest first' },
          { value: 'file', label: 'As in the file' },
        ]}
        value={canOrder ? order : 'file'}
        onChange={(value) => onOrder(value === 'oddest' ? 'oddest' : 'file')}
      />
      <span className="text2 tabular">{valuesWords(reason)}</span>
      {leavable !== null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRowRemove size={14} stroke={1.75} aria-hidden />}
          onClick={onLeaveReasonOut}
        >
          Leave out {format.number(leavable)}
        </Button>
      )}
    </div>
  );
}

function valuesWords({ field, distinct, count }: CheckReason): string {
  if (field === null) return '';
  if (distinct === null) return 'more than 100,000 different values';
  return count > 1 && distinct > 0
    ? format.count(distinct, { one: '# value in all', other: '# different values' })
    : '';
}
