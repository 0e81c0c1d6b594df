import { SegmentedControl, Select } from '@mantine/core';
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import { orderIn } from '../../../../../shared/domain/jobs/row-order.ts';
import classes from './PlanStep.module.css';

interface OrderChoiceProps {
  readonly labelId: string;
  readonly terms: Terms;
  readonly columns: readonly { readonly label: string }[];
  readonly onChange: (terms: Terms) => void;
}

const AS_IN_THE_FILE = 'file';

/** Which rows are sent first: as in the file, or by the cells of a column. */
export function OrderChoice({ labelId, terms, columns, onChange }: OrderChoiceProps) {
  const { order } = terms;
  // A file that was read again may have other columns: without the one chosen its rows go out as they come.
  const chosen = orderIn(
    order,
    columns.map(({ label }) => label),
  );
  return (
    <div className={classes['controls']}>
      <Select
        aria-labelledby={labelId}
        w={240}
        searchable={columns.length > 12}
        data={[
          { value: AS_IN_THE_FILE, label: 'As in the file' },
          ...columns.map(({ label }, index) => ({ value: String(index), label })),
        ]}
        value={chosen === null ? AS_IN_THE_FILE : String(chosen.column)}
        onChange={(value) => {
          const column = value === null || value === AS_IN_THE_FILE ? null : Number(value);
          onChange({
            ...terms,
            order:
              column === null
                ? null
                : { column, descending: chosen?.descending ?? false, label: columns[column]?.label },
          });
        }}
      />
      {chosen === null ? (
        <span className={classes['hint']}>
          {order === null
            ? 'Dialling can start while the rest is sent.'
            : `The file has no single column “${order.label ?? ''}” any more, by which the rows were ordered.`}
        </span>
      ) : (
        <>
          <SegmentedControl
            aria-label="Direction"
            data={[
              { value: 'up', label: 'Lowest first' },
              { value: 'down', label: 'Highest first' },
            ]}
            value={chosen.descending ? 'down' : 'up'}
            onChange={(value) => onChange({ ...terms, order: { ...chosen, descending: value === 'down' } })}
          />
          <span className={classes['hint']}>Empty cells last.</span>
        </>
      )}
    </div>
  );
}
