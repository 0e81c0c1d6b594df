import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { ICellRendererParams } from 'ag-grid-community';
import { ClosureCell, StatusCell } from '../grid/LeadCells.tsx';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { valueKind } from '../../../../../shared/domain/service/leads/lead-status.ts';
import type { GridContext, LeadRow } from '../grid/lead-rows.ts';
import { MarkedText } from '../grid/MarkedText.tsx';
import { hasHit } from '../view/hits.ts';
import classes from './Compare.module.css';
import type { NamedField } from './compare-model.ts';

export interface CompareCellParams {
  /** Unchanged values look fainter than changed ones. */
  readonly isQuiet: boolean;
  readonly field: NamedField;
  readonly names: { readonly before: string; readonly now: string };
}

/** Both values of a field that changed, or its one value. */
export function CompareCell(props: ICellRendererParams<LeadRow, string, GridContext> & CompareCellParams) {
  const { data, field, names, isQuiet } = props;
  if (data === undefined) return null;
  const before = data.cells[field.before ?? -1] ?? '';
  const now = data.cells[field.now ?? -1] ?? '';
  const hasChanged = field.change !== null && (data.cells[field.change] ?? null) !== null;
  if (!hasChanged)
    return (
      <span className={classes['one']} data-quiet={isQuiet || undefined}>
        <Value
          {...props}
          value={now === '' ? before : now}
          path={field.path}
          index={now === '' ? field.before : field.now}
        />
      </span>
    );
  return (
    <span className={classes['pair']} data-wide={/^status$/i.test(field.path) || undefined}>
      <span className={classes['old']}>
        <span className="visuallyHidden">{names.before}: </span>
        <Value {...props} value={before} path={field.path} index={field.before} />
      </span>
      <IconArrowNarrowRight size={13} stroke={1.75} aria-hidden />
      <span className={classes['fresh']}>
        <span className="visuallyHidden">, {names.now}: </span>
        <Value {...props} value={now} path={field.path} index={field.now} />
      </span>
    </span>
  );
}

type ValueProps = ICellRendererParams<LeadRow, string, GridContext> & {
  readonly path: string;
  /** Position of the value in the row: a search names it. */
  readonly index: number | null;
};

function Value({ path, index, ...props }: ValueProps) {
  const kind = valueKind(path);
  const own = { ...props, colDef: { colId: String(index) } };
  if (kind === 'status') return <StatusCell {...own} />;
  if (kind === 'closure') return <ClosureCell {...own} value={props.value === '' ? 'NotSet' : (props.value ?? '')} />;
  const { value, context, data } = props;
  if (value === '' || value == null) return <span className="text3">empty</span>;
  const words = columnWords(path, value);
  const { needle, hit } = context;
  const isCurrent = hit !== null && hit.number === data?.number && hit.column === index;
  return (
    <span dir="auto" className="truncate">
      {hasHit(value, needle) ? (
        <MarkedText text={hasHit(words, needle) ? words : value} needle={needle} isCurrent={isCurrent} />
      ) : (
        words
      )}
    </span>
  );
}

interface CompareHeaderProps {
  readonly title: string;
  readonly names: { readonly before: string; readonly now: string };
  readonly isStatus: boolean;
}

/** Two names over the two halves of the cells below. */
export function CompareHeader({ title, names, isStatus }: CompareHeaderProps) {
  return (
    <span className={classes['pair']} data-wide={isStatus || undefined}>
      <span className="truncate" title={`${title}, ${names.before}`}>
        {title}, {names.before}
      </span>
      <span />
      <span className="truncate" title={names.now}>
        {names.now}
      </span>
    </span>
  );
}
