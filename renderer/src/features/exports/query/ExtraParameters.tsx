import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';
import { IconButton } from '../../../ui/index.ts';
import classes from './QueryBuilder.module.css';

interface ExtraParametersProps {
  readonly parameters: ExportQuery['extra'];
  readonly onChange: (parameters: ExportQuery['extra']) => void;
}

/** Parameters that the specification does not know, one a line; they are sent as typed. */
export function ExtraParameters({ parameters, onChange }: ExtraParametersProps) {
  function change(place: number, part: Partial<ExportQuery['extra'][number]>): void {
    onChange(parameters.map((parameter, index) => (index === place ? { ...parameter, ...part } : parameter)));
  }

  return parameters.map((parameter, index) => (
    // Parameters have no identity beside their place.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className={classes['extra']}>
      <TextInput
        aria-label="Name of the parameter"
        placeholder="Name, for example ModifiedTo"
        maxLength={100}
        w={220}
        value={parameter.name}
        onChange={(event) => change(index, { name: event.currentTarget.value })}
      />
      <span aria-hidden>=</span>
      <TextInput
        aria-label="Value of the parameter"
        placeholder="Value"
        maxLength={2000}
        w={280}
        value={parameter.value}
        onChange={(event) => change(index, { value: event.currentTarget.value })}
      />
      <IconButton
        label={`Remove parameter ${parameter.name}`}
        icon={IconX}
        onClick={() => onChange(parameters.filter((_, place) => place !== index))}
      />
    </div>
  ));
}
