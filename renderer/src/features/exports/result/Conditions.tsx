import { ActionIcon, Menu, Popover, Select } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { type ColumnFilter, FILTER_LIMIT } from '../../../../../shared/contract/exports/views.ts';
import { filterGroups, joined, withoutFilters } from '../../../../../shared/domain/service/queries/filter-groups.ts';
import { ColumnFilterForm } from '../profile/ColumnFilterForm.tsx';
import { useProfile } from '../profile/use-profile.ts';
import { filtersWords, namedWords, negated } from '../view/filters.ts';
import { editionOf } from '../view/known-at.ts';
import { MenuChoice, TextButton } from '../../../ui/index.ts';
import type { ResultParts } from './ResultBar.tsx';
import classes from './Conditions.module.css';

interface ConditionsProps {
  readonly filters: readonly ColumnFilter[];
  readonly result: Pick<ResultParts, 'summary' | 'args' | 'columns'>;
  readonly onColumn: (column: number) => void;
  readonly onFilters: (next: (filters: readonly ColumnFilter[]) => readonly ColumnFilter[]) => void;
}

/** The filters, in one line that reads as a sentence. Each part opens its column, is negated, joined or taken away. */
export function Conditions({ filters, result, onColumn, onFilters }: ConditionsProps) {
  if (filters.length === 0) return null;
  const { columns } = result;
  const groups = filterGroups(filters);
  const change = (filter: ColumnFilter, changed: ColumnFilter) =>
    onFilters((former) => former.map((one) => (one === filter ? changed : one)));
  return (
    <div className={classes['line']} role="group" aria-label={`Filters: ${filtersWords(filters, columns)}`}>
      {groups.map((group, at) => {
        const isBracketed = group.length > 1 && groups.length > 1;
        return group.map((filter, within) => (
          <Fragment key={`${at} ${within}`}>
            <Joint
              filter={filter}
              isFirst={at === 0 && within === 0}
              words={namedWords(filter, columns)}
              onJoin={(or) => change(filter, joined(filter, or))}
              onNegate={() => change(filter, negated(filter))}
            />
            {isBracketed && within === 0 && <Bracket>(</Bracket>}
            <Part
              words={namedWords(filter, columns)}
              onOpen={() => onColumn(filter.column)}
              onRemove={() => onFilters((former) => withoutFilters(former, (one) => one === filter))}
            />
            {isBracketed && within === group.length - 1 && <Bracket>)</Bracket>}
          </Fragment>
        ));
      })}
      {filters.length < FILTER_LIMIT && (
        <AddCondition result={result} onAdd={(filter) => onFilters((former) => [...former, filter])} />
      )}
      <TextButton onClick={() => onFilters(() => [])}>Clear filters</TextButton>
    </div>
  );
}

/** Read out by the name of the line. */
function Bracket({ children }: { readonly children: string }) {
  return (
    <span className={classes['bracket']} aria-hidden>
      {children}
    </span>
  );
}

interface PartProps {
  readonly words: string;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Part({ words, onOpen, onRemove }: PartProps) {
  return (
    <span className={classes['chip']}>
      <button type="button" className={classes['chipWords']} title={words} onClick={onOpen}>
        {words}
      </button>
      <button
        type="button"
        className={classes['chipCross']}
        aria-label={`Remove the filter: ${words}`}
        onClick={onRemove}
      >
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </span>
  );
}

interface JointProps {
  readonly filter: ColumnFilter;
  readonly isFirst: boolean;
  readonly words: string;
  readonly onJoin: (or: boolean) => void;
  readonly onNegate: () => void;
}

/** The word before a part. Its menu joins the part to the one before it, or negates it. */
function Joint({ filter, isFirst, words, onJoin, onNegate }: JointProps) {
  const isOr = filter.or === true;
  const word = isFirst ? 'Where' : isOr ? 'or' : 'and';
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes['joint']} aria-label={`${word}, before: ${words}`}>
          {word}
          <IconChevronDown size={11} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={`How “${words}” is joined`}>
        {!isFirst && (
          <>
            <MenuChoice label="and" isChosen={!isOr} onChoose={() => onJoin(false)} />
            <MenuChoice label="or" isChosen={isOr} onChoose={() => onJoin(true)} />
            <Menu.Divider />
          </>
        )}
        <MenuChoice label="not" isChosen={filter.not === true} onChoose={onNegate} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddConditionProps {
  readonly result: ConditionsProps['result'];
  readonly onAdd: (filter: ColumnFilter) => void;
}

/** One more filter, also of a column that has one. */
function AddCondition({ result, onAdd }: AddConditionProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      // The lists of its fields stand outside of it.
      closeOnClickOutside={false}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon size={24} aria-label="Add a condition" title="Add a condition" onClick={() => setOpened(!opened)}>
          <IconPlus size={15} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add a condition" p={12} w={320}>
        {opened && (
          <ConditionForm
            result={result}
            onAdd={(filter) => {
              onAdd(filter);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm({ result: { summary, args, columns }, onAdd }: AddConditionProps) {
  const [column, setColumn] = useState(columns.find(({ isShown }) => isShown)?.index ?? 0);
  const { profile } = useProfile(args, column, editionOf(summary));
  return (
    <>
      <h3 className="visuallyHidden">Add a condition</h3>
      <Select
        label="Column"
        size="xs"
        mb={8}
        searchable
        openOnFocus={false}
        data={columns.map(({ index, title }) => ({ value: String(index), label: title }))}
        value={String(column)}
        onChange={(value) => {
          if (value !== null) setColumn(Number(value));
        }}
      />
      <ColumnFilterForm
        key={column}
        column={column}
        kind={profile?.guess.kind ?? 'text'}
        filter={undefined}
        onFilter={(filter) => {
          if (filter !== null) onAdd(filter);
        }}
      />
    </>
  );
}
