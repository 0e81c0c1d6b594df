import { Button, Checkbox, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CleaningStep, Mapping } from '../../../../shared/contract/mapping.ts';
import type { ColumnProfile } from '../../../../shared/contract/reading.ts';
import { IconButton } from '../../ui/index.ts';
import { stepOf, withStep } from './cleaning-model.ts';
import { addColumn, setCleaning, setJoin, takeColumn } from './columns-model.ts';
import { ReplaceValues } from './ReplaceValues.tsx';
import classes from './RuleDialog.module.css';

interface RuleDialogProps {
  readonly mapping: Mapping;
  readonly index: number;
  readonly columns: readonly ColumnProfile[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

/** Which columns fill one field, how they are put together, and what is cleaned. Every change works at once. */
export function RuleDialog({ mapping, index, columns, onChange, onClose }: RuleDialogProps) {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns') return null;
  const used = rule.source.columns;
  const join = rule.source.join;
  const label = (column: number) => columns[column]?.label ?? `Column ${column + 1}`;
  return (
    <Modal opened onClose={onClose} title={`How ${rule.field} is filled`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <section className={classes['part']}>
        <h3>Columns</h3>
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
          onChange={(cleaning) => onChange(setCleaning(mapping, index, cleaning))}
        />
        <ReplaceValues
          cleaning={rule.cleaning}
          onChange={(cleaning) => onChange(setCleaning(mapping, index, cleaning))}
        />
      </section>
      <div className={classes['foot']}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}

interface CleaningChoicesProps {
  readonly cleaning: CleaningStep[];
  readonly onChange: (cleaning: CleaningStep[]) => void;
}

const COUNTRIES =
  'DK DE NO SE FI IS NL BE LU AT CH GB IE FR ES PT IT PL CZ SK HU SI HR EE LV LT RO BG GR US CA AU NZ'.split(' ');
const countryNames = new Intl.DisplayNames(undefined, { type: 'region' });

function CleaningChoices({ cleaning, onChange }: CleaningChoicesProps) {
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
        data={COUNTRIES.map((value) => ({ value, label: countryNames.of(value) ?? value }))}
        value={phone?.country ?? null}
        onChange={(country) =>
          onChange(withStep(cleaning, 'phone', country === null ? null : { kind: 'phone', country }))
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
