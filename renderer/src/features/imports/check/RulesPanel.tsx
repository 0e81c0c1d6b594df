import { MultiSelect, Select } from '@mantine/core';
import type { CheckSettings, CheckSummary } from '../../../../../shared/contract/check.ts';
import classes from './SidePanel.module.css';
import { withRule } from './check-model.ts';

interface RulesPanelProps {
  readonly summary: CheckSummary;
  /** Fields that are filled from columns. */
  readonly fields: readonly string[];
  /** Checks again. */
  readonly onChange: (settings: CheckSettings) => void;
}

const COUNTRIES = ['DK', 'DE', 'NO', 'SE', 'FI', 'NL', 'BE', 'AT', 'CH', 'GB', 'FR', 'ES', 'IT', 'PL'];
const countryNames = new Intl.DisplayNames(undefined, { type: 'region' });

/** What a person knows about the data and the program cannot: the country, and what each field must hold. */
export function RulesPanel({ summary, fields, onChange }: RulesPanelProps) {
  const { settings, country } = summary;
  const countries = [...new Set([...COUNTRIES, ...(country.value === '' ? [] : [country.value])])];
  const marked = (rule: 'required' | 'unique') =>
    settings.fields.filter((entry) => entry[rule] && fields.includes(entry.field)).map((entry) => entry.field);
  return (
    <div className={classes['rules']}>
      <Select
        label="Country of numbers without a prefix"
        description={country.isYours ? 'You chose it.' : country.reason}
        placeholder="Guessed from the file"
        data={countries.map((value) => ({ value, label: countryNames.of(value) ?? value }))}
        value={country.value === '' ? null : country.value}
        clearable={country.isYours}
        onChange={(value) => onChange({ ...settings, country: value })}
      />
      <MultiSelect
        label="Must be filled"
        placeholder={marked('required').length === 0 ? 'No field' : ''}
        data={[...fields]}
        value={marked('required')}
        onChange={(chosen) => onChange(withRule(settings, 'required', chosen))}
      />
      <MultiSelect
        label="Must not repeat"
        placeholder={marked('unique').length === 0 ? 'No field' : ''}
        data={[...fields]}
        value={marked('unique')}
        onChange={(chosen) => onChange(withRule(settings, 'unique', chosen))}
      />
      <p className={classes['quiet']}>A change checks all rows again. What you edited stays.</p>
    </div>
  );
}
