import { Button, Select } from '@mantine/core';
import { IconCircleCheck, IconEraser, IconRowRemove } from '@tabler/icons-react';
import { type Ref, startTransition, useEffect, useState } from 'react';
import type {
  CheckFilter,
  CheckReason,
  CheckSummary,
  RepairParameters,
  RowOrder,
} from '../../../../../shared/contract/check/check.ts';
import type { DateOrder } from '../../../../../shared/domain/check/date-order.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { format } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/index.ts';
import { CheckGrid, type CheckGridHandle } from './CheckGrid.tsx';
import classes from './CheckStep.module.css';
import { needsNothing } from './check-model.ts';
import { rowForms } from '../checking/check-sum.ts';
import { ReasonHead } from './ReasonHead.tsx';
import { RowsBar } from './RowsBar.tsx';
import type { RepairCount } from './use-repair-count.ts';

interface CheckRowsProps {
  readonly gridRef: Ref<CheckGridHandle>;
  readonly draft: Draft;
  readonly summary: CheckSummary;
  readonly reason: CheckReason | null;
  /** Column whose values name a row for a person. */
  readonly naming: number;
  /** Columns the reason is about. */
  readonly judged: readonly number[];
  /** Changes that could not be made. */
  readonly failures: number;
  readonly filter: CheckFilter;
  readonly order: RowOrder;
  readonly parameter: string;
  readonly parameters: RepairParameters | undefined;
  readonly repairable: RepairCount;
  /** Rows of the reason that leaving out would touch. */
  readonly leavable: number;
  /** Which row of each group stays; null: the reason has no groups. */
  readonly keep: 'first' | 'last' | null;
  readonly onKeep: (keep: 'first' | 'last') => void;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onOrder: (order: RowOrder) => void;
  /** How the dates of a field are read; null: they are sent as they stand. */
  readonly onDateOrder: (field: string, order: DateOrder | null) => void;
  readonly onParameter: (value: string) => void;
  readonly onRepair: () => void;
  readonly onLeaveReasonOut: () => void;
  readonly onLeaveRowOut: (row: number, isOut: boolean) => void;
  readonly onEdit: (row: number, column: number, value: string) => void;
  readonly onUndo: () => void;
  readonly onFocusRow: (row: number, index: number) => void;
}

/** The chosen reason with its repair, and the rows it is about. */
export function CheckRows(props: CheckRowsProps) {
  const { gridRef, draft, summary, reason, naming, judged, filter, keep, onFilter } = props;
  const empty = emptyWords(filter, summary);
  // The table is heavy: it comes one breath after the words, so that neither holds up a key.
  const [isTableDue, setIsTableDue] = useState(false);
  useEffect(() => startTransition(() => setIsTableDue(true)), []);
  return (
    <>
      {reason === null ? (
        <AllHead summary={summary} />
      ) : (
        <ReasonHead
          key={reason.id}
          reason={reason}
          parameter={props.parameter}
          repairable={props.repairable}
          leaveOut={{
            rows: props.leavable,
            choice:
              keep === null ? null : (
                <Select
                  label="Keep"
                  w={132}
                  allowDeselect={false}
                  data={[
                    { value: 'first', label: 'The first row' },
                    { value: 'last', label: 'The last row' },
                  ]}
                  value={keep}
                  onChange={(value) => props.onKeep(value === 'last' ? 'last' : 'first')}
                />
              ),
          }}
          onParameter={props.onParameter}
          onRepair={props.onRepair}
          onDateOrder={props.onDateOrder}
          onLeaveOut={props.onLeaveReasonOut}
        />
      )}
      <RowsBar
        summary={summary}
        reason={reason}
        filter={filter}
        order={props.order}
        leavable={keep === null && reason?.severity !== 'note' ? props.leavable : null}
        onFilter={onFilter}
        onOrder={props.onOrder}
        onLeaveReasonOut={props.onLeaveReasonOut}
        onUndo={props.onUndo}
      />
      {empty === null && isTableDue && (
        <CheckGrid
          ref={gridRef}
          draftId={draft.id}
          columns={draft.reading.columns}
          naming={naming}
          judged={judged}
          reason={reason}
          filter={filter}
          order={props.order}
          parameters={props.parameters}
          revision={`${summary.revision} ${props.failures}`}
          onEdit={props.onEdit}
          onLeaveOut={props.onLeaveRowOut}
          onFocusRow={props.onFocusRow}
        />
      )}
      {empty !== null && (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={
            <Button variant="default" onClick={() => onFilter('all')}>
              Look at all rows
            </Button>
          }
        >
          {empty.text}
        </EmptyState>
      )}
    </>
  );
}

function AllHead({ summary }: { readonly summary: CheckSummary }) {
  const { rowsWithProblem, rowsWithWarning, rows } = summary;
  return (
    <div className={classes['head']}>
      <h2 className={classes['headline']}>
        All rows<span className={`${classes['headCount'] ?? ''} tabular`}>{format.count(rows, rowForms)}</span>
      </h2>
      <p className="text2">
        {needsNothing(summary)
          ? 'Nothing was found that keeps a row from being sent. Every cell can still be changed.'
          : `${format.count(rowsWithProblem, { one: '# row has a problem', other: '# rows have a problem' })}, ${format.count(rowsWithWarning, { one: '# is', other: '# are' })} worth a look. Choose a reason at the left to put it right at once.`}
      </p>
    </div>
  );
}

function emptyWords(filter: CheckFilter, summary: CheckSummary) {
  if (filter === 'repaired' && summary.editedRows === 0)
    return { icon: IconEraser, title: 'Nothing repaired yet', text: 'Rows with a repair or an edit are listed here.' };
  if (filter === 'leftOut' && summary.standing.leftOut === 0)
    return { icon: IconRowRemove, title: 'No row is left out', text: 'Rows that are not sent are listed here.' };
  if (filter === 'problem' && needsNothing(summary))
    return {
      icon: IconCircleCheck,
      title: 'Nothing to correct',
      text: 'Every row can be sent as it is. Go on to the plan, or look through the rows.',
    };
  if (filter === 'problem' && summary.rowsWithProblem === 0)
    return {
      icon: IconCircleCheck,
      title: 'No row has a problem',
      text: 'What is worth a look is listed at the left.',
    };
  return null;
}
