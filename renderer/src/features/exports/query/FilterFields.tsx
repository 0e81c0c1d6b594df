import { TagsInput } from '@mantine/core';
import { useId } from 'react';
import { LEAD_CLOSURES } from '../../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { helpAddress } from '../../../lib/help.ts';
import { Chip } from './Chip.tsx';
import { toggle } from './query-model.ts';
import classes from './QueryBuilder.module.css';

interface ProjectsFieldProps {
  readonly projects: readonly string[];
  /** Patterns of earlier queries. */
  readonly used: readonly string[];
  readonly onChange: (projects: string[]) => void;
}

/** Names of projects, with wildcards; none means all. */
export function ProjectsField({ projects, used, onChange }: ProjectsFieldProps) {
  return (
    <TagsInput
      label="Projects"
      className={classes['projects'] ?? ''}
      placeholder={projects.length === 0 ? 'all, or type Energi*' : 'or type…'}
      data={[...used]}
      value={[...projects]}
      maxTags={100}
      clearable={false}
      splitChars={[',']}
      acceptValueOnBlur
      onChange={(typed) =>
        onChange(typed.map((project) => project.trim().slice(0, 200)).filter((project) => project !== ''))
      }
    />
  );
}

interface ClosureChipsProps {
  readonly chosen: readonly string[];
  readonly onChange: (closures: string[]) => void;
}

/** How a lead was closed; none chosen means any. */
export function ClosureChips({ chosen, onChange }: ClosureChipsProps) {
  const titleId = useId();
  return (
    <div className={classes['chipLine']} role="group" aria-labelledby={titleId}>
      <span id={titleId} className={classes['chipTitle']}>
        Closure
      </span>
      <Chip label="Any" meaning="Any closure" pressed={chosen.length === 0} onPress={() => onChange([])} />
      {LEAD_CLOSURES.map((closure) => (
        <Chip
          key={closure.name}
          label={closure.label}
          meaning={closure.meaning}
          help={helpAddress('closure', closure.name)}
          pressed={chosen.includes(closure.name)}
          onPress={() => onChange(toggle(chosen, closure.name))}
        />
      ))}
    </div>
  );
}
