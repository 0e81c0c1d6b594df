import type { CheckSettings } from '../../contract/check/check.ts';

/** Whether a person set rules, apart from the country. */
export function hasRules({ fields, duplicateKey }: CheckSettings): boolean {
  return fields.length > 0 || duplicateKey !== null;
}
