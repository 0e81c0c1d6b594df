import { Button } from '@mantine/core';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import classes from './RuleDialog.module.css';
import { RuleExamples } from './RuleExamples.tsx';
import { RuleParts } from './RuleParts.tsx';
import { Modal } from '../../../ui/index.ts';

interface RuleDialogProps {
  readonly mapping: Mapping;
  /** Place of the rule in the mapping; null: closed. */
  readonly index: number | null;
  readonly columns: readonly ColumnProfile[];
  /** Country of the file's phones. */
  readonly country: string;
  readonly onChange: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

/** How one field of the mapping is filled. Every change works at once. */
export function RuleDialog({ mapping, index, columns, country, onChange, onClose }: RuleDialogProps) {
  const rule = index === null ? undefined : mapping[index];
  return (
    <Modal
      opened={rule?.source.kind === 'columns'}
      onClose={onClose}
      title={rule === undefined ? 'How a field is filled' : `How ${rule.field} is filled`}
    >
      {index !== null && (
        <RuleParts mapping={mapping} index={index} columns={columns} country={country} onChange={onChange} />
      )}
      <div className={classes['foot']}>
        {rule !== undefined && <RuleExamples rule={rule} />}
        <div className="buttonRow justifyEnd gap10">
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Modal>
  );
}
