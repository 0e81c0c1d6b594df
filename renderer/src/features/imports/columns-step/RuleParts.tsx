import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CleaningStep, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { IconButton } from '../../../ui/index.ts';
import { addColumn, setCleaning, setJoin, takeColumn } from '../mapping-model/columns-model.ts';
import { CleaningChoices } from './CleaningChoices.tsx';
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
  const { source, cleaning } = rule;
  const clean = (next: CleaningStep[]) => onChange(setCleaning(mapping, index, next));
  return (
    <>
      <section className={classes['part']}>
        <h3>Columns</h3>
        <UsedColumns
          used={source.columns}
          columns={columns}
          onAdd={(column) => onChange(addColumn(mapping, index, column))}
          onRemove={(column) => onChange(takeColumn(mapping, index, column))}
        />
        {source.columns.length > 1 && (
          <JoinChoice join={source.join} onChange={(join) => onChange(setJoin(mapping, index, join))} />
        )}
      </section>
      <section className={classes['part']}>
        <h3>Cleaning</h3>
        <CleaningChoices cleaning={cleaning} country={country} onChange={clean} />
        <ReplaceValues cleaning={cleaning} onChange={clean} />
      </section>
    </>
  );
}

interface UsedColumnsProps {
  readonly used: readonly number[];
  readonly columns: readonly ColumnProfile[];
  readonly onAdd: (column: number) => void;
  readonly onRemove: (column: number) => void;
}

function UsedColumns({ used, columns, onAdd, onRemove }: UsedColumnsProps) {
  const label = (column: number) => columns[column]?.label ?? `Column ${column + 1}`;
  return (
    <>
      {used.length > 0 && (
        <ul className={classes['columns']}>
          {used.map((column) => (
            <li key={column}>
              <span>{label(column)}</span>
              {used.length > 1 && (
                <IconButton label={`Remove ${label(column)}`} icon={IconX} size={24} onClick={() => onRemove(column)} />
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
        onChange={(column) => column !== null && onAdd(Number(column))}
      />
    </>
  );
}

interface JoinChoiceProps {
  /** What stands between the values; null: the first value that is not empty is sent. */
  readonly join: string | null;
  readonly onChange: (join: string | null) => void;
}

function JoinChoice({ join, onChange }: JoinChoiceProps) {
  return (
    <div className={classes['join']}>
      <SegmentedControl
        aria-label="How several columns are put together"
        data={[
          { value: 'join', label: 'Join all' },
          { value: 'first', label: 'First that is not empty' },
        ]}
        value={join === null ? 'first' : 'join'}
        onChange={(choice) => onChange(choice === 'first' ? null : ' ')}
      />
      <TextInput
        label="Between the values"
        disabled={join === null}
        maxLength={20}
        value={join ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
