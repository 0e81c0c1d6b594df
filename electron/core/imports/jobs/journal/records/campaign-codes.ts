import type { DatabaseSync } from 'node:sqlite';
import { isSameCampaign } from '../../../../../../shared/domain/service/campaign-code.ts';

/** Condition on `import_job`; its value is `codesAsWritten`. */
export const IS_INTO = 'campaign_code IN (SELECT value FROM json_each(?))';

/** The code of a campaign in each way in which imports wrote it: JSON for `IS_INTO`. SQLite folds the case of A to Z alone. */
export function codesAsWritten(journal: DatabaseSync, campaignCode: string): string {
  const rows = journal.prepare('SELECT DISTINCT campaign_code FROM import_job').all();
  const codes = rows.map((row) => String(row['campaign_code']));
  return JSON.stringify(codes.filter((code) => isSameCampaign(code, campaignCode)));
}
