import { Checkbox, Select } from '@mantine/core';
import type { CleaningStep } from '../../../../../shared/contract/imports/mapping.ts';
import { stepOf, withPhone, withStep } from '../mapping-model/cleaning-model.ts';
import { countryChoices, countryLabel } from '../mapping-model/phone-countries.ts';

interface CleaningChoicesProps {
  readonly cleaning: CleaningStep[];
  /** Country of the file's phones; '' when it is not known. */
  readonly country: string;
  readonly onChange: (cleaning: CleaningStep[]) => void;
}

/** How the values of one field are cleaned: one control for each kind of step. */
export function CleaningChoices({ cleaning, country, onChange }: CleaningChoicesProps) {
  const set = (kind: CleaningStep['kind'], step: CleaningStep | null) => onChange(withStep(cleaning, kind, step));
  return (
    <div className="flexColumn gap12">
      <Checkbox
        label="Remove spaces around the value"
        checked={stepOf(cleaning, 'trim') !== null}
        onChange={(event) => set('trim', event.currentTarget.checked ? { kind: 'trim' } : null)}
      />
      <Checkbox
        label="E-mail address: remove spaces and mailto:"
        checked={stepOf(cleaning, 'email') !== null}
        onChange={(event) => set('email', event.currentTarget.checked ? { kind: 'email' } : null)}
      />
      <PhoneChoice
        phone={stepOf(cleaning, 'phone')}
        country={country}
        onChange={(step) => onChange(withPhone(cleaning, step ?? { kind: 'asWritten' }))}
      />
      <StepSelect
        label="Date, order of day and month"
        placeholder="Not a date"
        clearLabel="No date cleaning"
        choices={DATE_ORDERS}
        value={stepOf(cleaning, 'date')?.order ?? null}
        onChange={(order) => set('date', order === null ? null : { kind: 'date', order })}
      />
      <StepSelect
        label="Letters"
        placeholder="As in the file"
        clearLabel="Letters as in the file"
        choices={LETTERS}
        value={stepOf(cleaning, 'case')?.to ?? null}
        onChange={(to) => set('case', to === null ? null : { kind: 'case', to })}
      />
      <StepSelect
        label="Part of a full name"
        placeholder="The whole value"
        clearLabel="The whole value"
        choices={NAME_PARTS}
        value={stepOf(cleaning, 'split')?.part ?? null}
        onChange={(part) => set('split', part === null ? null : { kind: 'split', part })}
      />
    </div>
  );
}

const DATE_ORDERS = [
  { value: 'day-month', label: 'Day, month, year' },
  { value: 'month-day', label: 'Month, day, year' },
  { value: 'year-month', label: 'Year, month, day' },
] as const;

const LETTERS = [
  { value: 'upper', label: 'UPPER CASE' },
  { value: 'lower', label: 'lower case' },
  { value: 'words', label: 'Each Word' },
] as const;

const NAME_PARTS = [
  { value: 'first', label: 'First word' },
  { value: 'last', label: 'Last word' },
] as const;

interface StepSelectProps<Value extends string> {
  readonly label: string;
  /** What happens without a choice. */
  readonly placeholder: string;
  readonly clearLabel: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  /** Null: the values are not cleaned in this way. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

function StepSelect<Value extends string>(props: StepSelectProps<Value>) {
  const { label, placeholder, clearLabel, choices, value, onChange } = props;
  return (
    <Select
      label={label}
      placeholder={placeholder}
      allowDeselect
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      data={[...choices]}
      value={value}
      onChange={(chosen) => onChange(choices.find((choice) => choice.value === chosen)?.value ?? null)}
    />
  );
}

/** Stands for the country of the whole file among two-letter codes. */
const AS_FILE = 'file';

type PhoneStep = Extract<CleaningStep, { kind: 'phone' }>;

interface PhoneChoiceProps {
  readonly phone: PhoneStep | null;
  readonly country: string;
  readonly onChange: (phone: PhoneStep | null) => void;
}

function PhoneChoice({ phone, country, onChange }: PhoneChoiceProps) {
  return (
    <Select
      label="Phone number, country of numbers without a prefix"
      allowDeselect
      placeholder="Sent as it is written"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'No phone cleaning' }}
      data={[
        { value: AS_FILE, label: country === '' ? 'As the whole file' : `As the whole file, ${countryLabel(country)}` },
        ...countryChoices(phone?.country ?? null),
      ]}
      value={phone === null ? null : (phone.country ?? AS_FILE)}
      onChange={(chosen) =>
        onChange(chosen === null ? null : { kind: 'phone', country: chosen === AS_FILE ? null : chosen })
      }
    />
  );
}
