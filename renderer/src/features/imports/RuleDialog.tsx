import { Button, Modal } from '@mantine/core';
import type { Mapping } from '../../../../shared/contract/mapping.ts';
import type { ColumnProfile } from '../../../../shared/contract/reading.ts';
import classes from './RuleDialog.module.css';
import { RuleParts } from './RuleParts.tsx';

interface RuleDialogProps {
  readonly mapping: Mapping;
  readonly index: number;
  readonly columns: readonly ColumnProfile[];
  /** Country of the file's phones. */
  readonly country: string;
  readonly onChange: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

/** How one field of the mapping is filled. Every change works at once. */
export function RuleDialog({ mapping, index, columns, country, onChange, onClose }: RuleDialogProps) {
  const rule = mapping[index];
  if (rule?.source.kind !== 'columns') return null;
  return (
    <Modal opened onClose={onClose} title={`How ${rule.field} is filled`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <RuleParts mapping={mapping} index={index} columns={columns} country={country} onChange={onChange} />
      <div className={classes['foot']}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
