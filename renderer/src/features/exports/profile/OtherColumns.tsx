import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { format } from '../../../lib/format.ts';
import { helpForValue } from '../../../lib/help.ts';
import { Skeleton } from '../../../ui/index.ts';
import { filterOf, withValue } from '../view/filters.ts';
import { editionOf } from '../view/known-at.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { Facet } from './Facet.tsx';
import { Histogram } from './Histogram.tsx';
import { NegatedNote } from './NegatedNote.tsx';
import { useProfile } from './use-profile.ts';
import { useValues } from './use-values.ts';
import classes from './ColumnPanel.module.css';

interface OtherColumnsProps {
  readonly result: { readonly summary: ExportSummary; readonly args: ViewArgs };
  readonly column: ViewColumn;
  readonly columns: readonly ViewColumn[];
  readonly filters: readonly ColumnFilter[];
  readonly onColumn: (column: number) => void;
  readonly onFilter: (column: number, filter: ColumnFilter | null) => void;
}

/** Values of another column that are shown. */
const SHORT_LIST = 4;

/** Under the column: when leads changed, and the columns that most work begins with. */
export function OtherColumns({ result, column, columns, filters, onColumn, onFilter }: OtherColumnsProps) {
  const others = telling(columns).filter(({ index }) => index !== column.index);
  const dates = others.find(({ path }) => isDate(path));
  const lists = others.filter(({ path }) => !isDate(path)).slice(0, 2);
  return (
    <>
      {dates !== undefined && <Dates result={result} column={dates} onColumn={onColumn} />}
      {lists.map((other) => (
        <ShortList
          key={other.index}
          args={result.args}
          edition={editionOf(result.summary)}
          column={other}
          filter={filterOf(filters, other.index)}
          onColumn={onColumn}
          onFilter={onFilter}
        />
      ))}
    </>
  );
}

function isDate(path: string): boolean {
  return /time$/i.test(path);
}

/** Columns with values that repeat, known by their names: nothing is read to find them. */
function telling(columns: readonly ViewColumn[]): ViewColumn[] {
  const names = [
    /^lastModifiedTime$/i,
    /^status$/i,
    /^closure$/i,
    /(^|\.)(city|by|ort|stad|postby)$/i,
    /^campaign\.code$/i,
  ];
  return names.flatMap((name) => columns.find(({ path, filled }) => filled > 0 && name.test(path)) ?? []);
}

interface DatesProps {
  readonly result: OtherColumnsProps['result'];
  readonly column: ViewColumn;
  readonly onColumn: (column: number) => void;
}

function Dates({ result: { summary, args }, column, onColumn }: DatesProps) {
  const { profile } = useProfile(args, column.index, editionOf(summary));
  if (profile?.histogram.length === 0) return null;
  return (
    <section className={classes['section']} aria-label={column.title}>
      <OtherHead column={column} onColumn={onColumn} words={profile?.isEstimate === true ? 'estimate' : ''} />
      {profile === null ? (
        <Skeleton lines={2} label="The column is being counted" />
      ) : (
        <Histogram parts={profile.histogram} kind="date" />
      )}
    </section>
  );
}

interface ShortListProps {
  readonly args: ViewArgs;
  readonly edition: string;
  readonly column: ViewColumn;
  readonly filter: ColumnFilter | undefined;
  readonly onColumn: (column: number) => void;
  readonly onFilter: (column: number, filter: ColumnFilter | null) => void;
}

function ShortList({ args, edition, column, filter, onColumn, onFilter }: ShortListProps) {
  const values = useValues(args, column.index, { find: '', limit: SHORT_LIST, edition });
  if (values?.trouble !== undefined && values.trouble !== '') return null;
  const listed = values === null ? [] : [...values.chosen, ...values.values];
  const most = Math.max(1, ...listed.map(({ rows }) => rows));
  const ticked = filter?.kind === 'values' ? filter.values : [];
  return (
    <section className={classes['section']} aria-label={column.title}>
      <OtherHead
        column={column}
        onColumn={onColumn}
        words={values === null ? '' : `${format.number(values.valuesTotal + values.chosen.length)} different`}
      />
      <NegatedNote filter={filter} of={['values']} onFilter={(next) => onFilter(column.index, next)} />
      {values === null && <Skeleton lines={SHORT_LIST} label="The values are being counted" />}
      <div className={classes['facets']}>
        {listed.slice(0, Math.max(SHORT_LIST, values?.chosen.length ?? 0)).map(({ value, rows, whole }) => (
          <Facet
            key={value}
            help={helpForValue(column.path, value)}
            label={columnWords(column.path, value)}
            rows={rows}
            share={rows / most}
            checked={ticked.includes(value)}
            isDisabled={!whole}
            onChange={() => onFilter(column.index, withValue(filter, column.index, value))}
          />
        ))}
      </div>
    </section>
  );
}

interface OtherHeadProps {
  readonly column: ViewColumn;
  readonly words: string;
  readonly onColumn: (column: number) => void;
}

function OtherHead({ column, words, onColumn }: OtherHeadProps) {
  return (
    <h4 className={classes['sectionHead']}>
      <button type="button" className={classes['sectionName']} onClick={() => onColumn(column.index)}>
        {column.title}
      </button>
      <span className="tabular">{words}</span>
    </h4>
  );
}
