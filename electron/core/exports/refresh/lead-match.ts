import type { DatabaseSync } from 'node:sqlite';
import { lastRow } from '../result/result-reader.ts';
import { widthOf } from './merged-rows.ts';

/** Conditions beside each other in one bracket: SQLite bounds how deep brackets stand in each other. */
const BESIDE = 50;
/** Positions of two rows of a lead: in the result, and among the leads that came. */
export interface MetRow {
  readonly at: number;
  readonly number: number;
}

/** Finds the leads that came among those of a result, by their ids. The tables that it needs are temporary. */
export class LeadMatch {
  readonly #database: DatabaseSync;
  readonly #idInResult: string;
  readonly #idThatCame: string;
  readonly #differing: string;
  readonly #rows: number;

  /** Call after the result has its new columns. */
  constructor(
    database: DatabaseSync,
    {
      paths,
      places,
      ids,
    }: { readonly paths: readonly string[]; readonly places: readonly number[]; readonly ids: number },
  ) {
    this.#database = database;
    this.#idInResult = `c${ids}`;
    const known = widthOf(database, 'came');
    const cameAt = new Map(places.map((place, column) => [place, column]));
    const idColumn = cameAt.get(ids) ?? -1;
    this.#idThatCame = idColumn === -1 || idColumn >= known ? 'NULL' : `c${idColumn}`;
    this.#differing = anyOf(
      paths.map((_, place) => {
        const column = cameAt.get(place) ?? -1;
        const came = column === -1 || column >= known ? "''" : `ifnull(d.c${column}, '')`;
        return `ifnull(m.c${place}, '') <> ${came}`;
      }),
    );
    this.#rows = lastRow(database, 'main.leads');
  }

  /** Leads that came without an id. */
  withoutId(): number {
    return this.#count(`SELECT count(*) AS n FROM came.leads WHERE ifnull(${this.#idThatCame}, '') = ''`);
  }

  /** Numbers of the rows of each id that the result has more than once. */
  *repeated(): Generator<number[]> {
    const id = this.#idInResult;
    const twice = this.#database.prepare(
      `SELECT ${id} AS id FROM main.leads WHERE ifnull(${id}, '') <> '' GROUP BY ${id} HAVING count(*) > 1`,
    );
    const ids = twice.all().map((row) => String(row['id']));
    if (ids.length === 0) return;
    // Without an index a search for each of them would read the whole table.
    this.#database.exec('CREATE TEMP TABLE twice (id TEXT PRIMARY KEY) WITHOUT ROWID');
    const add = this.#database.prepare('INSERT INTO temp.twice VALUES (?)');
    for (const found of ids) add.run(found);
    const rows = this.#database
      .prepare(`SELECT m.number, m.${id} AS id FROM main.leads m WHERE m.${id} IN temp.twice ORDER BY m.number`)
      .all();
    for (const same of Map.groupBy(rows, (row) => String(row['id'])).values())
      yield same.map((row) => Number(row['number']));
  }

  /** @param step rows of the result between two pauses */
  async find(step: number, pause: () => Promise<void>): Promise<void> {
    if (this.#idThatCame === 'NULL') return;
    this.#database.exec(
      `CREATE TEMP TABLE came_id (id TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
       CREATE TEMP TABLE met (at INTEGER PRIMARY KEY, number INTEGER NOT NULL);
       INSERT OR REPLACE INTO temp.came_id SELECT ${this.#idThatCame}, number FROM came.leads`,
    );
    const match = this.#database.prepare(
      `INSERT INTO temp.met SELECT m.number, i.number FROM main.leads m CROSS JOIN temp.came_id i ON i.id = m.${this.#idInResult}
       WHERE m.number BETWEEN ? AND ?`,
    );
    for (let from = 1; from <= this.#rows; from += 10 * step) {
      match.run(from, from + 10 * step - 1);
      await pause();
    }
    this.#database.exec('CREATE INDEX temp.met_number ON met (number)');
  }

  /** Compares the rows `first` to `last` of the result: which came back changed, and how many came back the same. */
  met(first: number, last: number): { differing: MetRow[]; same: number } {
    const both = `temp.met CROSS JOIN main.leads m ON m.number = met.at CROSS JOIN came.leads d ON d.number = met.number
      WHERE met.at BETWEEN ? AND ?`;
    const differing = this.#database
      .prepare(`SELECT met.at AS at, met.number AS number FROM ${both} AND (${this.#differing})`)
      .all(first, last) as unknown as MetRow[];
    const all = this.#count('SELECT count(*) AS n FROM temp.met WHERE at BETWEEN ? AND ?', first, last);
    return { differing, same: all - differing.length };
  }

  /** Numbers of the leads, from `first` to `last` of those that came, that the result did not have. */
  fresh(first: number, last: number): number[] {
    return this.#database
      .prepare(
        `SELECT number FROM came.leads WHERE number BETWEEN ? AND ?
         AND NOT EXISTS (SELECT 1 FROM temp.met WHERE met.number = leads.number)`,
      )
      .all(first, last)
      .map((row) => Number(row['number']));
  }

  #count(sql: string, ...parameters: number[]): number {
    return Number(this.#database.prepare(sql).get(...parameters)?.['n']);
  }
}

function anyOf(conditions: readonly string[]): string {
  if (conditions.length === 0) return '0';
  if (conditions.length <= BESIDE) return conditions.join(' OR ');
  const parts: string[] = [];
  for (let from = 0; from < conditions.length; from += BESIDE)
    parts.push(`(${conditions.slice(from, from + BESIDE).join(' OR ')})`);
  return anyOf(parts);
}
