import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { format } from '../../../lib/format.ts';
import chip from '../query/Chip.module.css';
import classes from './Compare.module.css';
import type { CompareView, NamedField } from './compare-model.ts';

/** Fields shown as chips; the others are in a menu. */
const CHIPS = 4;

interface ChangedFieldsProps {
  readonly comparison: Comparison;
  readonly fields: readonly NamedField[];
  readonly view: CompareView;
  readonly onShow: (view: CompareView) => void;
}

/** Chooses the changed field to look at, or any. */
export function ChangedFields({ comparison, fields, view, onShow }: ChangedFieldsProps) {
  const changed = fields.filter((field) => (field.changed ?? 0) > 0);
  const first = changed.slice(0, CHIPS);
  const chosen = changed.find(({ position }) => position === view.field);
  const chips = chosen === undefined || first.includes(chosen) ? first : [...first.slice(0, CHIPS - 1), chosen];
  const others = changed.filter((field) => !chips.includes(field));
  const show = (field: number | null) => onShow({ part: 'changed', field, changes: [] });
  return (
    <div className={classes['chips']} role="group" aria-label="What changed">
      <span className={classes['chipsTitle']} aria-hidden>
        What changed
      </span>
      <FieldChip
        title="Any field"
        count={comparison.changed}
        pressed={view.field === null}
        onPress={() => show(null)}
      />
      {chips.map(({ position, title, changed: count }) => (
        <FieldChip
          key={position}
          title={title}
          count={count ?? 0}
          pressed={view.field === position}
          onPress={() => show(view.field === position ? null : position)}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <button type="button" className={chip['chip']}>
              {format.number(others.length)} more <IconChevronDown size={13} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes['fieldMenu'] ?? ''}>
            {others.map(({ position, title, changed: count }) => (
              <Menu.Item key={position} rightSection={format.number(count ?? 0)} onClick={() => show(position)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface FieldChipProps {
  readonly title: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function FieldChip({ title, count, pressed, onPress }: FieldChipProps) {
  return (
    <button type="button" className={chip['chip']} aria-pressed={pressed} onClick={onPress}>
      <span className={chip['name']}>{title}</span>
      <strong className="tabular">{format.number(count)}</strong>
    </button>
  );
}
