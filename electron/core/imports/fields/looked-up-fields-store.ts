import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { campaignFieldSchema } from '../../../../shared/contract/imports/imports.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { emptyLog, inTransaction, migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';

const STEPS = [
  `CREATE TABLE looked_up_fields (
     campaign_code TEXT PRIMARY KEY, looked_up_at INTEGER NOT NULL, leads INTEGER NOT NULL, fields TEXT NOT NULL
   ) STRICT`,
  // Earlier examples do not say which export they came with, so nobody could tell when they have to go.
  `UPDATE looked_up_fields SET fields =
     (SELECT json_group_array(json_remove(field.value, '$.example')) FROM json_each(fields) field)
   WHERE json_valid(fields)`,
] as const;

const lookedUpFieldSchema = campaignFieldSchema.extend({
  /** The export that the example came with; missing: a person looked the fields up. */
  exampleFrom: z.string().optional(),
});
export type LookedUpField = z.infer<typeof lookedUpFieldSchema>;

/** Import names that leads of a campaign had when a person looked them up. */
export interface LookedUpFields {
  readonly campaignCode: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Leads that were read for it. */
  readonly leads: number;
  readonly fields: readonly LookedUpField[];
}

/**
 * The last look-up of each campaign, in the account's journal: its examples are personal data of that account, and go with
 * what they came from.
 */
export function createLookedUpFieldsStore(journal: DatabaseSync) {
  migrate(journal, 'looked-up-fields', STEPS);
  function write({ campaignCode, at, leads, fields }: LookedUpFields): void {
    journal
      .prepare(
        'INSERT OR REPLACE INTO looked_up_fields (campaign_code, looked_up_at, leads, fields) VALUES (?, ?, ?, ?)',
      )
      .run(campaignCode, at, leads, JSON.stringify(fields));
  }

  return {
    all: (): LookedUpFields[] => readLookedUpFields(journal),

    /** Replaces what an earlier look-up found, however it wrote the code of the campaign. */
    save: (lookUp: LookedUpFields): void =>
      inTransaction(journal, () => {
        const remove = journal.prepare('DELETE FROM looked_up_fields WHERE campaign_code = ?');
        for (const row of journal.prepare('SELECT campaign_code FROM looked_up_fields').all()) {
          const code = String(row['campaign_code']);
          if (isSameCampaign(code, lookUp.campaignCode)) remove.run(code);
        }
        write(lookUp);
      }),

    /** Takes the examples away that are of this origin, and keeps the names of the fields. */
    forgetExamples(isOfOrigin: (field: LookedUpField, campaignCode: string) => boolean): void {
      let isChanged = false;
      for (const lookUp of readLookedUpFields(journal)) {
        const { campaignCode, fields } = lookUp;
        const goes = (field: LookedUpField) => field.example !== undefined && isOfOrigin(field, campaignCode);
        if (!fields.some(goes)) continue;
        const kept = fields.map((field) => {
          const { example: _example, exampleFrom: _origin, ...named } = field;
          return goes(field) ? named : field;
        });
        write({ ...lookUp, fields: kept });
        isChanged = true;
      }
      // The write-ahead log has what stood there before. A deletion around this empties it when it is done.
      if (isChanged && !journal.isTransaction) emptyLog(journal);
    },
  };
}

/** From a journal that has the table; the newest first. A damaged one counts as never looked up: it can be looked up again. */
export function readLookedUpFields(journal: DatabaseSync): LookedUpFields[] {
  const rows = journal.prepare('SELECT * FROM looked_up_fields ORDER BY looked_up_at DESC').all();
  return rows.flatMap((row) => {
    const fields = storedJson(z.array(lookedUpFieldSchema), row['fields']);
    if (fields === null) return [];
    const [at, leads] = [Number(row['looked_up_at']), Number(row['leads'])];
    return [{ campaignCode: String(row['campaign_code']), at, leads, fields }];
  });
}
