import { ActionIcon, Menu, NumberInput, TextInput } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import type { RelativeSince } from '../../../../../shared/contract/exports/queries.ts';
import { daysBack, sinceWords } from '../../../../../shared/domain/service/queries/relative-since.ts';
import { LAST_DAY } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import type { QueryDraft } from '../../../lib/query-draft.ts';
import { useNow } from '../../../lib/use-now.ts';
import { MenuChoice } from '../../../ui/index.ts';
import classes from './QueryBuilder.module.css';

type Since = QueryDraft['modifiedFrom'];

interface ModifiedSinceProps {
  readonly value: Since;
  readonly onChange: (value: Since) => void;
}

/** A day of the service's wall clock with a time when the query has one, or a beginning that moves with the day. */
export function ModifiedSince({ value, onChange }: ModifiedSinceProps) {
  const label = `Modified since (${format.zoneName(useNow(60_000))})`;
  return (
    <div className={classes['since']}>
      {value !== null && typeof value === 'object' ? (
        <RelativeFields label={label} value={value} onChange={onChange} />
      ) : (
        <DateFields label={label} value={value} onChange={onChange} />
      )}
      <RelativeMenu value={value} onChange={onChange} />
    </div>
  );
}

interface FieldsProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Since) => void;
}

function DateFields({ label, value, onChange }: FieldsProps<string | null>) {
  const [day = '', time] = value?.split('T') ?? [];
  return (
    <>
      <TextInput
        label={label}
        type="date"
        max={LAST_DAY}
        w={150}
        value={day}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange(chosen === '' ? null : time === undefined ? chosen : `${chosen}T${time}`);
        }}
      />
      {time !== undefined && (
        <TextInput
          label="At"
          aria-label="Modified since, time of day"
          type="time"
          step={1}
          w={108}
          value={time}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange(chosen === '' ? day : `${day}T${chosen.length === 5 ? `${chosen}:00` : chosen}`);
          }}
        />
      )}
    </>
  );
}

function RelativeFields({ label, value, onChange }: FieldsProps<RelativeSince>) {
  const days = daysBack(value);
  const words = sinceWords(value);
  return (
    <>
      <TextInput label={label} w={170} readOnly value={`${words.charAt(0).toUpperCase()}${words.slice(1)}`} />
      {days !== null && (
        <NumberInput
          label="Days"
          aria-label="Modified since, days ago"
          w={72}
          min={1}
          max={999}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={days}
          onChange={(chosen) => {
            if (typeof chosen === 'number' && chosen >= 1) onChange({ since: `-${chosen}d` });
          }}
        />
      )}
    </>
  );
}

const OFFERED = ['today', 'yesterday', '-7d', '-30d', 'this-week', 'this-month', 'last-run'] as const;

function RelativeMenu({ value, onChange }: Pick<ModifiedSinceProps, 'value' | 'onChange'>) {
  const chosen = value !== null && typeof value === 'object' ? value : null;
  const days = chosen === null ? null : daysBack(chosen);
  const isChosen = (since: string) => chosen?.since === since || (days !== null && since === '-7d' && days !== 30);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label="A beginning that moves with the day"
          title="Since yesterday, since the last run, …"
        >
          <IconCalendarRepeat size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Modified since">
        <MenuChoice label="A date" isChosen={chosen === null} onChoose={() => onChange(null)} />
        <Menu.Divider />
        {OFFERED.map((since) => (
          <MenuChoice
            key={since}
            label={`Since ${sinceWords({ since })}`}
            isChosen={isChosen(since)}
            onChoose={() => onChange({ since })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
