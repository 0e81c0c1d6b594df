import { SegmentedControl, TextInput } from '@mantine/core';
import type { CleaningStep, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { addColumn, moveColumn, setCleaning, setJoin, takeColumn } from '../mapping-model/columns-model.ts';
import { CleaningChoices } from './CleaningChoices.tsx';
import { ReplaceValues } from './ReplaceValues.tsx';
import classes from './RuleDialog.module.css';
import { UsedColumns } from './UsedColumns.tsx';

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
          onMove={(column, place) => onChange(moveColumn(mapping, index, column, place))}
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
