import type { Mapping } from '../../../contract/imports/mapping.ts';

/**
 * The mapping as it is sent: phone cleanings without a country get the country of the file.
 * @param country null while it is not known: then only numbers with a prefix are cleaned
 */
export function withPhoneCountry(mapping: Mapping, country: string | null): Mapping {
  return mapping.map((rule) => ({
    ...rule,
    cleaning: rule.cleaning.map((step) =>
      step.kind === 'phone' && step.country === null && country !== null ? { ...step, country } : step,
    ),
  }));
}
