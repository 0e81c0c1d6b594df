import { Popover } from '@mantine/core';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { StatusWord } from '../../../ui/index.ts';
import { ChosenWords } from '../explore/ChosenWords.tsx';
import explore from '../explore/Explore.module.css';
import type { Choice } from '../explore/use-choice.ts';
import classes from './Compare.module.css';
import { apart, doubtOf, isWhole, type NamedField, type Part, partWords } from './compare-model.ts';

interface CompareStatusProps {
  readonly comparison: Comparison;
  readonly fields: readonly NamedField[];
  readonly results: { readonly before: ExportSummary; readonly now: ExportSummary };
  readonly names: { readonly before: string; readonly now: string };
  /** Rows on the screen; null while they are counted. */
  readonly shown: number | null;
  readonly of: number;
  readonly part: Part;
  readonly choice: Choice;
  readonly onApart: () => void;
}

/** What was compared, what was not, and whether it is the whole truth. */
export function CompareStatus({
  comparison,
  fields,
  results,
  names,
  shown,
  of,
  part,
  choice,
  onApart,
}: CompareStatusProps) {
  const compared = fields.filter((field) => field.changed !== null).length;
  const isBothWhole = isWhole(results.before) && isWhole(results.now);
  const uncounted = apart(comparison);
  return (
    <div className={`${explore['status'] ?? ''} tabular`}>
      <span>
        <strong>{shown === null ? '…' : format.number(shown)}</strong> of {format.number(of)}{' '}
        {partWords(part, doubtOf(results))} shown
      </span>
      <ChosenWords choice={choice} />
      <span className={explore['columns']}>
        {format.count(compared, { one: '# column', other: '# columns' })} compared
        <OneSided fields={fields} names={names} />
      </span>
      {uncounted > 0 && (
        <button type="button" className={classes['link']} title={apartWords(comparison)} onClick={onApart}>
          {format.count(uncounted, rowForms)} counted apart
        </button>
      )}
      <span className={explore['end']}>
        {isBothWhole ? (
          <StatusWord status="ok">Both complete, compared in {format.duration(comparison.milliseconds)}</StatusWord>
        ) : (
          <StatusWord status="warning">
            Leads are missing, compared in {format.duration(comparison.milliseconds)}
          </StatusWord>
        )}
      </span>
    </div>
  );
}

/** Columns that only one result has. They cannot be compared, so they never count as changes. */
function OneSided({ fields, names }: Pick<CompareStatusProps, 'fields' | 'names'>) {
  const only = {
    now: fields.filter((field) => field.changed === null && field.before === null),
    before: fields.filter((field) => field.changed === null && field.now === null),
  };
  return (['now', 'before'] as const).map((side) =>
    only[side].length === 0 ? null : (
      <Popover key={side} position="top-start" trapFocus>
        {', '}
        <Popover.Target>
          <button type="button" className={classes['link']}>
            {format.number(only[side].length)} only {names[side]}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={`Columns only ${names[side]}`}>
          <p className={classes['hint']}>These columns are in one result only. They never count as changes.</p>
          <ul className={classes['only']} tabIndex={0}>
            {only[side].map(({ position, title }) => (
              <li key={position}>{title}</li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    ),
  );
}

function apartWords({ repeated, withoutId }: Comparison): string {
  const said = [
    [repeated.before, 'repeat an id in the earlier result'],
    [repeated.now, 'repeat an id in the later result'],
    [withoutId.before, 'have no id in the earlier result'],
    [withoutId.now, 'have no id in the later result'],
  ] as const;
  return said
    .filter(([rows]) => rows > 0)
    .map(([rows, words]) => `${format.number(rows)} ${words}`)
    .join(', ');
}
