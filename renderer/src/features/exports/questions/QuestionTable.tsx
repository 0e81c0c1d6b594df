import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { format } from '../../../lib/format.ts';
import type { AnswerLine, AnswerTable } from './question-table.ts';
import classes from './Questions.module.css';

/** Leads that a person looks at: of a line, or of one value across in it. */
export interface Picked {
  readonly filters: readonly ColumnFilter[];
}

interface QuestionTableProps {
  readonly table: AnswerTable;
  readonly heads: { readonly groups: string; readonly measure: string | null };
  readonly hasBars: boolean;
  readonly picked: Picked | null;
  readonly isOpen: (key: string) => boolean;
  readonly onToggle: (key: string) => void;
  readonly onPick: (picked: Picked | null) => void;
}

/** The counted leads, a line a group; a press on a figure or a part of a bar shows its leads below. */
export function QuestionTable({ table, heads, hasBars, picked, isOpen, onToggle, onPick }: QuestionTableProps) {
  const { across, lines, mostOf } = table;
  const pick = (line: AnswerLine, cell: number | null) => {
    const filters = filtersOf(table, line, cell);
    if (filters === null) return;
    onPick(isPicked(picked, filters) ? null : { filters });
  };
  return (
    <table className={classes['table']} aria-label="Counted leads">
      <thead>
        <tr>
          <th scope="col" className={classes['group']}>
            {heads.groups}
          </th>
          <th scope="col">Leads</th>
          {across.map(({ title, colour }) => (
            <th key={title} scope="col" title={title}>
              <span className={classes['sign']} style={{ background: `var(--lc-${colour})` }} aria-hidden />
              {title}
            </th>
          ))}
          {heads.measure !== null && <th scope="col">{heads.measure}</th>}
          {hasBars && (
            <th scope="col" className={classes['bars']}>
              <span className="visuallyHidden">Bars</span>
              {lines.some(({ kind }) => kind === 'inner') && (
                <span className={classes['scale']}>groups: own scale</span>
              )}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} data-kind={line.kind} data-quiet={line.isQuiet || undefined}>
            <th scope="row" className={classes['group']}>
              {line.inner === null ? null : (
                <button
                  type="button"
                  className={classes['toggle']}
                  aria-expanded={isOpen(line.key)}
                  aria-label={`Groups of ${line.title}`}
                  onClick={() => onToggle(line.key)}
                >
                  {isOpen(line.key) ? (
                    <IconChevronDown size={14} aria-hidden />
                  ) : (
                    <IconChevronRight size={14} aria-hidden />
                  )}
                </button>
              )}
              <span dir="auto" title={line.title}>
                {line.title}
              </span>
              {line.small !== '' && <small>{line.small}</small>}
              {line.inner !== null && !isOpen(line.key) && (
                <small>{format.count(line.inner, { one: '# group', other: '# groups' })}</small>
              )}
            </th>
            <Figure line={line} count={line.rows} cell={null} title={line.title} {...{ table, picked }} onPick={pick} />
            {across.map(({ title }, cell) => (
              <Figure
                key={title}
                line={line}
                count={line.across[cell] ?? null}
                cell={cell}
                title={`${line.title}, ${title}`}
                {...{ table, picked }}
                onPick={pick}
              />
            ))}
            {heads.measure !== null && <td>{line.measure === null ? '–' : format.amount(line.measure)}</td>}
            {hasBars && (
              <td className={classes['bars']} aria-hidden>
                <LineBar line={line} table={table} most={mostOf(line.kind)} onPick={pick} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function filtersOf({ across }: AnswerTable, line: AnswerLine, cell: number | null): readonly ColumnFilter[] | null {
  if (line.filters === null || cell === null) return line.filters;
  const filter = across[cell]?.filter ?? null;
  return filter === null ? null : [...line.filters, filter];
}

/** By what it shows: after another count the leads may stand in another line. */
function isPicked(picked: Picked | null, filters: readonly ColumnFilter[]): boolean {
  return picked !== null && JSON.stringify(picked.filters) === JSON.stringify(filters);
}

interface FigureProps {
  readonly table: AnswerTable;
  readonly line: AnswerLine;
  readonly count: number | null;
  readonly cell: number | null;
  readonly title: string;
  readonly picked: Picked | null;
  readonly onPick: (line: AnswerLine, cell: number | null) => void;
}

function Figure({ table, line, count, cell, title, picked, onPick }: FigureProps) {
  if (count === null) return <td>–</td>;
  const share = cell === null || line.rows === 0 ? '' : format.percent(count, line.rows);
  const words = (
    <>
      <b>{format.number(count)}</b>
      {share !== '' && <small>{share}</small>}
    </>
  );
  const filters = filtersOf(table, line, cell);
  return (
    <td>
      {count === 0 || filters === null ? (
        <span className={classes['figure']}>{words}</span>
      ) : (
        <button
          type="button"
          className={classes['figure']}
          aria-pressed={isPicked(picked, filters)}
          title="Show these leads"
          onClick={() => onPick(line, cell)}
        >
          <span className="visuallyHidden">{title}: </span>
          {words}
        </button>
      )}
    </td>
  );
}

interface LineBarProps {
  readonly line: AnswerLine;
  readonly table: AnswerTable;
  /** Rows of the longest bar of its kind. */
  readonly most: number;
  readonly onPick: (line: AnswerLine, cell: number | null) => void;
}

/** As long as its leads; of groups that are open and of the total only the shares. The figures say it to a screen reader. */
function LineBar({ line, table, most, onPick }: LineBarProps) {
  const parts = table.across.length === 0 ? [line.rows] : line.across;
  if (parts.length === 0 || line.kind === 'rest') return null;
  const width = line.kind === 'total' ? 100 : (100 * line.rows) / most;
  return (
    <span className={classes['lineBar']} data-thin={line.kind === 'total' || undefined} style={{ width: `${width}%` }}>
      {parts.map((count, cell) =>
        count === 0 ? null : (
          <button
            key={table.across[cell]?.title ?? 'leads'}
            type="button"
            tabIndex={-1}
            className={classes['part']}
            title={`${table.across[cell]?.title ?? line.title}: ${format.number(count)}`}
            aria-label={`Show ${table.across[cell]?.title ?? line.title}`}
            style={{ flexGrow: count, background: `var(--lc-${table.across[cell]?.colour ?? 'info-fill'})` }}
            onClick={() => onPick(line, table.across.length === 0 ? null : cell)}
          />
        ),
      )}
    </span>
  );
}
