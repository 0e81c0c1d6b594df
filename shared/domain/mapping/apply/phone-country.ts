import type { Mapping } from '../../../contract/imports/mapping.ts';

/** The mapping with the file's country in every phone cleaning that has none of its own: so it can be sent. */
export function withPhoneCountry(mapping: Mapping, country: string): Mapping {
  return mapping.map((rule) => ({
    ...rule,
    cleaning: rule.cleaning.map((step) =>
      step.kind === 'phone' && step.country === null && country !== '' ? { ...step, country } : step,
    ),
  }));
}
