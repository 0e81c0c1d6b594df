import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../storage/database.ts';

const STEPS = [
  `CREATE TABLE campaign_country (
     campaign_code TEXT PRIMARY KEY, country TEXT NOT NULL, answered_at INTEGER NOT NULL
   ) STRICT`,
] as const;

/** The country that a person named for the phones of a campaign. */
export interface CountryAnswer {
  /** Two letters. */
  readonly country: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface CampaignCountryStore {
  find(campaignCode: string): CountryAnswer | null;
  /** Null takes the answer back. */
  save(campaignCode: string, answer: CountryAnswer | null): void;
}

/** The last answer for each campaign, in the account's journal: nobody is asked twice. */
export function createCampaignCountryStore(journal: DatabaseSync): CampaignCountryStore {
  migrate(journal, 'campaign-country', STEPS);
  return {
    find(campaignCode) {
      const row = journal.prepare('SELECT * FROM campaign_country WHERE campaign_code = ?').get(campaignCode);
      return row === undefined ? null : { country: String(row['country']), at: Number(row['answered_at']) };
    },

    save(campaignCode, answer) {
      if (answer === null) journal.prepare('DELETE FROM campaign_country WHERE campaign_code = ?').run(campaignCode);
      else
        journal
          .prepare('INSERT OR REPLACE INTO campaign_country (campaign_code, country, answered_at) VALUES (?, ?, ?)')
          .run(campaignCode, answer.country, answer.at);
    },
  };
}
