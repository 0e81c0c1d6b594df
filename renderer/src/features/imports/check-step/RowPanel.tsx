import { Button, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Skeleton } from '../../../ui/index.ts';
import classes from './SidePanel.module.css';

interface RowPanelProps {
  readonly draftId: string;
  /** Null: none chosen yet. */
  readonly row: number | null;
  readonly columns: readonly { readonly index: number; readonly label: string }[];
  readonly summary: CheckSummary;
  readonly onLeaveOut: (row: number, isOut: boolean) => void;
  /** Puts back what the file says. */
  readonly onRestore: (row: number, column: number, value: string) => void;
  readonly onChooseReason: (reasonId: string) => void;
}

/** One row: what is wrong with it, what was changed, and what would be sent. */
export function RowPanel(props: RowPanelProps) {
  const { draftId, row, columns, summary, onLeaveOut, onRestore, onChooseReason } = props;
  const { data, error } = useChannel(
    'check:rows',
    { draftId, reasonId: null, filter: 'all', offset: (row ?? 1) - 1, limit: 1 },
    { keepPrevious: true, enabled: row !== null },
  );
  const sent = useChannel('import:sentRow', { draftId, row: row ?? 1 }, { keepPrevious: true, enabled: row !== null });
  if (row === null) return <p className={classes['quiet']}>Choose a row in the table to see all of it.</p>;
  const failure = error ?? sent.error;
  if (failure !== null) return <FailureNote failure={failure} />;
  const found = data?.rows[0];
  if (found === undefined || sent.data === undefined) return <Skeleton lines={8} label="The row is being read" />;
  const marks = [...new Set(found.marks.map((mark) => mark.reasonId))].flatMap((reasonId) => {
    const reason = summary.reasons.find((known) => known.id === reasonId);
    return reason === undefined ? [] : [reason];
  });
  return (
    <>
      <div className={classes['rowHead']}>
        <h3>Line {format.number(found.line)}</h3>
        <Switch
          size="xs"
          label="Leave out"
          checked={found.leftOut}
          onChange={(event) => onLeaveOut(found.row, event.currentTarget.checked)}
        />
      </div>
      {found.leftOut && <p className={classes['quiet']}>This row is not sent.</p>}
      {!found.leftOut && marks.length === 0 && <p className={classes['quiet']}>Nothing to correct in this row.</p>}
      {marks.length > 0 && (
        <ul className={classes['marks']} aria-label="Found in this row">
          {marks.map((reason) => (
            <li key={reason.id} data-severity={reason.severity}>
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
              <button type="button" className={classes['lineButton']} onClick={() => onChooseReason(reason.id)}>
                {reason.title}
                {reason.field === null || reason.title.includes(reason.field) ? '' : `, ${reason.field}`}
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.edited.length > 0 && (
        <ul className={classes['edits']} aria-label="Changed in this row">
          {found.edited.map(({ column, inFile }) => (
            <li key={column}>
              <span>
                {columns.find((known) => known.index === column)?.label ?? ''}, in the file:{' '}
                {inFile === '' ? <em>empty</em> : inFile}
              </span>
              <Button size="xs" variant="default" onClick={() => onRestore(found.row, column, inFile)}>
                Put back
              </Button>
            </li>
          ))}
        </ul>
      )}
      <h4 className={classes['caption']}>As it will be sent</h4>
      <dl className={classes['fields']}>
        {sent.data.fields.map(({ field, value }) => (
          <div key={field}>
            <dt title={field}>{field}</dt>
            <dd>{value === '' ? <em>empty</em> : value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
