import { TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { CleaningStep } from '../../../../../shared/contract/imports/mapping.ts';
import { IconButton, TextButton } from '../../../ui/index.ts';
import { stepOf, withStep } from '../mapping-model/cleaning-model.ts';
import classes from './RuleDialog.module.css';

interface ReplaceValuesProps {
  readonly cleaning: CleaningStep[];
  readonly onChange: (cleaning: CleaningStep[]) => void;
}

/** Whole values that become others: "Herr" → "Mr". An empty value in the file can be given one, too. */
export function ReplaceValues({ cleaning, onChange }: ReplaceValuesProps) {
  const values = stepOf(cleaning, 'replace')?.values ?? [];

  function set(next: { from: string; to: string }[]): void {
    onChange(withStep(cleaning, 'replace', next.length === 0 ? null : { kind: 'replace', values: next }));
  }

  function edit(index: number, part: { from?: string; to?: string }): void {
    set(values.map((value, place) => (place === index ? { ...value, ...part } : value)));
  }

  return (
    <fieldset className={classes['replace']}>
      <legend>Replace whole values</legend>
      {values.map((value, index) => (
        // By place: a value that is being typed must keep the focus.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes['pair']}>
          <TextInput
            aria-label={`Value ${index + 1} in the file`}
            placeholder="In the file, or empty"
            maxLength={1000}
            value={value.from}
            onChange={(event) => edit(index, { from: event.currentTarget.value })}
          />
          <span aria-hidden>→</span>
          <TextInput
            aria-label={`Value ${index + 1} as it is sent`}
            placeholder="As it is sent"
            maxLength={1000}
            value={value.to}
            onChange={(event) => edit(index, { to: event.currentTarget.value })}
          />
          <IconButton
            label={`Remove replacement ${index + 1}`}
            icon={IconX}
            onClick={() => set(values.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <TextButton
        icon={IconPlus}
        disabled={values.length >= 5000}
        onClick={() => set([...values, { from: '', to: '' }])}
      >
        Replace a value
      </TextButton>
    </fieldset>
  );
}
