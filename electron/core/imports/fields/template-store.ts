import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { mappingSchema } from '../../../../shared/contract/imports/mapping.ts';
import {
  type Template,
  type TemplateContent,
  templatePartsSchema,
} from '../../../../shared/contract/imports/templates.ts';
import { inTransaction, migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { nameKey } from '../../../../shared/domain/words/fold-text.ts';

const STEPS = [
  `CREATE TABLE saved_mapping (
     id TEXT PRIMARY KEY, campaign_code TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
     columns TEXT NOT NULL, rules TEXT NOT NULL, saved_at INTEGER NOT NULL,
     used INTEGER NOT NULL DEFAULT 0, last_used_at INTEGER,
     UNIQUE (campaign_code, name_key)
   ) STRICT`,
  // Before, only a mapping was kept.
  'ALTER TABLE saved_mapping ADD COLUMN parts TEXT',
] as const;

/** Its column numbers point into `columns`; campaign '' stands for every campaign. */
export interface TemplateRecord
  extends TemplateContent, Pick<Template, 'id' | 'savedAt' | 'used' | 'lastUsedAt' | 'from' | 'staysHere'> {
  /** A damage has made what it keeps unreadable: columns and rules are empty then. */
  readonly isDamaged: boolean;
}

export type NewTemplate = Omit<TemplateRecord, 'used' | 'lastUsedAt' | 'isDamaged' | 'staysHere'>;
export type TemplateStore = ReturnType<typeof createTemplateStore>;

/** Whether the template is for this campaign, or for every campaign. */
export function isFor(template: Pick<TemplateRecord, 'campaignCode'>, campaignCode: string): boolean {
  return template.campaignCode === '' || isSameCampaign(template.campaignCode, campaignCode);
}

/** Under which a template is shared. */
export function templateKey(campaignCode: string, name: string): string {
  return `${campaignCode}\n${nameKey(name)}`;
}

/** The template of that name for a campaign; if there are two for one campaign, the one whose code is written so. */
export function templateNamed<Named extends Pick<TemplateRecord, 'campaignCode' | 'name'>>(
  templates: readonly Named[],
  campaignCode: string,
  name: string,
): Named | undefined {
  const alike = templates.filter(
    (known) => isSameCampaign(known.campaignCode, campaignCode) && nameKey(known.name) === nameKey(name),
  );
  return alike.find((known) => known.campaignCode === campaignCode) ?? alike[0];
}

/** Templates in the account's journal. Names that differ only in case are the same name. */
export function createTemplateStore(journal: DatabaseSync) {
  migrate(journal, 'mappings', STEPS);
  const ofId = journal.prepare('SELECT * FROM saved_mapping WHERE id = ?');
  const insert = journal.prepare(
    `INSERT INTO saved_mapping (id, campaign_code, name, name_key, columns, rules, parts, saved_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = journal.prepare(
    'UPDATE saved_mapping SET campaign_code = ?, name = ?, columns = ?, rules = ?, parts = ?, saved_at = ? WHERE id = ?',
  );

  const named = (campaignCode: string, name: string) => templateNamed(readTemplates(journal), campaignCode, name);

  return {
    named,
    all: (): TemplateRecord[] => readTemplates(journal),

    find(id: string): TemplateRecord | undefined {
      const row = ofId.get(id);
      return row ? decode(row) : undefined;
    },

    /** Saves it, replacing the one of that name in that campaign, whose count of uses stays. */
    save(template: NewTemplate): TemplateRecord {
      return inTransaction(journal, () => {
        const { id, campaignCode, name, savedAt } = template;
        const known = named(campaignCode, name);
        const columns = JSON.stringify(template.columns);
        const rules = JSON.stringify(template.rules);
        const parts = template.parts === null ? null : JSON.stringify(template.parts);
        if (known) replace.run(campaignCode, name, columns, rules, parts, savedAt, known.id);
        else insert.run(id, campaignCode, name, nameKey(name), columns, rules, parts, savedAt);
        return {
          ...template,
          id: known?.id ?? id,
          used: known?.used ?? 0,
          lastUsedAt: known?.lastUsedAt ?? null,
          isDamaged: false,
        };
      });
    },

    rename(id: string, name: string): void {
      journal.prepare('UPDATE saved_mapping SET name = ?, name_key = ? WHERE id = ?').run(name, nameKey(name), id);
    },

    countUse(id: string, at: number): void {
      journal.prepare('UPDATE saved_mapping SET used = used + 1, last_used_at = ? WHERE id = ?').run(at, id);
    },

    /** False when it was not there. */
    remove: (id: string): boolean => journal.prepare('DELETE FROM saved_mapping WHERE id = ?').run(id).changes > 0,
  };
}

/** From a journal that has the table, perhaps one of an earlier version; by name. */
export function readTemplates(journal: DatabaseSync): TemplateRecord[] {
  return journal.prepare('SELECT * FROM saved_mapping ORDER BY name_key, campaign_code').all().map(decode);
}

function decode(row: Record<string, SQLOutputValue>): TemplateRecord {
  const columns = storedJson(z.array(z.string()), row['columns']);
  const rules = storedJson(mappingSchema, row['rules']);
  const json = row['parts'] ?? null;
  const parts = json === null ? null : storedJson(templatePartsSchema, json);
  const isDamaged = columns === null || rules === null || (json !== null && parts === null);
  return {
    id: String(row['id']),
    campaignCode: String(row['campaign_code']),
    name: String(row['name']),
    columns: isDamaged ? [] : columns,
    rules: isDamaged ? [] : rules,
    parts,
    savedAt: Number(row['saved_at']),
    used: Number(row['used']),
    lastUsedAt: row['last_used_at'] === null ? null : Number(row['last_used_at']),
    isDamaged,
  };
}
