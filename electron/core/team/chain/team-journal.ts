// Why: decision 0428, decision 0620 and decision 0621.
import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { ClaimableRow, SeenLead } from '../../foundation/lead-claims.ts';
import { inTransaction, migrate } from '../../storage/database.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { TEAM_SCHEMA } from './team-schema.ts';

/** What one key of a team stands for, as its database says it: a lead as it is sent, or a phone number in a campaign. */
export const KEY_FORMS = { lead: 1, phone: 2 } as const;

/** This journal in its team. */
export interface TeamSelf {
  /** Id of the team's database. */
  readonly team: string;
  /** Where that is, as `placeText` writes it. */
  readonly place: string;
  /** How colleagues call this computer's person. */
  readonly name: string;
  /** The code of this office. */
  readonly office: string;
  /** The code that it had before its folder was put back or copied. */
  readonly former: string | null;
  /** Numbers of the offices that it was before. */
  readonly formers: readonly number[];
  /** Its own number; null before it was told. */
  readonly id: number | null;
  /** Its last move, and how many it has made. */
  readonly head: string;
  readonly no: number;
  /** The highest number of moves of the team that the database has named. */
  readonly seen: number;
  readonly incarnation: string;
  /** One of `KEY_FORMS`: it never changes while the team lasts. */
  readonly keyForm: number;
}

/** A move as it is asked, once or again: leads by digest, hexadecimal. */
export interface TeamMove {
  readonly next: string;
  readonly give: readonly string[];
  readonly created: readonly string[];
  readonly take: readonly string[];
  /** A person saw that these were created, and wants them. */
  readonly insist: readonly string[];
  /** Leads that a person wants sent although no outcome of theirs is known; valid only until one is known. */
  readonly insistTaken: readonly string[];
}

export interface Colleague {
  readonly id: number;
  readonly code: string;
  readonly login: string | null;
  /** Sealed. */
  readonly state: string;
}

/** The most that one move gives back or tells. */
const MOST = 1000;
const digestsSchema = z.array(z.string());
const formersSchema = z.array(z.number());

/** What a journal keeps of its team. Its tables are made when the account joins one; before, nothing here is touched. */
export class TeamJournal {
  readonly #journal: DatabaseSync;
  /** Prepared statements by their SQL: claiming a group of rows uses each of them a dozen times. */
  readonly #statements = new Map<string, StatementSync>();
  #isThere: boolean;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
    this.#isThere = this.#hasTables();
    if (this.#isThere) migrate(journal, 'team', TEAM_SCHEMA);
  }

  /** Another program may have joined or left. */
  refresh(): void {
    this.#isThere ||= this.#hasTables();
  }

