import { Autocomplete, Button } from '@mantine/core';
import { useState } from 'react';
import type { CampaignField } from '../../../../../shared/contract/imports/imports.ts';
import type { FieldRule, Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { fieldKey } from '../mapping-model/columns-model.ts';
import { openFields } from '../mapping-model/field-options.ts';
import { CancelButton, Modal } from '../../../ui/index.ts';
import classes from './RuleDialog.module.css';
import { RuleExamples } from './RuleExamples.tsx';
import { RuleParts } from './RuleParts.tsx';

interface SeveralColumnsDialogProps {
  readonly opened: boolean;
  readonly mapping: Mapping;
  readonly columns: readonly ColumnProfile[];
  readonly fields: readonly CampaignField[];
  /** Country of the file's phones. */
  readonly country: string;
  readonly onChange: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

const EMPTY: FieldRule = {
  field: '',
  source: { kind: 'columns', columns: [], join: null },
  cleaning: [{ kind: 'trim' }],
};

/** A new field and the columns that fill it; nothing is changed until it is added. */
export function SeveralColumnsDialog({ opened, ...props }: SeveralColumnsDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Field from several columns">
      <NewField {...props} />
    </Modal>
  );
}

function NewField(props: Omit<SeveralColumnsDialogProps, 'opened'>) {
  const { mapping, columns, fields, country, onChange, onClose } = props;
  const [field, setField] = useState('');
  const [rules, setRules] = useState<Mapping>([EMPTY]);
  const isTaken = mapping.some((rule) => fieldKey(rule.field) === fieldKey(field));
  const rule = rules[0] ?? EMPTY;
  const isReady = field.trim() !== '' && !isTaken && rule.source.kind === 'columns' && rule.source.columns.length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onChange([...mapping, { ...rule, field: field.trim() }]);
        onClose();
      }}
    >
      <Autocomplete
        label="Field"
        placeholder="Choose a field or type a new one"
        data-autofocus
        // The list would cover what is to be chosen next.
        openOnFocus={false}
        maxLength={200}
        mb="md"
        data={[...openFields(fields, mapping)]}
        value={field}
        error={isTaken ? 'This field is filled already. Add columns to it from its line.' : null}
        onChange={setField}
      />
      <RuleParts mapping={rules} index={0} columns={columns} country={country} onChange={setRules} />
      <div className={classes['foot']}>
        <RuleExamples rule={rule} />
        <div className="buttonRow justifyEnd gap10">
          <CancelButton onClick={onClose} />
          <Button type="submit" disabled={!isReady}>
            Add field
          </Button>
        </div>
      </div>
    </form>
  );
}
