import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { campaignFieldSchema, type CampaignField } from '../../../../shared/contract/imports/imports.ts';
import { migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';

const STEPS = [
  `CREATE TABLE looked_up_fields (
     campaign_code TEXT PRIMARY KEY, looked_up_at INTEGER NOT NULL, leads INTEGER NOT NULL, fields TEXT NOT NULL
   ) STRICT`,
] as const;

/** Import names that leads of a campaign had when a person looked them up. */
export interface LookedUpFields {
  readonly campaignCode: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Leads that were read for it. */
  readonly leads: number;
  readonly fields: readonly CampaignField[];
}

/** The last look-up of each campaign, in the account's journal: its examples are personal data of that account. */
export function createLookedUpFieldsStore(journal: DatabaseSync) {
  migrate(journal, 'looked-up-fields', STEPS);
  return {
    all: (): LookedUpFields[] => readLookedUpFields(journal),

    /** Replaces what an earlier look-up found. */
    save({ campaignCode, at, leads, fields }: LookedUpFields): void {
      journal
        .prepare(
          'INSERT OR REPLACE INTO looked_up_fields (campaign_code, looked_up_at, leads, fields) VALUES (?, ?, ?, ?)',
        )
        .run(campaignCode, at, leads, JSON.stringify(fields));
    },
  };
}

/** From a journal that has the table; the newest first. A damaged one counts as never looked up: it can be looked up again. */
export function readLookedUpFields(journal: DatabaseSync): LookedUpFields[] {
  const rows = journal.prepare('SELECT * FROM looked_up_fields ORDER BY looked_up_at DESC').all();
  return rows.flatMap((row) => {
    const fields = storedJson(z.array(campaignFieldSchema), row['fields']);
    if (fields === null) return [];
    const [at, leads] = [Number(row['looked_up_at']), Number(row['leads'])];
    return [{ campaignCode: String(row['campaign_code']), at, leads, fields }];
  });
}
