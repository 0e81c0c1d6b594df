import type { Dialect } from '../../../../shared/contract/account/account.ts';
import type { NewLead } from './lead-outcome.ts';

/** The body of `POST /leads` (specification, section 2) with the names that the account's dialect gives it. */
export function leadBody(lead: NewLead, dialect: Dialect): string {
  const isCamel = dialect.bodyCase === 'camel';
  const pool = lead.poolName ?? '';
  return JSON.stringify({
    [isCamel ? 'campaignCode' : 'CampaignCode']: lead.campaignCode,
    ...(pool === '' ? {} : { [dialect.poolField]: pool }),
    data: lead.data,
  });
}
