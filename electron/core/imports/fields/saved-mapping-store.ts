import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { mappingSchema, type Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { inTransaction, migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';

const STEPS = [
  `CREATE TABLE saved_mapping (
     id TEXT PRIMARY KEY, campaign_code TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
     columns TEXT NOT NULL, rules TEXT NOT NULL, saved_at INTEGER NOT NULL,
     used INTEGER NOT NULL DEFAULT 0, last_used_at INTEGER,
     UNIQUE (campaign_code, name_key)
   ) STRICT`,
] as const;

export interface MappingRecord {
  readonly id: string;
  /** '' for every campaign. */
  readonly campaignCode: string;
  readonly name: string;
  /** Headers of the spreadsheet it was made for; the rules' column numbers point into them. */
  readonly columns: readonly string[];
  readonly rules: Mapping;
  /** Unix milliseconds. */
  readonly savedAt: number;
  readonly used: number;
  readonly lastUsedAt: number | null;
  /** A damage has made its columns or rules unreadable: both are empty. */
  readonly isDamaged: boolean;
}

export type NewMapping = Omit<MappingRecord, 'used' | 'lastUsedAt' | 'isDamaged'>;
export type SavedMappingStore = ReturnType<typeof createSavedMappingStore>;

/** Named mappings in the account's journal. Names that differ only in case are the same name. */
export function createSavedMappingStore(journal: DatabaseSync) {
  migrate(journal, 'mappings', STEPS);
  const ofName = journal.prepare('SELECT * FROM saved_mapping WHERE campaign_code = ? AND name_key = ?');
  const ofId = journal.prepare('SELECT * FROM saved_mapping WHERE id = ?');
  const insert = journal.prepare(
    `INSERT INTO saved_mapping (id, campaign_code, name, name_key, columns, rules, saved_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const replace = journal.prepare(
    'UPDATE saved_mapping SET name = ?, columns = ?, rules = ?, saved_at = ? WHERE id = ?',
  );

  const named = (campaignCode: string, name: string): MappingRecord | undefined => {
    const row = ofName.get(campaignCode, nameKey(name));
    return row ? decode(row) : undefined;
  };

  return {
    named,
    all: (): MappingRecord[] => readSavedMappings(journal),

    find(id: string): MappingRecord | undefined {
      const row = ofId.get(id);
      return row ? decode(row) : undefined;
    },

    /** Saves it, replacing the one of that name in that campaign, whose count of uses stays. */
    save(mapping: NewMapping): MappingRecord {
      return inTransaction(journal, () => {
        const { id, campaignCode, name, savedAt } = mapping;
        const known = named(campaignCode, name);
        const columns = JSON.stringify(mapping.columns);
        const rules = JSON.stringify(mapping.rules);
        if (known) replace.run(name, columns, rules, savedAt, known.id);
        else insert.run(id, campaignCode, name, nameKey(name), columns, rules, savedAt);
        return {
          ...mapping,
          id: known?.id ?? id,
          used: known?.used ?? 0,
          lastUsedAt: known?.lastUsedAt ?? null,
          isDamaged: false,
        };
      });
    },

    countUse(id: string, at: number): void {
      journal.prepare('UPDATE saved_mapping SET used = used + 1, last_used_at = ? WHERE id = ?').run(at, id);
    },

    /** False when it was not there. */
    remove: (id: string): boolean => journal.prepare('DELETE FROM saved_mapping WHERE id = ?').run(id).changes > 0,
  };
}

/** From a journal that has the table, by name. */
export function readSavedMappings(journal: DatabaseSync): MappingRecord[] {
  return journal.prepare('SELECT * FROM saved_mapping ORDER BY name_key, campaign_code').all().map(decode);
}

function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

function decode(row: Record<string, SQLOutputValue>): MappingRecord {
  const columns = storedJson(z.array(z.string()), row['columns']);
  const rules = storedJson(mappingSchema, row['rules']);
  const isDamaged = columns === null || rules === null;
  return {
    id: String(row['id']),
    campaignCode: String(row['campaign_code']),
    name: String(row['name']),
    columns: isDamaged ? [] : columns,
    rules: isDamaged ? [] : rules,
    savedAt: Number(row['saved_at']),
    used: Number(row['used']),
    lastUsedAt: row['last_used_at'] === null ? null : Number(row['last_used_at']),
    isDamaged,
  };
}
