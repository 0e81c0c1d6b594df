import { Combobox, useCombobox } from '@mantine/core';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { CampaignField, FieldSuggestion } from '../../../../../shared/contract/imports/imports.ts';
import classes from './FieldCombobox.module.css';
import { fieldOptions } from '../mapping-model/field-options.ts';

const CLEAR = '\u0000clear';
const NEW = '\u0000new';

interface FieldComboboxProps {
  /** Whole sentence for readers, for example "Field for column Telefon". */
  readonly label: string;
  readonly value: string | null;
  readonly fields: readonly CampaignField[];
  readonly suggestion: FieldSuggestion | null;
  /** Shown in the control after the field's name: the columns of a join. */
  readonly detail?: ReactNode;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly onChoose: (field: string, type: CampaignField['type']) => void;
  readonly onClear: () => void;
}

/** A button that shows the chosen field and opens a list with a search of its own; a name not in the list may be typed. */
export function FieldCombobox(props: FieldComboboxProps) {
  const { label, value, fields, suggestion, detail, invalid = false, describedBy, onChoose, onClear } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // At once: a key pressed right after Escape belongs to the button already, and `focusTarget` waits for a timer.
      combobox.targetRef.current?.focus();
      setSearch('');
    },
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.updateSelectedOptionIndex('active');
    },
  });

  function submit(option: string): void {
    if (option === CLEAR) onClear();
    else if (option === NEW) onChoose(search.trim(), 'text');
    else onChoose(option, typeOf(option));
    combobox.closeDropdown();
  }

  function searchFor(text: string): void {
    setSearch(text);
    combobox.selectFirstOption();
  }

  /** The search takes the focus by a timer: what is typed right after Enter still comes to the button. */
  function passOn(event: KeyboardEvent): void {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!combobox.dropdownOpened || !isText) return;
    event.preventDefault();
    searchFor(search + event.key);
  }

  function typeOf(name: string): CampaignField['type'] {
    return fields.find((field) => field.name === name)?.type ?? 'text';
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal
      // A closed list is not in the page: the step has one for every line, each with all fields of the campaign.
      keepMounted={false}
      position="bottom-start"
      classNames={{ dropdown: classes['dropdown'] ?? '' }}
    >
      <Combobox.Target targetType="button" withKeyboardNavigation={false} withAriaAttributes={false}>
        <button
          type="button"
          className={classes['target']}
          data-empty={value === null || undefined}
          data-invalid={invalid || undefined}
          data-field-target
          aria-label={`${label}: ${value ?? 'choose a field'}`}
          aria-haspopup="dialog"
          aria-expanded={combobox.dropdownOpened}
          aria-describedby={describedBy}
          onClick={() => combobox.toggleDropdown()}
          onKeyDown={passOn}
        >
          <span className={classes['value']}>
            {value === null ? (
              <>
                <IconPlus size={14} aria-hidden /> Choose a field
              </>
            ) : (
              <>
                <strong>{value}</strong>
                {detail}
              </>
            )}
          </span>
          <IconSelector size={14} aria-hidden className="text2" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <FieldList
          label={label}
          value={value}
          fields={fields}
          suggestion={suggestion}
          search={search}
          onSearch={searchFor}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface FieldListProps extends Pick<FieldComboboxProps, 'label' | 'value' | 'fields' | 'suggestion'> {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

function FieldList({ label, value, fields, suggestion, search, onSearch }: FieldListProps) {
  const { groups, newName } = fieldOptions(fields, suggestion, search);
  const listId = useId();
  return (
    <div role="dialog" aria-label={label} className={classes['list']}>
      <Combobox.Search
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label="Search fields or type a new one"
        placeholder="Search or type a new field"
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Combobox.Options id={listId} mah={260} className={classes['options']} aria-label={label}>
        {groups.map((group) => (
          <Combobox.Group key={group.label} label={group.label}>
            {group.options.map((option) => (
              <Combobox.Option
                key={option.name}
                value={option.name}
                active={option.name === value}
                aria-selected={option.name === value}
              >
                <span className={classes['option']}>
                  <span>{option.name}</span>
                  <span className={classes['note']} title={option.note}>
                    {option.note}
                  </span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {newName !== null && (
          <Combobox.Option value={NEW}>
            <span className={classes['option']}>
              <span>
                Create a field called “<strong>{newName}</strong>”?
              </span>
              <span className={classes['note']}>new field</span>
            </span>
          </Combobox.Option>
        )}
        {groups.length === 0 && newName === null && <Combobox.Empty>Type the field’s import name</Combobox.Empty>}
        {value !== null && (
          <Combobox.Option value={CLEAR} className={classes['clear']}>
            Leave this column out
          </Combobox.Option>
        )}
      </Combobox.Options>
    </div>
  );
}
