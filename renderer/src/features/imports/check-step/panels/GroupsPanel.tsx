import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { CheckReason, DuplicateGroup } from '../../../../../../shared/contract/check/check.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { FailureNote, Skeleton } from '../../../../ui/index.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { mappedColumns } from '../model/check-model.ts';
import classes from './SidePanel.module.css';

const SHOWN = 50;

/** Rows that share a value, and which of them would stay. */
export function GroupsPanel({ reason }: { readonly reason: CheckReason }) {
  const { draft, mapping, view, showRow } = useCheckStep();
  const mapped = mappedColumns(mapping);
  const { data, error } = useChannel(
    'check:groups',
    { draftId: draft.id, reasonId: reason.id, keep: view.kept, offset: 0, limit: SHOWN },
    { keepPrevious: true },
  );
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <Skeleton lines={8} label="The groups are loading" />;
  return (
    <>
      <p className="quiet">
        {format.count(data.total, { one: '# value appears', other: '# values appear' })} more than once. Left out, the{' '}
        {data.keep} row of each is sent, unless it shares another of these values with a row that stays.
      </p>
      <ul className={classes['values']} aria-label="Values that repeat">
        {data.groups.map((group) => (
          <GroupItem
            key={`${group.key} ${group.rows[0]?.row ?? 0}`}
            group={group}
            mapped={mapped}
            onShowRow={showRow}
          />
        ))}
      </ul>
      {data.total > data.groups.length && (
        <p className="quiet">
          {format.count(data.total - data.groups.length, { one: '# group more', other: '# groups more' })} in the table.
        </p>
      )}
    </>
  );
}

interface GroupItemProps {
  readonly group: DuplicateGroup;
  /** Columns that are sent. */
  readonly mapped: readonly number[];
  readonly onShowRow: (row: number) => void;
}

function GroupItem({ group, mapped, onShowRow }: GroupItemProps) {
  const { rows, count } = group;
  const differing = mapped.filter((column) => rows.some(({ cells }) => cells[column] !== rows[0]?.cells[column]));
  return (
    <li className={classes['group']}>
      <strong className={classes['valueText']}>{group.key}</strong>
      <ul>
        {rows.map(({ row, line, cells, stays }) => (
          <li key={row} data-kept={stays || undefined}>
            {stays ? (
              <IconCheck size={14} role="img" aria-label="stays" />
            ) : (
              <IconMinus size={14} role="img" aria-label="would be left out" />
            )}
            <button type="button" className={classes['lineButton']} onClick={() => onShowRow(row)}>
              Line {format.number(line)}
            </button>
            <span className={classes['differences']}>{differenceWords(differing, cells)}</span>
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="quiet">and {format.number(count - rows.length)} more</p>}
    </li>
  );
}

/** What is different in this row of its group; the rest is the same in all. */
function differenceWords(differing: readonly number[], cells: readonly string[]): string {
  if (differing.length === 0) return 'the same in all that is sent';
  const values = differing.map((column) => cells[column]?.trim() ?? '');
  return values.map((value) => (value === '' ? 'empty' : value)).join(' · ');
}
