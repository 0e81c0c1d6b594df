// Why: decision 0270.
import type { DatabaseSync } from 'node:sqlite';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { inTransaction } from '../../storage/database.ts';
import { DEFAULT_RANK, type DefaultReason } from './layer-schema.ts';

/**
 * What a person decides about a row: it is left out (`id` is empty for rows chosen one by one), it is sent although it is
 * left out by default, or nothing: what the program proposes counts.
 */
export type RowDecision =
  | {
      readonly id: string;
      readonly title: string;
      /** The row of each group that stays, for duplicates that were answered all at once; null for any other decision. */
      readonly keep: 'first' | 'last' | null;
    }
  | 'send'
  | null;

/** A row that the program leaves out, in words. */
interface DefaultOut {
  readonly row: number;
  readonly title: string;
}

/** Which rows are sent: what the program proposes, and what a person decides. */
export class RowDecisions {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = statementsOf(database);
  }

  /** The campaign that the rows are for: what is left out by default for another one is not left out. */
  get campaignCode(): string {
    return String(this.#statements.campaign.get()?.['code'] ?? '');
  }

  set campaignCode(code: string) {
    if (!isSameCampaign(code, this.campaignCode)) this.#database.prepare('UPDATE campaign SET code = ?').run(code);
  }

  /**
   * Leaves these rows out by default for a reason of the program, and no others. No step: a person's history does not lead
   * back behind it. Only rows that were answered stay out in every campaign.
   */
  setDefaults(reason: DefaultReason, rows: Iterable<DefaultOut>): void {
    const rank = DEFAULT_RANK[reason];
    const campaign = this.#campaignOf(reason);
    inTransaction(this.#database, () => {
      this.#database.prepare('DELETE FROM default_out WHERE rank = ?').run(rank);
      for (const { row, title } of rows) this.#statements.propose.run(row, rank, campaign, reason, title);
    });
  }

  /** As `setDefaults`, for one row. `title` null: it is not left out for this reason. */
  setDefault(reason: DefaultReason, row: number, title: string | null): void {
    const rank = DEFAULT_RANK[reason];
    if (title === null) this.#statements.forget.run(row, rank);
    else this.#statements.propose.run(row, rank, this.#campaignOf(reason), reason, title);
  }

  /** Rows that the program leaves out for this reason in this campaign, unless a person sends them; in the file's order. */
  defaultsOf(reason: DefaultReason): number[] {
    return this.#rows(
      `SELECT n FROM default_out WHERE rank = ? AND campaign IN ('', (SELECT code FROM campaign)) ORDER BY n`,
      DEFAULT_RANK[reason],
    );
  }

  /** Whether the program leaves the row out when no person decides. */
  isOutByDefault(row: number): boolean {
    return this.#knewOf(row) !== 0;
  }

  /** Id of the reason for which the row is left out, '' for one that was chosen by itself; null: it is sent. */
  leftOutFor(row: number): string | null {
    const found = this.#statements.leftOut.get(row);
    return found === undefined ? null : String(found['reason']);
  }

  /** Rows left out, by the reason they were left out for; null for rows chosen one by one. */
  leftOutBy(): { reasonId: string | null; title: string; rows: number }[] {
    return this.#database
      .prepare(
        'SELECT reason, title, count(*) AS total FROM left_out GROUP BY reason, title ORDER BY total DESC, reason',
      )
      .all()
      .map((row) => ({
        reasonId: row['reason'] === '' ? null : String(row['reason']),
        title: String(row['title']),
        rows: Number(row['total']),
      }));
  }

  /** Rows left out, in the file's order. @param reasonId for this reason only @param since by steps after this one only */
  rowsLeftOut(reasonId?: string, since?: number): number[] {
    if (reasonId === undefined) return this.#rows('SELECT n FROM left_out ORDER BY n');
    if (since === undefined) return this.#rows('SELECT n FROM left_out WHERE reason = ? ORDER BY n', reasonId);
    return this.#rows(
      `SELECT n FROM left_out WHERE reason = ?
       AND n IN (SELECT n FROM step_row WHERE step > ? AND step <= (SELECT at FROM history)) ORDER BY n`,
      reasonId,
      since,
    );
  }

  /** Rows that would be left out if the program did not leave any out for these reasons. */
  rowsOutWithout(...reasons: readonly DefaultReason[]): number[] {
    return this.#rows(
      `SELECT r.n FROM decided r JOIN decision d ON d.id = r.decision WHERE d.reason IS NOT NULL
       UNION SELECT n FROM default_in_force WHERE reason NOT IN (SELECT value FROM json_each(?)) ORDER BY n`,
      JSON.stringify(reasons),
    );
  }

  /** Rows that a person sends in this campaign, knowing that this reason of the program is against it. */
  rowsSentInSpiteOf(reason: DefaultReason): number[] {
    return this.#rows(
      `SELECT r.n FROM decided r JOIN decision d ON d.id = r.decision
       WHERE d.reason IS NULL AND (d.knew & ?) <> 0 AND d.campaign = (SELECT code FROM campaign) ORDER BY r.n`,
      DEFAULT_RANK[reason],
    );
  }

  /** Id of what a person decided about the row; null: nothing. */
  of(row: number): number | null {
    const found = this.#statements.decision.get(row);
    return found ? Number(found['decision']) : null;
  }

  set(row: number, decision: number | null): void {
    if (decision === null) this.#statements.undecide.run(row);
    else this.#statements.decide.run(row, decision);
  }

  /** Id under which the decision is kept, once for all rows that it is about. */
  idOf(row: number, decision: RowDecision): number | null {
    if (decision === null) return null;
    const values =
      decision === 'send'
        ? ([null, '', this.#knewOf(row), this.campaignCode, null] as const)
        : ([decision.id, decision.title, 0, '', decision.keep] as const);
    const known = this.#statements.find.get(...values);
    return known ? Number(known['id']) : Number(this.#statements.add.run(...values).lastInsertRowid);
  }

  #campaignOf(reason: DefaultReason): string {
    return reason === 'answered' ? '' : this.campaignCode;
  }

  /** The bits of the defaults that stand against a row in this campaign. */
  #knewOf(row: number): number {
    return Number(this.#statements.knew.get(row)?.['knew'] ?? 0);
  }

  #rows(sql: string, ...values: (string | number)[]): number[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map((row) => Number(row['n']));
  }
}