  #hasTables(): boolean {
    return this.#journal.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'team_self'").get() !== undefined;
  }

  together<Value>(work: () => Value): Value {
    return inTransaction(this.#journal, work);
  }

  self(): TeamSelf | null {
    if (!this.#isThere) return null;
    const row = this.#get('SELECT * FROM team_self');
    if (row === undefined) return null;
    return {
      team: String(row['team']),
      place: String(row['place']),
      name: String(row['name']),
      office: String(row['office']),
      former: row['former'] === null ? null : String(row['former']),
      formers: storedJson(formersSchema, row['formers']) ?? [],
      id: row['id'] === null ? null : Number(row['id']),
      head: String(row['head']),
      no: Number(row['no']),
      seen: Number(row['seen']),
      incarnation: String(row['incarnation']),
      keyForm: Number(row['key_form']),
    };
  }

  /** This journal is a new office of the team. */
  join({
    team,
    place,
    name,
    incarnation,
    keyForm,
  }: Pick<TeamSelf, 'team' | 'place' | 'name' | 'incarnation' | 'keyForm'>): void {
    migrate(this.#journal, 'team', TEAM_SCHEMA);
    this.#isThere = true;
    this.together(() => {
      this.leave();
      this.#run(
        'INSERT INTO team_self (one, team, place, name, office, head, incarnation, key_form) VALUES (1, ?, ?, ?, ?, ?, ?, ?)',
        [team, place, name, randomUUID(), randomUUID(), incarnation, keyForm],
      );
    });
  }

  /** Colleagues call this computer's person so from the next time that they hear of it. @param place of the team now */
  rename(name: string, place: string): void {
    this.#run('UPDATE team_self SET name = ?, place = ?', [name, place]);
  }

  leave(): void {
    this.together(() => {
      this.#forgetMoves();
      for (const table of ['team_self', 'team_word', 'team_colleague']) this.#run(`DELETE FROM ${table}`);
    });
  }

  /**
   * The folder was put back or copied: another journal may go on with the chain. This one begins a chain of its own. What the
   * former one took and did not send stays taken: nobody knows here whether it left.
   */
  beginAnew(): void {
    this.together(() => {
      this.#forgetMoves();
      const { formers, id } = this.self() ?? { formers: [], id: null };
      const known = id === null ? formers : [...formers, id];
      this.#run('UPDATE team_self SET former = office, formers = ?, office = ?, head = ?, no = 0, id = NULL', [
        JSON.stringify(known),
        randomUUID(),
        randomUUID(),
      ]);
    });
  }

  #forgetMoves(): void {
    for (const table of ['team_move', 'team_claim', 'team_out', 'team_given']) this.#run(`DELETE FROM ${table}`);
  }

  /** The team's database was put back: what was claimed there may be forgotten. */
  enter(incarnation: string): void {
    this.together(() => {
      this.#run('INSERT OR IGNORE INTO team_given (digest) SELECT digest FROM team_claim');
      this.#run('DELETE FROM team_claim');
      this.#run('UPDATE team_self SET incarnation = ?', [incarnation]);
    });
  }

  /** What the database has told. */
  heard(moves: number, me: number | null): void {
    this.#run('UPDATE team_self SET seen = max(seen, ?), id = ifnull(?, id)', [moves, me]);
  }

  pending(): TeamMove | null {
    const row = this.#get('SELECT * FROM team_move');
    if (row === undefined) return null;
    const list = (name: string) => storedJson(digestsSchema, row[name]) ?? [];
    return {
      next: String(row['next']),
      give: list('give'),
      created: list('created'),
      take: list('take'),
      insist: list('insist'),
      insistTaken: list('insist_taken'),
    };
  }

  /**
   * Writes down the next move: these rows, and what there is to tell. A lead that a row is claimed for, or that is taken now, is
   * not given back: whoever sends it, or lets it go, settles that.
   *
   * @param mayHaveArrived such a lead is never given back
   */
  begin(job: string, rows: readonly ClaimableRow[], mayHaveArrived: (digest: Uint8Array) => boolean): TeamMove {
    return this.together(() => {
      const take = [...new Set(rows.map(({ digest }) => hex(digest)))];
      const said = (saw: SeenLead) =>
        rows.filter(({ n }) => this.#wordOf(job, n) === saw).map(({ digest }) => hex(digest));
      const out = this.#all('SELECT id, what, digest FROM team_out ORDER BY id LIMIT ?', [MOST]);
      const told = (what: string) =>
        new Set(out.filter((row) => row['what'] === what).map((row) => hex(row['digest'] as Uint8Array)));
      const isFree = (digest: string) =>
        !take.includes(digest) && !this.#isClaimed(bytes(digest)) && !mayHaveArrived(bytes(digest));
      const move = {
        next: randomUUID(),
        give: [...told('give')].filter(isFree),
        created: [...told('created')],
        take,
        insist: said('created'),
        insistTaken: said('taken'),
      };
      this.#run(
        'INSERT INTO team_move (one, next, give, created, take, insist, insist_taken) VALUES (1, ?, ?, ?, ?, ?, ?)',
        [
          move.next,
          JSON.stringify(move.give),
          JSON.stringify(move.created),
          JSON.stringify(move.take),
          JSON.stringify(move.insist),
          JSON.stringify(move.insistTaken),
        ],
      );
      this.#run('DELETE FROM team_out WHERE id <= ?', [Number(out.at(-1)?.['id'] ?? 0)]);
      return move;
    });
  }

  /** The move was done. In one transaction with what becomes of its rows. */
  done(move: TeamMove): void {
    this.#run('DELETE FROM team_move');
    for (const digest of move.give) this.#run('INSERT OR IGNORE INTO team_given (digest) VALUES (?)', [bytes(digest)]);
    this.#run('UPDATE team_self SET head = ?, no = no + 1', [move.next]);
  }

  #isClaimed(digest: Uint8Array): boolean {
    return this.#get('SELECT 1 FROM team_claim WHERE digest = ?', [digest]) !== undefined;
  }

  /**
   * Leads that this computer gave back or gives back next, and neither sent nor claims now.
   *
   * @param mayHaveArrived such a lead is never given back
   */
  given(mayHaveArrived: (digest: Uint8Array) => boolean): Uint8Array[] {
    const { give = [], take = [] } = this.pending() ?? {};
    const known = this.#all("SELECT digest FROM team_given UNION SELECT digest FROM team_out WHERE what = 'give'").map(
      ({ digest }) => hex(digest as Uint8Array),
    );
    return [...new Set([...known, ...give])]
      .filter((digest) => !take.includes(digest))
      .map(bytes)
      .filter((digest) => !this.#isClaimed(digest) && !mayHaveArrived(digest));
  }

  /** The next move gives the lead back. */
  giveLater(digest: Uint8Array): void {
    this.#run("INSERT INTO team_out (what, digest) VALUES ('give', ?)", [digest]);
  }

  createdLater(digest: Uint8Array): void {
    this.#run("INSERT INTO team_out (what, digest) VALUES ('created', ?)", [digest]);
  }

  hasNews(): boolean {
    return this.#isThere && this.#get('SELECT 1 FROM team_out UNION ALL SELECT 1 FROM team_move') !== undefined;
  }

  claimed(job: string, { n, digest }: ClaimableRow, run: string, at: number): void {
    this.#run('INSERT OR REPLACE INTO team_claim (job, n, run, at, digest) VALUES (?, ?, ?, ?, ?)', [
      job,
      n,
      run,
      at,
      digest,
    ]);
    this.#run('DELETE FROM team_word WHERE job = ? AND n = ?', [job, n]);
  }

  /** When this run asked for the claim on the row, in Unix milliseconds; null without a claim of this run. */
  claimedAt(job: string, n: number, run: string): number | null {
    if (!this.#isThere) return null;
    const row = this.#get('SELECT at FROM team_claim WHERE job = ? AND n = ? AND run = ?', [job, n, run]);
    return row === undefined ? null : Number(row['at']);
  }

  /** Removes the claim, because the row is sent now. False without a claim of this run for the row with this lead. */
  use(job: string, n: number, run: string, digest: Uint8Array): boolean {
    const used = this.#run('DELETE FROM team_claim WHERE job = ? AND n = ? AND run = ? AND digest = ?', [
      job,
      n,
      run,
      digest,
    ]);
    // Another row of this computer with the same lead was refused before: what it gave back leaves now.
    if (used) {
      this.#run("DELETE FROM team_out WHERE digest = ? AND what = 'give'", [digest]);
      this.#run('DELETE FROM team_given WHERE digest = ?', [digest]);
    }
    return used;
  }

  /** Gives back later what any run claimed for the job and did not use. */
  letGo(job: string, mayHaveArrived: (digest: Uint8Array) => boolean): void {
    this.together(() => {
      const rows = this.#all('SELECT digest FROM team_claim WHERE job = ?', [job]);
      this.#run('DELETE FROM team_claim WHERE job = ?', [job]);
      for (const row of rows) {
        const digest = row['digest'] as Uint8Array;
        if (!mayHaveArrived(digest) && !this.#isClaimed(digest)) this.giveLater(digest);
      }
    });
  }

  jobsWithClaims(): string[] {
    return this.#all('SELECT DISTINCT job FROM team_claim').map((row) => String(row['job']));
  }

  /** The lead of the row is another computer's. What a person said before they saw this does not count. */
  passedOver(job: string, n: number, saw: SeenLead): void {
    this.#run('INSERT OR REPLACE INTO team_word (job, n, saw, is_said) VALUES (?, ?, ?, 0)', [job, n, saw]);
  }

  /** @param saw left out: what was seen when the row was passed over */
  insist(job: string, n: number, saw: SeenLead | null = null): void {
    this.#run(
      `INSERT INTO team_word (job, n, saw, is_said) VALUES (?, ?, ifnull(?3, 'taken'), 1)
       ON CONFLICT (job, n) DO UPDATE SET saw = ifnull(?3, saw), is_said = 1`,
      [job, n, saw],
    );
  }

  #wordOf(job: string, n: number): unknown {
    return this.#get('SELECT saw FROM team_word WHERE job = ? AND n = ? AND is_said = 1', [job, n])?.['saw'];
  }

  colleagues(): Colleague[] {
    return this.#all('SELECT id, code, login, state FROM team_colleague ORDER BY id').map((row) => ({
      id: Number(row['id']),
      code: String(row['code']),
      login: row['login'] === null ? null : String(row['login']),
      state: String(row['state']),
    }));
  }

  setColleagues(colleagues: readonly Colleague[]): void {
    this.together(() => {
      this.#run('DELETE FROM team_colleague');
      for (const { id, code, login, state } of colleagues)
        this.#run('INSERT INTO team_colleague (id, code, login, state) VALUES (?, ?, ?, ?)', [id, code, login, state]);
    });
  }

  #get(sql: string, values: readonly SQLInputValue[] = []): Record<string, SQLOutputValue> | undefined {
    return this.#prepared(sql).get(...values);
  }

  #all(sql: string, values: readonly SQLInputValue[] = []): Record<string, SQLOutputValue>[] {
    return this.#prepared(sql).all(...values);
  }

  /** Whether something changed. */
  #run(sql: string, values: readonly SQLInputValue[] = []): boolean {
    return this.#prepared(sql).run(...values).changes > 0;
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#journal.prepare(sql)));
    return statement;
  }
}

function hex(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex');
}

export function bytes(digest: string): Uint8Array {
  return Buffer.from(digest, 'hex');
}
