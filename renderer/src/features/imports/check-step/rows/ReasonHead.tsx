import { Select, TextInput } from '@mantine/core';
import { IconArrowRight, IconRowRemove, IconWand } from '@tabler/icons-react';
import { useId } from 'react';
import { modifierName } from '../../../../lib/shortcuts.ts';
import type { CheckReason, CheckRepair } from '../../../../../../shared/contract/check/check.ts';
import { dateInWords } from '../../../../../../shared/domain/check/date-order.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { MainButton } from '../../../../ui/index.ts';
import classes from './CheckRows.module.css';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import { fateWords, groupsOf } from '../model/check-model.ts';
import type { KeptRow } from '../model/check-view.ts';

interface ReasonHeadProps {
  readonly reason: CheckReason;
}

/** What is wrong, what it means, and what corrects all of it at once. */
export function ReasonHead({ reason }: ReasonHeadProps) {
  const { chosen, summary } = useCheckStep();
  const { kept } = chosen;
  return (
    <div className={classes['head']}>
      <Headline title={reason.title} rows={reason.count} />
      <HeadSentence lines={2}>
        <strong>{fateWords(reason, groupsOf(summary, reason))}</strong> {reason.sentence}
      </HeadSentence>
      <div className={classes['repairLine']}>
        {kept !== null && <KeptChoice kept={kept} />}
        {reason.dates !== null && <DateOrderChoice reason={reason} />}
        {kept === null && <RepairOrNone reason={reason} />}
        <div className={classes['repairActions']}>
          {reason.repair !== null && <RepairButton />}
          {kept !== null && <LeaveOutButton />}
        </div>
      </div>
    </div>
  );
}

/** Which row of each group of duplicates stays. */
function KeptChoice({ kept }: { readonly kept: KeptRow }) {
  const { show } = useCheckStep();
  return (
    <Select
      label="Keep"
      w={132}
      data={[
        { value: 'first', label: 'The first row' },
        { value: 'last', label: 'The last row' },
      ]}
      value={kept}
      onChange={(value) => show({ kind: 'keptChosen', kept: value === 'last' ? 'last' : 'first' })}
    />
  );
}

function LeaveOutButton() {
  const { leavable, leaveOut } = useCheckStep().chosen;
  return (
    <MainButton icon={IconRowRemove} disabled={leavable === 0} onClick={leaveOut}>
      Leave out {format.count(leavable, rowForms)}
    </MainButton>
  );
}

const AS_THEY_STAND = 'none';

/** How every date of the field is read, whichever reason asks. */
function DateOrderChoice({ reason }: ReasonHeadProps) {
  const { readDates } = useCheckStep();
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
      data={[
        { value: AS_THEY_STAND, label: 'As they stand' },
        { value: 'day-month', label: words('Day first', 'day-month') },
        { value: 'month-day', label: words('Month first', 'month-day') },
        ...(dates.order === 'year-month' ? [{ value: 'year-month', label: 'Year first' }] : []),
      ]}
      value={dates.order ?? AS_THEY_STAND}
      onChange={(value) => {
        const order = value === 'day-month' || value === 'month-day' ? value : null;
        if (order !== dates.order && value !== 'year-month') readDates(field, order);
      }}
    />
  );
}

/** The repair with its example, or what to do where none is offered. */
function RepairOrNone({ reason }: ReasonHeadProps) {
  const { repair, dates } = reason;
  if (repair !== null) return <RepairParts repair={repair} count={reason.count} />;
  // The order of the dates is the repair.
  if (dates !== null) return null;
  return (
    <span className={classes['noRepair']}>
      {reason.severity === 'note'
        ? 'Nothing has to be done.'
        : reason.field === null
          ? 'No automatic repair. Correct cells in the table, or leave the rows out.'
          : 'No automatic repair. Correct cells in the table, or values on the right.'}
    </span>
  );
}

function RepairParts({ repair, count }: { readonly repair: CheckRepair; readonly count: number }) {
  const { chosen, show } = useCheckStep();
  const { parameter, repairable } = chosen;
  const labelId = useId();
  const asked = repair.parameters[0];
  return (
    <>
      <div className="flexColumn gap4" role="group" aria-labelledby={labelId}>
        <span id={labelId} className="fine medium">
          Repair
        </span>
        <span className={classes['repair']}>{repair.label}</span>
      </div>
      {asked !== undefined && (
        <TextInput
          label={asked.label}
          w={84}
          maxLength={10}
          inputMode="numeric"
          value={parameter}
          onChange={(event) => show({ kind: 'parameterTyped', value: event.currentTarget.value })}
        />
      )}
      <div className={classes['example']}>
        {repairable.rows === 0 && (
          <span className={classes['noRepair']} role="status">
            {whyNone(repair.id, count, parameter.trim())}
          </span>
        )}
        {repairable.example !== null && (
          <>
            <span className="text2 truncate" title={repairable.example.before}>
              {repairable.example.before}
            </span>
            <IconArrowRight size={15} stroke={1.75} role="img" aria-label="becomes" />
            <strong className="truncate" title={repairable.example.after}>
              {repairable.example.after === '' ? <em>empty</em> : repairable.example.after}
            </strong>
          </>
        )}
      </div>
    </>
  );
}

/** In place of a button that would do nothing. */
function whyNone(repair: CheckRepair['id'], count: number, areaCode: string): string {
  const numbers = format.count(count, { one: '# number is', other: '# numbers are' });
  switch (repair) {
    case 'areaCode':
      if (areaCode === '') return 'Type the area code, and the repair puts it in front.';
      if (/\D/.test(areaCode)) return 'An area code has only digits. This repair changes none of these values.';
      return `${numbers} already complete, or could be either. Correct them one by one.`;
    case 'tidyEmail':
      return 'Without spaces and signs around them, these are no addresses either. Correct them one by one.';
    case 'firstNumber':
      return 'The first number of each cell is no whole number. Correct them one by one.';
    default:
      return 'After this repair the values would still be wrong. Correct them one by one.';
  }
}

function RepairButton() {
  const { chosen } = useCheckStep();
  const { rows } = chosen.repairable;
  if (rows === 0) return null;
  return (
    <MainButton
      icon={IconWand}
      aria-keyshortcuts="Control+Enter"
      title={`${modifierName}+Enter`}
      onClick={chosen.repair}
    >
      {rows === null ? 'Repair what fits' : `Repair ${format.count(rows, rowForms)}`}
    </MainButton>
  );
}
