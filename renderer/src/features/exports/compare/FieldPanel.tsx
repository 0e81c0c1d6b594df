import { Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, IconButton, Pane, Skeleton, TableHead } from '../../../ui/index.ts';
import { ChangedWhen } from './ChangedWhen.tsx';
import classes from './Compare.module.css';
import { type CompareView, filtersOf, inBoth, kindFilter, type NamedField, parseChange } from './compare-model.ts';
import { valuesSideBySide, valueWords } from './field-values.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

/** The most changes and values of a field that are listed; the rest is counted. */
const LISTED_CHANGES = 100;
const LISTED_VALUES = 12;

interface FieldPanelProps {
  readonly comparison: Comparison;
  readonly fields: readonly NamedField[];
  readonly names: { readonly before: string; readonly now: string };
  readonly view: CompareView;
  readonly onShow: (view: CompareView) => void;
  readonly onClose: () => void;
}

/** One field in numbers: what it changed from and to, its values in both results, and when it changed. */
export function FieldPanel({ comparison, fields, names, view, onShow, onClose }: FieldPanelProps) {
  const compared = fields.filter((field) => field.changed !== null);
  const field = compared.find(({ position }) => position === view.field) ?? compared[0];
  return (
    <Pane label="Column" width={264}>
      <div className={classes['panelHead']}>
        <h2>Column</h2>
        <Select
          aria-label="Column"
          size="xs"
          searchable
          data={compared.map(({ position, title }) => ({ value: String(position), label: title }))}
          value={field === undefined ? null : String(field.position)}
          onChange={(position) =>
            position !== null && onShow({ part: 'changed', field: Number(position), changes: [] })
          }
        />
        <IconButton label="Close the column" icon={IconX} onClick={onClose} />
      </div>
      {field === undefined ? (
        <p className={classes['panelNote']}>The two results have no column in common.</p>
      ) : (
        <>
          <Changes comparison={comparison} field={field} names={names} view={view} onShow={onShow} />
          <Values comparison={comparison} field={field} names={names} />
          {(field.changed ?? 0) > 0 && <ChangedWhen comparison={comparison} field={field} />}
        </>
      )}
      <p className={classes['panelNote']}>
        Last modified time is not counted: every other change changes it. Names of columns are compared without regard
        to case.
      </p>
    </Pane>
  );
}

type SectionProps = Pick<FieldPanelProps, 'comparison' | 'names'> & { readonly field: NamedField };

/** From which value to which, with how many leads; several can be chosen. */
function Changes({ comparison, field, names, view, onShow }: SectionProps & Pick<FieldPanelProps, 'view' | 'onShow'>) {
  const { data, error } = useChannel(
    'export:values',
    {
      exportId: comparison.id,
      filters: filtersOf(comparison, { part: 'changed', field: field.position, changes: [] }),
      column: field.change ?? 0,
      offset: 0,
      limit: LISTED_CHANGES,
    },
    { staleTime: Infinity },
  );
  const chosen = view.field === field.position ? view.changes : [];
  const most = data?.values[0]?.rows ?? 1;
  return (
    <section className={classes['section']} aria-label="Changes">
      <div className={classes['sectionHead']}>
        <h3>
          {capitalized(names.before)} to {names.now}
        </h3>
        {field.changed !== 0 && <span>click to filter</span>}
      </div>
      {field.changed === 0 && <p className={classes['hint']}>Equal in every lead of both results.</p>}
      <FailureNote failure={error} />
      {data === undefined && error === null && field.changed !== 0 && <Skeleton lines={4} />}
      <ul>
        {data?.values.map(({ value, whole, rows }) => (
          <Change
            key={value}
            change={parseChange(value)}
            path={field.path}
            rows={rows}
            part={rows / most}
            isChosen={chosen.includes(value)}
            isFixed={!whole}
            onToggle={() =>
              onShow({
                part: 'changed',
                field: field.position,
                changes: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
              })
            }
          />
        ))}
      </ul>
      {data !== undefined && data.valuesTotal > data.values.length && (
        <p className={classes['hint']}>
          {format.count(data.valuesTotal - data.values.length, {
            one: 'and # other change',
            other: 'and # other changes',
          })}
        </p>
      )}
    </section>
  );
}

interface ChangeProps {
  readonly change: { readonly before: string; readonly now: string } | null;
  readonly path: string;
  readonly rows: number;
  /** Share of the most frequent change, from 0 to 1. */
  readonly part: number;
  readonly isChosen: boolean;
  /** The text was cut: it cannot be chosen. */
  readonly isFixed: boolean;
  readonly onToggle: () => void;
}

function Change({ change, path, rows, part, isChosen, isFixed, onToggle }: ChangeProps) {
  const words =
    change === null ? ['long text', 'long text'] : [valueWords(path, change.before), valueWords(path, change.now)];
  return (
    <li>
      <label className={classes['change']} title={`${words[0]} → ${words[1]}`}>
        <span className={classes['changeBar']} style={{ width: `${Math.max(2, part * 100)}%` }} aria-hidden />
        <input type="checkbox" checked={isChosen} disabled={isFixed} onChange={onToggle} />
        <span className={classes['changeWords']}>
          <span dir="auto">{words[0]}</span>
          <span aria-hidden>→</span>
          <span className="visuallyHidden"> to </span>
          <span dir="auto">{words[1]}</span>
        </span>
        <span className="tabular">{format.number(rows)}</span>
      </label>
    </li>
  );
}

/** How many leads of both results have a value, before and now. */
function Values({ comparison, field, names }: SectionProps) {
  const args = (column: number | null) => ({
    exportId: comparison.id,
    filters: [kindFilter(comparison, ['same', 'changed'])],
    column: column ?? 0,
    offset: 0,
    limit: 500,
  });
  const options = { staleTime: Infinity };
  const before = useChannel('export:values', args(field.before), { ...options, enabled: field.before !== null });
  const now = useChannel('export:values', args(field.now), { ...options, enabled: field.now !== null });
  const total = inBoth(comparison);
  const isRead = (field.before === null || before.data !== undefined) && (field.now === null || now.data !== undefined);
  const lines = isRead ? valuesSideBySide(before.data ?? null, now.data ?? null, total) : null;
  return (
    <section className={classes['section']} aria-label="Leads in both results">
      <div className={classes['sectionHead']}>
        <h3>Leads in both results</h3>
        <span className="tabular">{format.number(total)}</span>
      </div>
      <FailureNote failure={before.error ?? now.error} />
      {!isRead && before.error === null && now.error === null && <Skeleton lines={4} />}
      {isRead && lines === null && <p className={classes['hint']}>The values are too many or too long to list.</p>}
      {lines !== null && (
        <table className={`${classes['values'] ?? ''} tabular`}>
          <TableHead names={[field.title, names.before, names.now, '+/−']} />
          <tbody>
            {lines.slice(0, LISTED_VALUES).map(({ value, was, is }) => (
              <tr key={value}>
                <th scope="row" dir="auto" title={value}>
                  <span className="twoLines">{valueWords(field.path, value)}</span>
                </th>
                <td>{format.number(was)}</td>
                <td>
                  <strong>{format.number(is)}</strong>
                </td>
                <td>{signed(is - was)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines !== null && lines.length > LISTED_VALUES && (
        <p className={classes['hint']}>
          {format.count(lines.length - LISTED_VALUES, { one: 'and # other value', other: 'and # other values' })}
        </p>
      )}
    </section>
  );
}

function signed(difference: number): string {
  if (difference === 0) return '0';
  return `${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`;
}