function statementsOf(database: DatabaseSync) {
  return {
    campaign: database.prepare('SELECT code FROM campaign'),
    leftOut: database.prepare('SELECT reason FROM left_out WHERE n = ?'),
    decision: database.prepare('SELECT decision FROM decided WHERE n = ?'),
    decide: database.prepare('INSERT OR REPLACE INTO decided (n, decision) VALUES (?, ?)'),
    undecide: database.prepare('DELETE FROM decided WHERE n = ?'),
    find: database.prepare(
      'SELECT id FROM decision WHERE reason IS ? AND title = ? AND knew = ? AND campaign = ? AND keep IS ?',
    ),
    add: database.prepare('INSERT INTO decision (reason, title, knew, campaign, keep) VALUES (?, ?, ?, ?, ?)'),
    knew: database.prepare(
      `SELECT sum(rank) AS knew FROM default_out WHERE n = ? AND campaign IN ('', (SELECT code FROM campaign))`,
    ),
    propose: database.prepare(
      'INSERT OR REPLACE INTO default_out (n, rank, campaign, reason, title) VALUES (?, ?, ?, ?, ?)',
    ),
    forget: database.prepare('DELETE FROM default_out WHERE n = ? AND rank = ?'),
  };
}

/** Reasons of duplicates that a person answered for all their rows, with the row of each group that stays; by most rows. */
export function duplicatesAnsweredIn(database: DatabaseSync): { reasonId: string; keep: 'first' | 'last' }[] {
  const rows = database
    .prepare(
      `SELECT d.reason, d.keep, count(*) AS total FROM decided r JOIN decision d ON d.id = r.decision
       WHERE d.keep IS NOT NULL GROUP BY d.reason, d.keep ORDER BY total DESC, d.reason`,
    )
    .all();
  return rows.map(({ reason, keep }) => ({ reasonId: String(reason), keep: keep === 'last' ? 'last' : 'first' }));
}
