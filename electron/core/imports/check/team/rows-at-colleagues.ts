// Why: decision 0521.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RowAtColleague } from '../../../foundation/team-look.ts';
import { inTransaction } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';

const SHARES = ['lead', 'leadByPhone', 'phone'] as const;

/** `digest`: of the lead about which the team was asked; once the row is another lead, the answer is not about it. */
export const TEAM_ROWS_SCHEMA = `CREATE TABLE team_row (
     n INTEGER PRIMARY KEY, digest BLOB NOT NULL, shares TEXT NOT NULL, name TEXT, is_created INTEGER NOT NULL, at INTEGER NOT NULL
   ) STRICT;`;

const askedSchema = z.object({
  campaignCode: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  rows: z.number(),
  /** The mapping and the country of the leads. */
  basis: z.string(),
  /** The last step that changed cells, then. */
  cellStep: z.number(),
});
export type TeamAsked = z.infer<typeof askedSchema>;

/** An answer about one row, with the digest of the lead that it is about. */
export interface FoundRow extends RowAtColleague {
  readonly digest: Uint8Array;
}

/** What the team answered about the rows of a draft, kept in the layer of its check. */
export class RowsAtColleagues {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Null: never asked, or what was answered cannot be read; the next answer replaces it. */
  asked(): TeamAsked | null {
    const row = this.#database.prepare(`SELECT json FROM setting WHERE name = 'team'`).get();
    return row === undefined ? null : storedJson(askedSchema, row['json']);
  }

  rows(): FoundRow[] {
    return this.#database
      .prepare('SELECT n, digest, shares, name, is_created, at FROM team_row ORDER BY n')
      .all()
      .map((row) => ({
        row: Number(row['n']),
        digest: row['digest'] as Uint8Array,
        shares: SHARES.find((known) => known === row['shares']) ?? 'mail',
        name: row['name'] === null ? null : String(row['name']),
        isCreated: row['is_created'] === 1,
        at: Number(row['at']),
      }));
  }

  /** Replaces what was answered before. */
  keep(asked: TeamAsked, rows: readonly FoundRow[]): void {
    inTransaction(this.#database, () => {
      this.#database.exec('DELETE FROM team_row');
      const add = this.#database.prepare(
        'INSERT INTO team_row (n, digest, shares, name, is_created, at) VALUES (?, ?, ?, ?, ?, ?)',
      );
      for (const { row, digest, shares, name, isCreated, at } of rows)
        add.run(row, digest, shares, name, Number(isCreated), at);
      this.#database
        .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('team', ?)`)
        .run(JSON.stringify(asked));
    });
  }
}
