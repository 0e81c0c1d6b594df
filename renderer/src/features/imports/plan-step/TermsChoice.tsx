import { NumberInput, SegmentedControl, Select, Slider, Switch, TextInput } from '@mantine/core';
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import { LAST_DAY } from '../../../../../shared/domain/time/time.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { StatusTitle } from '../../../ui/index.ts';
import { startsWhen, usualStart, USUAL_TRIAL } from './plan-model.ts';
import classes from './PlanStep.module.css';

/** From the end of production hours to before they begin. */
const USUAL_HOURS = { from: 21, to: 6 } as const;
const HOURS = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

interface TermsProps {
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
}

interface WhenProps extends TermsProps {
  readonly labelId: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** When the import sends: at once, between two hours, or from a time, on the account's clock. */
export function WhenChoice({ labelId, terms, now, onChange }: WhenProps) {
  const { startAt, between } = terms;
  const choice = between !== null ? 'hours' : startAt !== null ? 'time' : 'now';
  function choose(next: string): void {
    onChange({
      ...terms,
      startAt: next === 'time' ? usualStart(now) : null,
      between: next === 'hours' ? USUAL_HOURS : null,
    });
  }
  return (
    <div className={classes['controls']}>
      <SegmentedControl
        aria-labelledby={labelId}
        data={[
          { value: 'now', label: 'Now' },
          { value: 'hours', label: 'Between hours' },
          { value: 'time', label: 'At a time' },
        ]}
        value={choice}
        onChange={choose}
      />
      {choice !== 'now' && (
        <div className="flexCentred gap8">
          {between !== null && (
            <HoursChoice between={between} onChange={(hours) => onChange({ ...terms, between: hours })} />
          )}
          {startAt !== null && (
            <TextInput
              aria-label="Start at"
              type="datetime-local"
              max={`${LAST_DAY}T23:59`}
              value={startAt}
              onChange={(event) => {
                const value = event.currentTarget.value.slice(0, 16);
                if (value !== '') onChange({ ...terms, startAt: value });
              }}
            />
          )}
          <span className="quiet">{format.zoneName(now)}</span>
        </div>
      )}
      {startAt !== null && startsWhen(terms, now) === null && (
        <StatusTitle status="warning">This time has passed: the import starts at once.</StatusTitle>
      )}
    </div>
  );
}

interface HoursProps {
  readonly between: NonNullable<Terms['between']>;
  readonly onChange: (between: NonNullable<Terms['between']>) => void;
}

function HoursChoice({ between, onChange }: HoursProps) {
  const { from, to } = between;
  const pick = (value: string | null, change: (hour: number) => NonNullable<Terms['between']>) => {
    const next = value === null ? between : change(Number(value));
    if (next.from !== next.to) onChange(next);
  };
  return (
    <>
      <Select
        aria-label="From"
        w={92}
        data={HOURS.slice(0, 24)}
        value={String(from)}
        onChange={(value) => pick(value, (hour) => ({ from: hour, to }))}
      />
      <span>to</span>
      <Select
        aria-label="To"
        w={92}
        data={HOURS.slice(1)}
        value={String(to)}
        onChange={(value) => pick(value, (hour) => ({ from, to: hour }))}
      />
    </>
  );
}

interface ShareProps extends TermsProps {
  readonly rowsPerMinute: number;
}

/** How much of the pace the import takes. */
export function ShareChoice({ terms, rowsPerMinute, onChange }: ShareProps) {
  return (
    <>
      <div className={classes['controls']}>
        <Slider
          flex="0 1 240px"
          thumbLabel="Share of the limit, percent"
          min={5}
          max={100}
          step={5}
          label={null}
          value={terms.share}
          onChange={(share) => onChange({ ...terms, share })}
        />
        <strong className="tabular">{format.number(terms.share)} %</strong>
        <span className="text2 tabular">{format.count(rowsPerMinute, rowForms)} a minute</span>
      </div>
      <p className={classes['hint']}>
        People’s clicks always go first. The import takes what is left, up to this share.
      </p>
    </>
  );
}

/** The first rows go alone, then the job waits for a person. */
export function TrialChoice({ terms, why, onChange }: TermsProps & { readonly why: string }) {
  const { trial } = terms;
  return (
    <div className={classes['controls']}>
      <Switch
        label="Trial: send the first"
        checked={trial > 0}
        onChange={(event) => onChange({ ...terms, trial: event.currentTarget.checked ? USUAL_TRIAL : 0 })}
      />
      <NumberInput
        aria-label="Rows of the trial"
        w={72}
        min={1}
        max={10_000}
        allowDecimal={false}
        disabled={trial === 0}
        value={trial === 0 ? '' : trial}
        onChange={(next) => typeof next === 'number' && next >= 1 && onChange({ ...terms, trial: next })}
      />
      <span>{trial === 1 ? 'row' : 'rows'}, then wait for me before the rest</span>
      {why !== '' && <span className={classes['hint']}>{why}</span>}
    </div>
  );
}

interface FairUseProps extends TermsProps {
  /** Units a row costs without fair use when the import starts. */
  readonly price: number;
}

export function FairUseChoice({ terms, price, onChange }: FairUseProps) {
  return (
    <div className={classes['controls']}>
      <Switch
        label="Send within the fair use of the service"
        checked={terms.fairUse}
        onChange={(event) => onChange({ ...terms, fairUse: event.currentTarget.checked })}
      />
      <span className={classes['hint']}>
        {terms.fairUse
          ? '1 unit a row, at the pace of the minute limit.'
          : `${format.count(price, { one: '# unit', other: '# units' })} a row when it starts; no minute limit.`}
      </span>
    </div>
  );
}
