import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CleaningStep, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { IconButton } from '../../../ui/index.ts';
import { stepOf, withStep } from '../mapping-model/cleaning-model.ts';
import { addColumn, setCleaning, setJoin, takeColumn } from '../mapping-model/columns-model.ts';
import { countryChoices, countryLabel } from '../mapping-model/phone-countries.ts';
import { ReplaceValues } from './ReplaceValues.tsx';
import classes from './RuleDialog.module.css';

interface RulePartsProps {
  readonly mapping: Mapping;
  /** Place of the rule in the mapping. */
  readonly index: number;
  readonly columns: readonly ColumnProfile[];
  /** Country of the file's phones. */
  readonly country: string;
  readonly onChange: (mapping: Mapping) => void;
}

/** Which columns fill one field, how they are put together, and what is cleaned. */
export function RuleParts({ mapping, index, columns, country, onChange }: RulePartsProps) {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns') return null;
  const used = rule.source.columns;
  const join = rule.source.join;
  const label = (column: number) => columns[column]?.label ?? `Column ${column + 1}`;
  return (
    <>
      <section className={classes['part']}>
        <h3>Columns</h3>
        {used.length > 0 && (
          <ul className={classes['columns']}>
            {used.map((column) => (
              <li key={column}>
                <span>{label(column)}</span>
                {used.length > 1 && (
                  <IconButton
                    label={`Take ${label(column)} out`}
                    icon={IconX}
                    size={24}
                    onClick={() => onChange(takeColumn(mapping, index, column))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <Select
          // A new list after each choice: the control keeps nothing itself.
          key={used.length}
          label="Add a column"
          placeholder="Choose a column"
          searchable
          data={columns
            .filter((column) => !used.includes(column.index))
            .map((column) => ({ value: String(column.index), label: column.label }))}
          onChange={(column) => column !== null && onChange(addColumn(mapping, index, Number(column)))}
        />
        {used.length > 1 && (
          <div className={classes['join']}>
            <SegmentedControl
              aria-label="How several columns are put together"
              data={[
                { value: 'join', label: 'Join all' },
                { value: 'first', label: 'First that is not empty' },
              ]}
              value={join === null ? 'first' : 'join'}
              onChange={(choice) => onChange(setJoin(mapping, index, choice === 'first' ? null : ' '))}
            />
            <TextInput
              label="Between the values"
              disabled={join === null}
              maxLength={20}
              value={join ?? ''}
              onChange={(event) => onChange(setJoin(mapping, index, event.currentTarget.value))}
            />
          </div>
        )}
      </section>
      <section className={classes['part']}>
        <h3>Cleaning</h3>
        <CleaningChoices
          cleaning={rule.cleaning}
          country={country}
          onChange={(cleaning) => onChange(setCleaning(mapping, index, cleaning))}
        />
        <ReplaceValues
          cleaning={rule.cleaning}
          onChange={(cleaning) => onChange(setCleaning(mapping, index, cleaning))}
        />
      </section>
    </>
  );
}

interface CleaningChoicesProps {
  readonly cleaning: CleaningStep[];
  readonly country: string;
  readonly onChange: (cleaning: CleaningStep[]) => void;
}

/** Stands for the country of the whole file among two-letter codes. */
const AS_FILE = 'file';

function CleaningChoices({ cleaning, country, onChange }: CleaningChoicesProps) {
  const phone = stepOf(cleaning, 'phone');
  const date = stepOf(cleaning, 'date');
  const letters = stepOf(cleaning, 'case');
  const split = stepOf(cleaning, 'split');
  return (
    <div className={classes['cleaning']}>
      <Checkbox
        label="Trim blanks around the value"
        checked={stepOf(cleaning, 'trim') !== null}
        onChange={(event) =>
          onChange(withStep(cleaning, 'trim', event.currentTarget.checked ? { kind: 'trim' } : null))
        }
      />
      <Checkbox
        label="E-mail address: blanks and mailto: out"
        checked={stepOf(cleaning, 'email') !== null}
        onChange={(event) =>
          onChange(withStep(cleaning, 'email', event.currentTarget.checked ? { kind: 'email' } : null))
        }
      />
      <Select
        label="Phone number, country of numbers without a prefix"
        placeholder="Not a phone"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'No phone cleaning' }}
        data={[
          { value: AS_FILE, label: `As the whole file, ${countryLabel(country)}` },
          ...countryChoices(phone?.country ?? null),
        ]}
        value={phone === null ? null : (phone.country ?? AS_FILE)}
        onChange={(chosen) =>
          onChange(
            withStep(
              cleaning,
              'phone',
              chosen === null ? null : { kind: 'phone', country: chosen === AS_FILE ? null : chosen },
            ),
          )
        }
      />
      <Select
        label="Date, order of day and month"
        placeholder="Not a date"
        clearable
        clearButtonProps={{ 'aria-label': 'No date cleaning' }}
        data={[
          { value: 'day-month', label: 'Day, month, year' },
          { value: 'month-day', label: 'Month, day, year' },
          { value: 'year-month', label: 'Year, month, day' },
        ]}
        value={date?.order ?? null}
        onChange={(order) =>
          onChange(
            withStep(
              cleaning,
              'date',
              order === 'day-month' || order === 'month-day' || order === 'year-month' ? { kind: 'date', order } : null,
            ),
          )
        }
      />
      <Select
        label="Letters"
        placeholder="As in the file"
        clearable
        clearButtonProps={{ 'aria-label': 'Letters as in the file' }}
        data={[
          { value: 'upper', label: 'UPPER CASE' },
          { value: 'lower', label: 'lower case' },
          { value: 'words', label: 'Each Word' },
        ]}
        value={letters?.to ?? null}
        onChange={(to) =>
          onChange(
            withStep(
              cleaning,
              'case',
              to === 'upper' || to === 'lower' || to === 'words' ? { kind: 'case', to } : null,
            ),
          )
        }
      />
      <Select
        label="Part of a full name"
        placeholder="The whole value"
        clearable
        clearButtonProps={{ 'aria-label': 'The whole value' }}
        data={[
          { value: 'first', label: 'First word' },
          { value: 'last', label: 'Last word' },
        ]}
        value={split?.part ?? null}
        onChange={(part) =>
          onChange(withStep(cleaning, 'split', part === 'first' || part === 'last' ? { kind: 'split', part } : null))
        }
      />
    </div>
  );
}
