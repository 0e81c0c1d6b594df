// Why: decision 0167.
import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import {
  campaignFoundSchema,
  type CampaignGroup,
  campaignLeadSchema,
  type CampaignOrigin,
  campaignOriginSchema,
  type CampaignRow,
  type SharedValue,
  sharedValueSchema,
} from '../../../../../shared/contract/check/campaign-rows.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { inTransaction } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';

/** Reason of rows that are left out because the campaign holds them. */
export const IN_CAMPAIGN = 'inCampaign';

/** For a person: why such a row is left out. */
export function inCampaignTitle(campaignCode: string): string {
  return `In ${campaignCode} already`;
}

/** `there`: what the last comparison found; `there_next`: what one that runs has found so far. */
export const CAMPAIGN_SCHEMA = ['there', 'there_next']
  .map(
    (table) => `CREATE TABLE ${table} (
     n INTEGER PRIMARY KEY, shares TEXT NOT NULL, origin TEXT NOT NULL, source TEXT NOT NULL, is_guess INTEGER NOT NULL,
     new_phone INTEGER NOT NULL, leads INTEGER NOT NULL, found_field TEXT NOT NULL, found_value TEXT NOT NULL,
     lead TEXT NOT NULL
   ) STRICT;`,
  )
  .concat('CREATE INDEX there_of ON there (origin, n, shares, new_phone, source);')
  .join('\n');

/** What is kept of a lead that shares something with a row. */
const keptLeadSchema = campaignLeadSchema.extend({
  /** Fields that the mapping fills, by their names in the campaign. */
  data: z.record(z.string(), z.string()),
});
export type KeptLead = z.infer<typeof keptLeadSchema>;

export interface RowThere extends Pick<CampaignRow, 'row' | 'shares' | 'isGuess' | 'hasNewPhone' | 'leads'> {
  readonly origin: CampaignOrigin;
  /** Who put the lead there, its lead pool, or the import of this computer; empty where nobody is named. */
  readonly source: string;
  readonly found: { readonly field: string; readonly value: string };
  readonly lead: KeptLead;
}

/** A row, and whether it is sent now. */
export interface ListedRow extends RowThere {
  /** Why it is left out; null: it is sent. */
  readonly leftOut: { readonly id: string; readonly title: string } | null;
}

const comparedSchema = campaignFoundSchema.omit({ isStale: true, groups: true }).extend({
  doubt: z.string().nullable().default(null),
  isProven: z.boolean().default(false),
  /** The mapping and the country that the rows were compared with. */
  basis: z.string(),
  /** The last step that had changed cells at that time. */
  cellStep: z.number(),
});
export type Compared = z.infer<typeof comparedSchema>;

const COLUMNS = 'n, shares, origin, source, is_guess, new_phone, leads, found_field, found_value, lead';
/** Sources that are named for a group. */
const SOURCES = 3;
const ORIGINS = campaignOriginSchema.options;

/** The rows of a draft that its campaign holds, kept in the layer of its check. */
export class RowsInCampaign {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Null: never compared, or what was found cannot be read; another comparison finds it again. */
  compared(): Compared | null {
    const row = this.#database.prepare(`SELECT json FROM setting WHERE name = 'compared'`).get();
    return row === undefined ? null : storedJson(comparedSchema, row['json']);
  }

  /** The last step that changed cells and stands; 0: none did. */
  cellStep(): number {
    const row = this.#database
      .prepare('SELECT max(step) AS step FROM step_column WHERE step <= (SELECT at FROM history)')
      .get();
    return Number(row?.['step']);
  }

  /** Begins a comparison. What the last one found stays until `keep`. */
  begin(): void {
    this.#database.exec('DELETE FROM there_next');
  }

