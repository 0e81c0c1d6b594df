import { Button, Select, TextInput } from '@mantine/core';
import { IconArrowRight, IconRowRemove, IconWand } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { CheckReason } from '../../../../../shared/contract/check/check.ts';
import { type DateOrder, dateInWords } from '../../../../../shared/domain/check/date-order.ts';
import { format } from '../../../lib/format.ts';
import { ReservedLines } from '../../../ui/index.ts';
import classes from './CheckStep.module.css';
import { rowForms } from '../checking/check-sum.ts';
import type { RepairCount } from './use-repair-count.ts';

interface ReasonHeadProps {
  readonly reason: CheckReason;
  /** Value of the repair's parameter as it stands in the field. */
  readonly parameter: string;
  readonly repairable: RepairCount;
  readonly onParameter: (value: string) => void;
  readonly onRepair: () => void;
  readonly onDateOrder: (field: string, order: DateOrder | null) => void;
  readonly onLeaveOut: () => void;
  /** For duplicates: rows that would be left out, and the choice of the row that stays; null for other reasons. */
  readonly leaveOut: { readonly rows: number; readonly choice: ReactNode | null };
}

/** What is wrong, what it means, and what puts all of it right at once. */
export function ReasonHead(props: ReasonHeadProps) {
  const { reason, leaveOut, onLeaveOut } = props;
  return (
    <div className={classes['head']}>
      <h2 className={classes['headline']}>
        {reason.title}
        <span className={`${classes['headCount'] ?? ''} tabular`}>{format.count(reason.count, rowForms)}</span>
      </h2>
      <ReservedLines lines={2} lineHeight={19}>
        <p className="text2">{reason.sentence}</p>
      </ReservedLines>
      <div className={classes['repairLine']}>
        {leaveOut.choice}
        {reason.dates !== null && <DateOrderChoice {...props} />}
        {leaveOut.choice !== null || (reason.dates !== null && reason.repair === null) ? null : reason.repair ===
          null ? (
          <span className={classes['noRepair']}>
            {reason.severity === 'note'
              ? 'Nothing has to be done.'
              : reason.field === null
                ? 'No repair fits all. Correct cells in the table, or leave the rows out.'
                : 'No repair fits all. Correct cells in the table, or values at the right.'}
          </span>
        ) : (
          <RepairParts {...props} />
        )}
        <div className={classes['repairActions']}>
          {reason.repair !== null && <RepairButton {...props} />}
          {leaveOut.choice !== null && (
            <Button
              leftSection={<IconRowRemove size={15} stroke={1.75} aria-hidden />}
              disabled={leaveOut.rows === 0}
              onClick={onLeaveOut}
            >
              Leave out {format.count(leaveOut.rows, rowForms)}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

const AS_THEY_STAND = 'none';

/** How every date of the field is read, whichever reason asks. */
function DateOrderChoice({ reason, onDateOrder }: ReasonHeadProps) {
  const { dates, field, examples } = reason;
  if (dates === null || field === null) return null;
  const example = examples[0]?.value ?? '';
  const words = (name: string, order: 'day-month' | 'month-day') => {
    const date = dateInWords(example, order);
    return date === null || reason.kind === 'dateMixed' ? name : `${name}: ${date}`;
  };
  return (
    <Select
      label="Dates of this field"
      w={reason.kind === 'dateMixed' ? 150 : 236}
      allowDeselect={false}
      data={[
        { value: AS_THEY_STAND, label: 'As they stand' },
        { value: 'day-month', label: words('Day first', 'day-month') },
        { value: 'month-day', label: words('Month first', 'month-day') },
        ...(dates.order === 'year-month' ? [{ value: 'year-month', label: 'Year first' }] : []),
      ]}
      value={dates.order ?? AS_THEY_STAND}
      onChange={(value) => {
        const order = value === 'day-month' || value === 'month-day' ? value : null;
        if (order !== dates.order && value !== 'year-month') onDateOrder(field, order);
      }}
    />
  );
}

function RepairParts({ reason, parameter, repairable, onParameter }: ReasonHeadProps) {
  const labelId = useId();
  const { repair } = reason;
  if (repair === null) return null;
  const asked = repair.parameters[0];
  return (
    <>
      <div className={classes['repairPart']} role="group" aria-labelledby={labelId}>
        <span id={labelId} className={classes['repairLabel']}>
          Repair
        </span>
        <span className={classes['repairName']}>{repair.label}</span>
      </div>
      {asked !== undefined && (
        <TextInput
          label={asked.label}
          w={84}
          maxLength={10}
          inputMode="numeric"
          value={parameter}
          onChange={(event) => onParameter(event.currentTarget.value)}
        />
      )}
      <div className={classes['example']}>
        {repairable.rows === 0 && (
          <span className={classes['noRepair']} role="status">
            {whyNone(asked !== undefined, parameter.trim())}
          </span>
        )}
        {repairable.example !== null && (
          <>
            <span className="text2 truncate">{repairable.example.before}</span>
            <IconArrowRight size={15} stroke={1.75} role="img" aria-label="becomes" />
            <strong className="truncate">
              {repairable.example.after === '' ? <em>empty</em> : repairable.example.after}
            </strong>
          </>
        )}
      </div>
    </>
  );
}

/** In place of a button that would do nothing. */
function whyNone(takesAreaCode: boolean, areaCode: string): string {
  if (takesAreaCode && areaCode === '') return 'Give the area code, and the repair puts it in front.';
  if (takesAreaCode && /\D/.test(areaCode))
    return 'An area code has only digits. This repair changes none of these values.';
  return 'This repair changes none of these values.';
}

function RepairButton({ repairable, onRepair }: ReasonHeadProps) {
  const { rows } = repairable;
  if (rows === 0) return null;
  return (
    <Button
      leftSection={<IconWand size={15} stroke={1.75} aria-hidden />}
      aria-keyshortcuts="Control+Enter"
      title="Ctrl+Enter"
      onClick={onRepair}
    >
      {rows === null ? 'Repair what fits' : `Repair ${format.count(rows, rowForms)}`}
    </Button>
  );
}
