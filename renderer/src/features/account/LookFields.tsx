import { Checkbox, Radio } from '@mantine/core';
import type { AccountLook } from '../../../../shared/contract/account/account.ts';
import classes from './LookFields.module.css';

const COLOURS = [
  { value: null, label: 'None' },
  { value: 'red', label: 'Red' },
  { value: 'amber', label: 'Amber' },
  { value: 'green', label: 'Green' },
  { value: 'blue', label: 'Blue' },
] as const;

interface LookFieldsProps {
  readonly look: AccountLook;
  readonly onChange: (look: AccountLook) => void;
}

/** Colour of a connection, and whether it is production. */
export function LookFields({ look, onChange }: LookFieldsProps) {
  return (
    <>
      <Radio.Group
        mt={16}
        label="Colour"
        value={look.colour ?? ''}
        onChange={(chosen) =>
          onChange({ ...look, colour: COLOURS.find(({ value }) => value === chosen)?.value ?? null })
        }
      >
        <div className={classes['colours']}>
          {COLOURS.map(({ value, label }) => (
            <Radio key={label} value={value ?? ''} label={label} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        mt={16}
        label="Production"
        description="Every page shows a coloured edge and the word Production."
        checked={look.isProduction}
        onChange={(event) => onChange({ ...look, isProduction: event.currentTarget.checked })}
      />
    </>
  );
}
