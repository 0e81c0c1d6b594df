import type { CheckSettings, DuplicateAnswer } from '../../../../shared/contract/check/check.ts';
import type { Plan, Terms } from '../../../../shared/contract/imports/imports.ts';
import type { CleaningStep, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import type { TemplateParts } from '../../../../shared/contract/imports/templates.ts';
import { poolSchemeOf } from '../../../../shared/domain/service/pool-name.ts';
import type { TemplateBasis } from '../fields/templates.ts';

/** The choices of a draft, or of an import that was started, of which a template is made. */
export interface ChoicesOfImport {
  readonly fileName: string;
  /** Labels of the columns. */
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  /** By which the phones were read; null: it is not known. */
  readonly country: string | null;
  readonly settings: CheckSettings;
  readonly duplicates: readonly DuplicateAnswer[];
  readonly plan: Plan;
  /** IANA name of the account's time zone. */
  readonly zone: string;
  /** Unix milliseconds in which the pool got its name. */
  readonly namedAt: number;
}

/** A planned start and a country that stands in the mapping are about one file. */
export function templateBasisOf(choices: ChoicesOfImport): TemplateBasis {
  const { fileName, columns, mapping, country, settings, duplicates, plan, zone, namedAt: now } = choices;
  const { campaignCode, poolName, stopAfterSameRefusal, terms } = plan;
  const parts: TemplateParts = {
    fileName: fileName.slice(0, 300),
    country,
    rules: { fields: settings.fields, duplicateKey: settings.duplicateKey },
    duplicates: [...duplicates],
    poolScheme: poolName === null ? null : poolSchemeOf(poolName, { fileName, zone, now }),
    stopAfterSameRefusal,
    terms: terms === undefined ? null : lasting(terms),
  };
  return { campaignCode, columns: [...columns], rules: withoutCountry(mapping, country), parts };
}

function lasting({ startAt: _once, tagAgreed: _word, ...kept }: Terms): TemplateParts['terms'] {
  return kept;
}

/** The country that the phones of a mapping are read with, where all have the same; null: they have none, or several. */
export function countryIn(mapping: Mapping): string | null {
  const countries = new Set(
    mapping.flatMap(({ cleaning }) => cleaning.flatMap((step) => (step.kind === 'phone' ? [step.country] : []))),
  );
  const [only = null] = countries;
  return countries.size === 1 ? only : null;
}

/** A job keeps the country of its file in each phone; a template keeps it once. */
function withoutCountry(mapping: Mapping, country: string | null): Mapping {
  const step = (one: CleaningStep): CleaningStep =>
    one.kind === 'phone' && one.country === country ? { kind: 'phone', country: null } : one;
  return mapping.map((rule) => ({ ...rule, cleaning: rule.cleaning.map(step) }));
}