  /** Adds rows that were found, or replaces what was found for them before. */
  add(rows: readonly RowThere[]): void {
    if (rows.length === 0) return;
    const put = this.#database.prepare(
      `INSERT OR REPLACE INTO there_next (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    inTransaction(this.#database, () => {
      for (const { row, shares, origin, source, isGuess, hasNewPhone, leads, found, lead } of rows)
        put.run(
          row,
          shares,
          origin,
          source,
          Number(isGuess),
          Number(hasNewPhone),
          leads,
          found.field,
          found.value,
          JSON.stringify(lead),
        );
    });
  }

  /** A page of the rows found so far by the comparison that runs, after row `n`. */
  foundAfter(n: number, limit: number): RowThere[] {
    return this.#database
      .prepare(`SELECT ${COLUMNS} FROM there_next WHERE n > ? ORDER BY n LIMIT ?`)
      .all(n, limit)
      .map(decode);
  }

  /** What the comparison that runs has found: by row, what it shares with a lead. */
  foundNext(): Map<number, SharedValue> {
    const rows = this.#database.prepare('SELECT n, shares FROM there_next').all();
    return new Map(rows.map((row) => [Number(row['n']), sharesIn(row)]));
  }

  /** Makes what was found the last comparison. `withFormer`: rows that only the one before it found stay. */
  keep(compared: Compared, { withFormer }: { readonly withFormer: boolean }): void {
    const database = this.#database;
    inTransaction(database, () => {
      if (!withFormer) database.exec('DELETE FROM there');
      database.exec(
        `INSERT OR REPLACE INTO there (${COLUMNS}) SELECT ${COLUMNS} FROM there_next; DELETE FROM there_next`,
      );
      database
        .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('compared', ?)`)
        .run(JSON.stringify(compared));
    });
  }

  /** Numbers of the rows that the last comparison found. */
  rows(): Set<number> {
    return new Set(
      this.#database
        .prepare('SELECT n FROM there')
        .all()
        .map((row) => Number(row['n'])),
    );
  }

  /** Rows of a group with what a choice needs to know of them. */
  *choosable(
    origin: CampaignOrigin,
  ): Generator<{ readonly row: number; readonly hasNewPhone: boolean; readonly reason: string | null }, void, void> {
    const rows = this.#database.prepare(
      'SELECT t.n, t.new_phone, l.reason FROM there t LEFT JOIN left_out l ON l.n = t.n WHERE t.origin = ? ORDER BY t.n',
    );
    for (const row of rows.iterate(origin))
      yield {
        row: Number(row['n']),
        hasNewPhone: row['new_phone'] === 1,
        reason: row['reason'] === null ? null : String(row['reason']),
      };
  }

  page(
    origin: CampaignOrigin,
    shares: SharedValue | null,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): { total: number; rows: ListedRow[] } {
    const where = 't.origin = ? AND (? IS NULL OR t.shares = ?)';
    const values = [origin, shares, shares];
    const total = this.#database.prepare(`SELECT count(*) AS total FROM there t WHERE ${where}`).get(...values);
    const rows = this.#database
      .prepare(
        `SELECT t.${COLUMNS.replaceAll(', ', ', t.')}, l.reason, l.title FROM there t LEFT JOIN left_out l ON l.n = t.n
         WHERE ${where} ORDER BY t.n LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
      .map((row) => ({
        ...decode(row),
        leftOut: row['reason'] === null ? null : { id: String(row['reason']), title: String(row['title']) },
      }));
    return { total: Number(total?.['total']), rows };
  }

  groups(): CampaignGroup[] {
    return ORIGINS.flatMap((origin) => this.#group(origin) ?? []);
  }

  #group(origin: CampaignOrigin): CampaignGroup | null {
    const counted = this.#database
      .prepare(
        `SELECT t.shares, t.new_phone, l.reason IS NULL AS sent, l.reason = ? AS ours, count(*) AS total
         FROM there t LEFT JOIN left_out l ON l.n = t.n WHERE t.origin = ? GROUP BY 1, 2, 3, 4`,
      )
      .all(IN_CAMPAIGN, origin)
      .map((row) => ({
        shares: String(row['shares']),
        isNew: row['new_phone'] === 1,
        isSent: row['sent'] === 1,
        isOurs: row['ours'] === 1,
        total: Number(row['total']),
      }));
    const count = (is: (entry: (typeof counted)[number]) => boolean) =>
      counted.filter(is).reduce((sum, entry) => sum + entry.total, 0);
    const rows = count(() => true);
    if (rows === 0) return null;
    return {
      origin,
      rows,
      phone: count((entry) => entry.shares === 'phone'),
      email: count((entry) => entry.shares === 'email'),
      key: count((entry) => entry.shares === 'key'),
      newPhone: count((entry) => entry.isNew),
      leftOut: count((entry) => !entry.isSent),
      choice: choiceOf({
        sent: count((entry) => entry.isSent),
        out: count((entry) => entry.isOurs),
        sentOld: count((entry) => entry.isSent && !entry.isNew),
        outNew: count((entry) => entry.isOurs && entry.isNew),
      }),
      sources: this.#database
        .prepare(
          `SELECT source, count(*) AS total FROM there WHERE origin = ? GROUP BY source ORDER BY total DESC, source LIMIT ${SOURCES}`,
        )
        .all(origin)
        .map((row) => ({ name: String(row['source']), rows: Number(row['total']) })),
    };
  }
}

/** Rows left out for other reasons do not count here. */
function choiceOf(rows: { sent: number; out: number; sentOld: number; outNew: number }): CampaignGroup['choice'] {
  if (rows.sent === 0) return 'leaveOut';
  if (rows.out === 0) return 'sendAnyway';
  return rows.sentOld === 0 && rows.outNew === 0 ? 'onlyNew' : null;
}

function decode(row: Record<string, SQLOutputValue>): RowThere {
  return {
    row: Number(row['n']),
    shares: sharesIn(row),
    origin: campaignOriginSchema.catch('elsewhere').parse(row['origin']),
    source: String(row['source']),
    isGuess: row['is_guess'] === 1,
    hasNewPhone: row['new_phone'] === 1,
    leads: Number(row['leads']),
    found: { field: String(row['found_field']), value: String(row['found_value']) },
    lead: storedJson(keptLeadSchema, row['lead']) ?? UNREADABLE,
  };
}

function sharesIn(row: Record<string, SQLOutputValue>): SharedValue {
  return sharedValueSchema.catch('phone').parse(row['shares']);
}

/** A lead whose text on the disk is damaged: nothing is known of it. */
const UNREADABLE: KeptLead = {
  id: null,
  status: null,
  closure: null,
  pool: null,
  uploadedBy: null,
  uploaded: null,
  sentBy: null,
  data: {},
};

/** Digest of the mapping and the country: if either changes, other rows may match. */
export function basisOf({ mapping }: { readonly mapping: Mapping }, country: string): string {
  return createHash('sha256')
    .update(JSON.stringify([mapping, country]))
    .digest('hex');
}
