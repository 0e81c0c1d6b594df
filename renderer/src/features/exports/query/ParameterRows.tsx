import { Autocomplete, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';
import { IconButton, StatusWord } from '../../../ui/index.ts';
import { parameterWords } from './query-model.ts';
import classes from './QueryBuilder.module.css';

type Parameter = ExportQuery['extra'][number];

interface ParameterRowsProps {
  readonly parameters: readonly Parameter[];
  readonly source: ExportQuery['source'];
  readonly onChange: (parameters: Parameter[]) => void;
}

/** Parameters that the specification does not know, one a row; they are sent as typed. */
export function ParameterRows({ parameters, source, onChange }: ParameterRowsProps) {
  return parameters.map((parameter, index) => (
    <ParameterRow
      // Parameters have no identity beside their place.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      parameter={parameter}
      source={source}
      onChange={(part) => onChange(parameters.map((other, place) => (place === index ? { ...other, ...part } : other)))}
      onRemove={() => onChange(parameters.filter((_, place) => place !== index))}
    />
  ));
}

interface ParameterRowProps {
  readonly parameter: Parameter;
  readonly source: ExportQuery['source'];
  readonly onChange: (part: Partial<Parameter>) => void;
  readonly onRemove: () => void;
}

function ParameterRow({ parameter, source, onChange, onRemove }: ParameterRowProps) {
  const wordsId = useId();
  const state = parameterWords(parameter, source);
  return (
    <div className={classes['extra']}>
      <Autocomplete
        aria-label="Name of the parameter"
        attributes={{ input: state === null ? {} : { 'aria-describedby': wordsId } }}
        placeholder="Name, for example ModifiedTo"
        data={KNOWN_TO_EXIST}
        maxLength={100}
        w={220}
        value={parameter.name}
        onChange={(name) => onChange({ name })}
      />
      <span aria-hidden>=</span>
      <TextInput
        aria-label="Value of the parameter"
        placeholder="Value"
        maxLength={2000}
        w={240}
        value={parameter.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <IconButton label={`Remove parameter ${parameter.name}`} icon={IconX} onClick={onRemove} />
      {state !== null && (
        <span id={wordsId} className="shrinks">
          <StatusWord status={state.isSent ? 'info' : 'warning'}>{state.words}</StatusWord>
        </span>
      )}
    </div>
  );
}

/** Parameters that some services have beyond the specification. */
const KNOWN_TO_EXIST = ['ModifiedTo', 'Campaigns', 'AllOpenStatuses', 'AllClosedStatuses', 'UniqueId'];
