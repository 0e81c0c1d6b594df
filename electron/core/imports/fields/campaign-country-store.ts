import type { DatabaseSync } from 'node:sqlite';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { inTransaction, migrate } from '../../storage/database.ts';

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

/** The last answer for each campaign, in the account's journal: nobody is asked twice. */
export function createCampaignCountryStore(journal: DatabaseSync) {
  migrate(journal, 'campaign-country', STEPS);
  const answersFor = (campaignCode: string) =>
    journal
      .prepare('SELECT * FROM campaign_country ORDER BY answered_at DESC')
      .all()
      .filter((row) => isSameCampaign(String(row['campaign_code']), campaignCode));
  return {
    find(campaignCode: string): CountryAnswer | null {
      const [row] = answersFor(campaignCode);
      return row === undefined ? null : { country: String(row['country']), at: Number(row['answered_at']) };
    },

    /** Null takes the answer back. */
    save: (campaignCode: string, answer: CountryAnswer | null) =>
      inTransaction(journal, () => {
        const remove = journal.prepare('DELETE FROM campaign_country WHERE campaign_code = ?');
        for (const row of answersFor(campaignCode)) remove.run(String(row['campaign_code']));
        if (answer !== null)
          journal
            .prepare('INSERT INTO campaign_country (campaign_code, country, answered_at) VALUES (?, ?, ?)')
            .run(campaignCode, answer.country, answer.at);
      }),
  };
}
