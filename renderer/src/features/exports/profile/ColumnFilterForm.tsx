import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { LAST_DAY } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import { SmallButton } from '../../../ui/index.ts';
import { MATCH, NOT_MATCH } from '../view/filters.ts';
import classes from './ColumnPanel.module.css';
import { NegatedNote } from './NegatedNote.tsx';

interface ColumnFilterFormProps {
  readonly column: number;
  readonly kind: 'text' | 'number' | 'date';
  readonly filter: ColumnFilter | undefined;
  readonly onFilter: (filter: ColumnFilter | null) => void;
}

/** Other filters than by value: a part of the text, a range, filled or empty. */
export function ColumnFilterForm({ column, kind, filter, onFilter }: ColumnFilterFormProps) {
  const isRepeated = filter?.kind === 'repeated' && filter.not !== true;
  return (
    <section className={classes['section']} aria-label="Filter">
      <h4 className={classes['sectionHead']}>Filter</h4>
      <NegatedNote filter={filter} of={['number', 'date', 'repeated']} onFilter={onFilter} />
      <TextFilter column={column} filter={filter} onFilter={onFilter} />
      {kind === 'number' && <NumberFilter column={column} filter={filter} onFilter={onFilter} />}
      {kind === 'date' && <DateFilter column={column} filter={filter} onFilter={onFilter} />}
      <div className="flexWrap gap6">
        {(['not empty', 'empty'] as const).map((words) => {
          const not = words === 'not empty';
          const isOn = filter?.kind === 'empty' && filter.not === not;
          return (
            <Button
              key={words}
              size="xs"
              variant={isOn ? 'light' : 'default'}
              aria-pressed={isOn}
              onClick={() => onFilter(isOn ? null : { kind: 'empty', column, not })}
            >
              {not ? 'Only filled' : 'Only empty'}
            </Button>
          );
        })}
        <Button
          size="xs"
          variant={isRepeated ? 'light' : 'default'}
          aria-pressed={isRepeated}
          title="Leads that share the value with another lead of this result, also in another case or form of a phone"
          onClick={() => onFilter(isRepeated ? null : { kind: 'repeated', column })}
        >
          Only repeated
        </Button>
      </div>
    </section>
  );
}

const matches = [
  ...Object.entries(MATCH).map(([value, label]) => ({ value, label })),
  ...Object.entries(NOT_MATCH).map(([value, label]) => ({ value: `${value} not`, label })),
];
type Match = Extract<ColumnFilter, { kind: 'text' }>['match'];

type PartProps = Omit<ColumnFilterFormProps, 'kind'>;

function TextFilter({ column, filter, onFilter }: PartProps) {
  const known = filter?.kind === 'text' ? filter : null;
  const [match, setMatch] = useState<string>(`${known?.match ?? 'contains'}${known?.not === true ? ' not' : ''}`);
  const [text, setText] = useState(known?.text ?? '');
  function submit(event: FormEvent): void {
    event.preventDefault();
    const [how = 'contains', not] = match.split(' ');
    onFilter(text === '' ? null : { kind: 'text', column, match: how as Match, text, not: not === 'not' });
  }
  return (
    <form className={classes['textLine']} onSubmit={submit}>
      <Select
        size="xs"
        aria-label="How the text fits"
        data={matches}
        value={match}
        onChange={(value) => setMatch(value ?? match)}
      />
      <TextInput
        size="xs"
        aria-label="Text"
        placeholder="Text, then Enter"
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SmallButton type="submit">Filter</SmallButton>
    </form>
  );
}

/** Other ends leave a range negated. */
function notOf(known: ColumnFilter | null): { readonly not?: true } {
  return known?.not === true ? { not: true } : {};
}

const number = { size: 'xs', hideControls: true, ...format.field } as const;

function NumberFilter({ column, filter, onFilter }: PartProps) {
  const known = filter?.kind === 'number' ? filter : null;
  const [from, setFrom] = useState<string | number>(known?.from ?? '');
  const [to, setTo] = useState<string | number>(known?.to ?? '');
  /** Null, too, for a number that is only begun. */
  const numberOf = (value: string | number) => (value === '' || !Number.isFinite(Number(value)) ? null : Number(value));
  function submit(event: FormEvent): void {
    event.preventDefault();
    const ends = { from: numberOf(from), to: numberOf(to) };
    onFilter(ends.from === null && ends.to === null ? null : { kind: 'number', column, ...ends, ...notOf(known) });
  }
  return (
    <form className={classes['filterLine']} onSubmit={submit}>
      <NumberInput {...number} aria-label="From" placeholder="From" value={from} onChange={setFrom} />
      <NumberInput {...number} aria-label="To" placeholder="To" value={to} onChange={setTo} />
      <SmallButton type="submit">Filter</SmallButton>
    </form>
  );
}

function DateFilter({ column, filter, onFilter }: PartProps) {
  const ids = useId();
  const known = filter?.kind === 'date' ? filter : null;
  const [from, setFrom] = useState(known?.from?.slice(0, 10) ?? '');
  const [to, setTo] = useState(known?.to?.slice(0, 10) ?? '');
  function submit(event: FormEvent): void {
    event.preventDefault();
    const ends = { from: from === '' ? null : from, to: to === '' ? null : to };
    onFilter(from === '' && to === '' ? null : { kind: 'date', column, ...ends, ...notOf(known) });
  }
  return (
    <form className={classes['dates']} onSubmit={submit}>
      <label htmlFor={`${ids}-from`}>From</label>
      <TextInput
        id={`${ids}-from`}
        size="xs"
        type="date"
        max={LAST_DAY}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <span />
      <label htmlFor={`${ids}-to`}>To</label>
      <TextInput
        id={`${ids}-to`}
        size="xs"
        type="date"
        max={LAST_DAY}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <SmallButton type="submit">Filter</SmallButton>
    </form>
  );
}
