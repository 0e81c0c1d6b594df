import { Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelResult } from '../../../../../../shared/contract/channels.ts';
import type { CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { colleagueSentence } from '../../../../../../shared/domain/team/team-words.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { FailureNote, Skeleton, SmallButton } from '../../../../ui/index.ts';
import { SEVERITY_STATUS } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './SidePanel.module.css';

interface ShownRow {
  readonly found: CheckRow;
  readonly fields: ChannelResult<'import:sentRow'>['fields'];
}

/** One row: what is wrong with it, what was changed, and what would be sent. */
export function RowPanel() {
  const { draft, view } = useCheckStep();
  const row = view.focused?.row ?? null;
  const { data, error } = useChannel(
    'check:rows',
    { draftId: draft.id, reasonId: null, filter: 'all', offset: (row ?? 1) - 1, limit: 1 },
    { keepPrevious: true, enabled: row !== null },
  );
  const sent = useChannel(
    'import:sentRow',
    { draftId: draft.id, row: row ?? 1 },
    { keepPrevious: true, enabled: row !== null },
  );
  const found = data?.rows[0];
  const fields = sent.data?.fields;
  // The answers come one after the other: until both are about one row, the row before it stays.
  const [shown, setShown] = useState<ShownRow | null>(null);
  const isOneRow = found !== undefined && fields !== undefined && found.row === sent.data?.row;
  if (isOneRow && (found !== shown?.found || fields !== shown.fields)) setShown({ found, fields });
  if (row === null) return <p className="quiet">Choose a row in the table to see all of it.</p>;
  const failure = error ?? sent.error;
  if (failure !== null) return <FailureNote failure={failure} />;
  if (shown === null) return <Skeleton lines={8} label="The row is loading" />;
  return (
    <>
      <RowHead row={shown.found} />
      <RowEdits row={shown.found} />
      <h4 className={classes['caption']}>As it will be sent</h4>
      <dl className={classes['fields']}>
        {shown.fields.map(({ field, value }) => (
          <div key={field}>
            <dt title={field}>{field}</dt>
            <dd>{value === '' ? <em>empty</em> : value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What was found in the row, and whether it is sent. */
function RowHead({ row }: { readonly row: CheckRow }) {
  const { summary, show, corrections } = useCheckStep();
  const marks = [...new Set(row.marks.map((mark) => mark.reasonId))].flatMap((reasonId) => {
    const reason = summary.reasons.find((known) => known.id === reasonId);
    return reason === undefined ? [] : [reason];
  });
  return (
    <>
      <div className={classes['rowHead']}>
        <h3>Line {format.number(row.line)}</h3>
        <Switch
          size="xs"
          label="Leave out"
          checked={row.leftOut}
          onChange={(event) => corrections.leaveRowOut(row.row, event.currentTarget.checked)}
        />
      </div>
      {row.leftOut && <p className="quiet">This row is not sent.</p>}
      {row.earlier !== null && (
        <p className="quiet">
          In {row.earlier.fileName}, line {format.number(row.earlier.line)}, too.
        </p>
      )}
      {row.colleague !== null && (
        <p className="quiet">{colleagueSentence(row.colleague, format.zone(), row.colleague.shares)}</p>
      )}
      {!row.leftOut && marks.length === 0 && <p className="quiet">Nothing to correct in this row.</p>}
      {marks.length > 0 && (
        <ul className={classes['marks']} aria-label="Found in this row">
          {marks.map((reason) => (
            <li key={reason.id}>
              <IconAlertTriangle
                size={14}
                stroke={1.75}
                style={{ color: `var(--lc-${SEVERITY_STATUS[reason.severity]})` }}
                aria-hidden
              />
              <button
                type="button"
                className={classes['lineButton']}
                onClick={() => show({ kind: 'reasonChosen', reasonId: reason.id })}
              >
                {reason.title}
                {reason.field === null || reason.title.includes(reason.field) ? '' : `, ${reason.field}`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What a person or a repair changed in the row, and the way back to what the file says. */
function RowEdits({ row }: { readonly row: CheckRow }) {
  const { draft, corrections } = useCheckStep();
  if (row.edited.length === 0) return null;
  return (
    <ul className={classes['edits']} aria-label="Changed in this row">
      {row.edited.map(({ column, inFile }) => (
        <li key={column}>
          <span>
            {draft.reading.columns.find((known) => known.index === column)?.label ?? ''}, in the file:{' '}
            {inFile === '' ? <em>empty</em> : inFile}
          </span>
          <SmallButton onClick={() => corrections.edit(row.row, column, inFile)}>Put back</SmallButton>
        </li>
      ))}
    </ul>
  );
}
