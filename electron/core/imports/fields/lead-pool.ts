import { asText, field, isObject } from '../../../../shared/domain/service/answers/answers.ts';

/** Name of the lead pool of an exported lead, in the forms that services use; null when the service does not say it. */
export function poolOf(lead: Readonly<Record<string, unknown>>): string | null {
  const pool = field(lead, 'leadPool', 'leadPoolName', 'poolName', 'pool');
  return isObject(pool) ? asText(field(pool, 'name')) : asText(pool);
}
