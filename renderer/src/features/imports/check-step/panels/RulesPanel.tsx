import { Button, MultiSelect, NumberInput, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckSettings, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../../shared/contract/imports/imports.ts';
import { countRules, isSameRules, withFieldRule, withRule } from '../../../../../../shared/domain/check/field-rules.ts';
import { format } from '../../../../lib/format.ts';
import { IconButton } from '../../../../ui/index.ts';
import { rulesInForce } from '../../checking/check-state.ts';
import { countryChoices } from '../../mapping-model/phone-countries.ts';
import { AllowedRules } from './AllowedRules.tsx';
import { fromWords } from '../../../../lib/sentences.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './SidePanel.module.css';

/** The rules of a check, and the fields they may be about. */
interface FieldRulesProps {
  readonly settings: CheckSettings;
  /** Fields that are filled from columns. */
  readonly fields: readonly string[];
  /** Checks all rows again. */
  readonly onChange: (settings: CheckSettings) => void;
}

/** What a person knows about the data and the program cannot: the country, and what each field must hold. */
export function RulesPanel() {
  const { draft, mapping, check, summary, chooseCountry } = useCheckStep();
  const settings = rulesInForce(check.state, summary);
  const fields = mapping.filter((rule) => rule.source.kind === 'columns').map((rule) => rule.field);
  return (
    <div className="flexColumn gap14">
      <p className="quiet">A change checks all rows again at once and is kept with the draft. What you edited stays.</p>
      <ColleagueRules rules={draft.colleagueRules ?? []} settings={settings} onChange={check.run} />
      <CountryRule country={summary.country} onChange={chooseCountry} />
      <RepetitionRules settings={settings} fields={fields} onChange={check.run} />
      <LengthRules settings={settings} fields={fields} onChange={check.run} />
      <AllowedRules draftId={draft.id} settings={settings} fields={fields} onChange={check.run} />
    </div>
  );
}

interface ColleagueRulesProps extends Pick<FieldRulesProps, 'settings' | 'onChange'> {
  readonly rules: NonNullable<Draft['colleagueRules']>;
}

/** Rules that colleagues use for the campaign; the country stays. Nothing without a team. */
function ColleagueRules({ rules, settings, onChange }: ColleagueRulesProps) {
  if (rules.length === 0) return null;
  return (
    <section className={classes['ruleSet']} aria-label="Rules of colleagues">
      <h3 className={classes['caption']}>Rules of colleagues for this campaign</h3>
      {rules.map(({ id, from, isCopy, settings: theirs }) => {
        const count = format.count(countRules(theirs), { one: '# rule', other: '# rules' });
        const whose = `${count} ${fromWords(from)}${isCopy ? ' (copy)' : ''}`;
        const isUsed = isSameRules(theirs, settings);
        return (
          <div key={id} className={classes['colleague']}>
            <span>{whose}</span>
            {isUsed ? (
              <span className="quiet">in use</span>
            ) : (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Use ${whose}`}
                onClick={() => onChange({ ...theirs, country: settings.country })}
              >
                Use
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}

interface CountryRuleProps {
  readonly country: CheckSummary['country'];
  /** Null takes the choice back. */
  readonly onChange: (country: string | null) => void;
}

function CountryRule({ country, onChange }: CountryRuleProps) {
  return (
    <Select
      label="Country of numbers without a prefix"
      allowDeselect
      description={country.reason}
      placeholder="Not known: numbers stay as they are"
      data={countryChoices(country.likely)}
      value={country.value}
      clearable={country.source === 'you'}
      clearButtonProps={{ 'aria-label': 'Take back the choice of the country' }}
      onChange={onChange}
    />
  );
}

/** Which fields must be filled, and which must not repeat. */
function RepetitionRules({ settings, fields, onChange }: FieldRulesProps) {
  const required = settings.fields.filter((entry) => entry.required).map((entry) => entry.field);
  const unique = settings.fields
    .filter((entry) => entry.unique && fields.includes(entry.field))
    .map(({ field }) => field);
  const key = settings.duplicateKey !== null && fields.includes(settings.duplicateKey) ? settings.duplicateKey : null;
  return (
    <>
      <Select
        label="Rows are duplicates when this repeats"
        allowDeselect
        description="In addition to phone and e-mail, for example a customer number."
        placeholder="Phone and e-mail only"
        data={[...fields]}
        value={key}
        clearable
        clearButtonProps={{ 'aria-label': 'Phone and e-mail only' }}
        onChange={(value) => onChange({ ...settings, duplicateKey: value })}
      />
      <MultiSelect
        label="Must be filled"
        placeholder={required.length === 0 ? 'No field' : ''}
        // Those that no column fills, too: they are what is missing.
        data={[...new Set([...fields, ...required])]}
        value={required}
        onChange={(chosen) => onChange(withRule(settings, 'required', chosen))}
      />
      <MultiSelect
        label="Must not repeat"
        placeholder={unique.length === 0 ? 'No field' : ''}
        data={[...fields]}
        value={unique}
        onChange={(chosen) => onChange(withRule(settings, 'unique', chosen))}
      />
    </>
  );
}

/** Begun with, so that a field chosen here has a rule at once. */
const FIRST_LIMIT = 50;
const LONGEST = 1_000_000;

function LengthRules({ settings, fields, onChange }: FieldRulesProps) {
  const limited = settings.fields.filter(({ field, longest }) => longest !== null && fields.includes(field));
  const others = fields.filter((field) => !limited.some((entry) => entry.field === field));
  return (
    <section className={classes['ruleSet']} aria-label="Longest values">
      <h3 className={classes['caption']}>No longer than</h3>
      {limited.map(({ field, longest }) => (
        <div key={field} className={classes['ruleLine']}>
          <span className="truncate" title={field}>
            {field}
          </span>
          <LimitInput
            key={longest}
            field={field}
            longest={longest ?? FIRST_LIMIT}
            onChange={(limit) => onChange(withFieldRule(settings, field, { longest: limit }))}
          />
          <IconButton
            label={`No limit for ${field}`}
            icon={IconX}
            size={24}
            onClick={() => onChange(withFieldRule(settings, field, { longest: null }))}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          // A new list after each choice: the control keeps nothing itself.
          key={limited.length}
          aria-label="Limit the length of a field"
          placeholder="Limit a field"
          data={others}
          onChange={(field) => field !== null && onChange(withFieldRule(settings, field, { longest: FIRST_LIMIT }))}
        />
      )}
    </section>
  );
}

interface LimitInputProps {
  readonly field: string;
  readonly longest: number;
  readonly onChange: (limit: number) => void;
}

/** The limit changes when typing ends: each digit would check all rows. */
function LimitInput({ field, longest, onChange }: LimitInputProps) {
  const [typed, setTyped] = useState<number | string>(longest);
  function keep(): void {
    const limit = Math.round(Number(typed));
    if (typed === '' || !(limit >= 1 && limit <= LONGEST)) setTyped(longest);
    else if (limit !== longest) onChange(limit);
  }
  return (
    <NumberInput
      aria-label={`Most characters of ${field}`}
      w={112}
      size="xs"
      min={1}
      max={LONGEST}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      suffix=" characters"
      value={typed}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
