import { Autocomplete, Button, Popover } from '@mantine/core';
import { IconArrowsJoin2, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton, TextButton } from '../../../ui/index.ts';
import { addConstant, constantRules, fieldKey, removeRule } from '../mapping-model/columns-model.ts';
import { knownValues, openFields } from '../mapping-model/field-options.ts';
import { useColumnsStep } from './columns-step-context.ts';
import classes from './ColumnsStep.module.css';

interface ConstantsLineProps {
  /** Opens the dialog for a field that several columns fill. */
  readonly onSeveral: () => void;
}

/** Fields that get the same value in every row, and the way to fields that no single column fills. */
export function ConstantsLine({ onSeveral }: ConstantsLineProps) {
  const { mapping, duplicates, change } = useColumnsStep();
  return (
    <section className={classes['constants']} aria-label="Same for every row">
      <h2>Same for every row</h2>
      <div className={classes['constantList']}>
        {constantRules(mapping).map(({ index, rule }) => (
          <span
            key={index}
            className={classes['constant']}
            data-invalid={duplicates.has(fieldKey(rule.field)) || undefined}
          >
            <strong>{rule.field}</strong>
            <span aria-hidden>=</span>
            <ConstantValue text={rule.source.kind === 'constant' ? rule.source.value : ''} />
            <IconButton
              label={`Remove ${rule.field}`}
              icon={IconX}
              size={24}
              onClick={() => change(removeRule(mapping, index))}
            />
          </span>
        ))}
        <ConstantAdding />
        <TextButton icon={IconArrowsJoin2} aria-haspopup="dialog" onClick={onSeveral}>
          Field from several columns
        </TextButton>
      </div>
    </section>
  );
}

function ConstantValue({ text }: { readonly text: string }) {
  return (
    <span className="truncate" title={text}>
      {text}
    </span>
  );
}

const MOST_OFFERED = 50;
/** A click on a list outside of the form would close the form. */
const INSIDE = { withinPortal: false } as const;

/** The button and the small form for one more constant. */
function ConstantAdding() {
  const { draft, mapping, change } = useColumnsStep();
  const [open, setOpen] = useState(false);
  const [field, setField] = useState('');
  const [value, setValue] = useState('');
  const isTaken = mapping.some((rule) => fieldKey(rule.field) === fieldKey(field));

  function add(): void {
    change(addConstant(mapping, field, value));
    setField('');
    setValue('');
    setOpen(false);
  }

  return (
    <Popover opened={open} onChange={setOpen} position="top-start" trapFocus>
      <Popover.Target>
        <TextButton icon={IconPlus} onClick={() => setOpen(!open)}>
          Constant
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes['constantForm']}
          onSubmit={(event) => {
            event.preventDefault();
            if (field.trim() !== '' && !isTaken) add();
          }}
        >
          <Autocomplete
            label="Field"
            value={field}
            maxLength={200}
            data-autofocus
            // The list would cover the form before a key is pressed.
            openOnFocus={false}
            limit={MOST_OFFERED}
            data={[...openFields(draft.fields, mapping)]}
            comboboxProps={INSIDE}
            error={isTaken ? 'This field is filled already.' : null}
            onChange={setField}
          />
          <Autocomplete
            label="Value in every row"
            value={value}
            maxLength={10_000}
            limit={MOST_OFFERED}
            data={[...knownValues(draft.fields, field)]}
            comboboxProps={INSIDE}
            onChange={setValue}
          />
          <Button type="submit" disabled={field.trim() === '' || isTaken}>
            Add constant
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
