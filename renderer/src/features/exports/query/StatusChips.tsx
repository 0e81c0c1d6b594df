import { Checkbox, Popover } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import {
  LEAD_STATUSES,
  STATUS_GROUPS,
  type LeadStatus,
  type StatusGroup,
} from '../../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { helpAddress } from '../../../lib/help.ts';
import { Chip } from './Chip.tsx';
import { toggle, toggleGroup } from './query-model.ts';
import { SmallButton } from '../../../ui/index.ts';
import chip from './Chip.module.css';
import classes from './QueryBuilder.module.css';

/** Groups that are usually chosen as a whole: one chip each, which opens the single statuses. */
const FOLDED: readonly StatusGroup[] = ['redial', 'closed', 'withdrawn'];

interface StatusChipsProps {
  readonly chosen: readonly string[];
  readonly onChange: (statuses: string[]) => void;
}

/** Statuses in their groups; none chosen means any. */
export function StatusChips({ chosen, onChange }: StatusChipsProps) {
  const titleId = useId();
  return (
    <div className={classes['chipLine']} role="group" aria-labelledby={titleId}>
      <span id={titleId} className={classes['chipTitle']}>
        Status
      </span>
      <Chip label="Any" meaning="Any status" pressed={chosen.length === 0} onPress={() => onChange([])} />
      {STATUS_GROUPS.map((group) => {
        const statuses = LEAD_STATUSES.filter((status) => status.group === group.id);
        if (FOLDED.includes(group.id))
          return (
            <FoldedGroup key={group.id} label={group.label} statuses={statuses} chosen={chosen} onChange={onChange} />
          );
        return (
          <Fragment key={group.id}>
            <span className={classes['group']}>{group.label}</span>
            {statuses.map((status) => (
              <Chip
                key={status.name}
                label={status.label}
                meaning={status.meaning}
                help={helpAddress('status', status.name)}
                pressed={chosen.includes(status.name)}
                onPress={() => onChange(toggle(chosen, status.name))}
              />
            ))}
          </Fragment>
        );
      })}
    </div>
  );
}

interface FoldedGroupProps {
  readonly label: string;
  readonly statuses: readonly LeadStatus[];
  readonly chosen: readonly string[];
  readonly onChange: (statuses: string[]) => void;
}

function FoldedGroup({ label, statuses, chosen, onChange }: FoldedGroupProps) {
  const names = statuses.map((status) => status.name);
  const count = names.filter((name) => chosen.includes(name)).length;
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <button type="button" className={chip['chip']} data-pressed={count > 0 || undefined}>
          {count > 0 && <IconCheck size={13} stroke={2.2} aria-hidden />}
          {label} {count === 0 ? '' : count === names.length ? `all ${count}` : `${count} of ${names.length}`}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes['folded']}>
          <SmallButton onClick={() => onChange(toggleGroup(chosen, names))}>
            {count === names.length ? 'Choose none' : 'Choose all'}
          </SmallButton>
          {statuses.map((status) => (
            <Checkbox
              key={status.name}
              label={status.label}
              description={status.meaning}
              data-help={helpAddress('status', status.name)}
              checked={chosen.includes(status.name)}
              onChange={() => onChange(toggle(chosen, status.name))}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
