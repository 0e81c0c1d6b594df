import { Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckSettings } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import { IconButton, SmallButton } from '../../../../ui/index.ts';
import { AllowedDialog } from './AllowedDialog.tsx';
import classes from './SidePanel.module.css';
import { withFieldRule } from '../../../../../../shared/domain/check/field-rules.ts';

interface AllowedRulesProps {
  readonly draftId: string;
  readonly settings: CheckSettings;
  /** Fields that are filled from columns. */
  readonly fields: readonly string[];
  /** Checks again. */
  readonly onChange: (settings: CheckSettings) => void;
}

const LIST = 'List the values of a field';

/** Fields that take only certain values, each with its list. */
export function AllowedRules({ draftId, settings, fields, onChange }: AllowedRulesProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [opened, setOpened] = useState(0);
  const listed = settings.fields.filter(({ field, allowed }) => allowed !== null && fields.includes(field));
  const others = fields.filter((field) => !listed.some((entry) => entry.field === field));

  function edit(field: string | null): void {
    setOpen(field);
    setOpened((count) => count + 1);
  }

  return (
    <section className={classes['ruleSet']} aria-label="Fields with a list of values">
      <h3 className={classes['caption']}>Only these values</h3>
      {listed.map(({ field, allowed }) => (
        <div key={field} className={classes['ruleLine']}>
          <span className="truncate" title={field}>
            {field}
          </span>
          <SmallButton aria-label={`${valuesOf(allowed)} of ${field}, edit`} onClick={() => edit(field)}>
            {valuesOf(allowed)}
          </SmallButton>
          <IconButton
            label={`Any value for ${field}`}
            icon={IconX}
            size={24}
            onClick={() => onChange(withFieldRule(settings, field, { allowed: null }))}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          // A new list after each choice: the control keeps nothing itself.
          key={opened}
          aria-label={LIST}
          title={LIST}
          placeholder={LIST}
          data={others}
          onChange={(field) => field !== null && edit(field)}
        />
      )}
      {open !== null && (
        <AllowedDialog
          draftId={draftId}
          field={open}
          allowed={listed.find(({ field }) => field === open)?.allowed ?? []}
          onClose={() => setOpen(null)}
          onUse={(allowed) => {
            setOpen(null);
            onChange(withFieldRule(settings, open, { allowed }));
          }}
        />
      )}
    </section>
  );
}

function valuesOf(allowed: readonly string[] | null): string {
  return format.count(allowed?.length ?? 0, { one: '# value', other: '# values' });
}
