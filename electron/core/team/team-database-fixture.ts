import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inTurn } from '../foundation/in-turn.ts';
import { moveFile } from '../foundation/patient-files.ts';
import { troubleOf } from './link/link-words.ts';
import { type TeamFunction, type TeamLink, TeamTrouble } from './link/team-link.ts';
import { TEAM_SCRIPT } from './script/team-script.ts';

/*
 * For specs: the script of a team in PostgreSQL in WebAssembly. It never calls fsync, so an answer of their own stands in the
 * place of that question.
 */

const PLACE = { host: 'db.example', port: 5432, database: 'leads' };
const MEMBERS = ['anna', 'bent', 'carla'];

type Cut = 'before' | 'after';

/** Its files are made once in a run of the specs, in the folder of the run: that takes four times as long as to load them. */
async function newDatabase(): Promise<PGlite> {
  const folder = tmpdir();
  if (!basename(folder).startsWith('lead-console-specs-')) return PGlite.create();
  const path = join(folder, 'new-database.tar');
  if (existsSync(path)) return PGlite.create({ loadDataDir: new Blob([readFileSync(path)]) });
  const database = await PGlite.create();
  const files = await database.dumpDataDir('none');
  // Several specs may make it at once; a file that is there is whole.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, await files.bytes());
  moveFile(unfinished, path);
  return database;
}

/** A database with the script, and the way to it of each login. */
export class TeamDatabase implements AsyncDisposable {
  /** Every text that was sent to it. */
  readonly received: string[] = [];
  /** What becomes of the next questions: the connection is cut before or after they are carried out. */
  readonly cuts: Cut[] = [];
  /** It cannot be reached. */
  isAway = false;
  /** Called before each question of a link. */
  onQuestion: (() => void) | null = null;
  #database: PGlite;
  readonly #inTurn = inTurn();

  private constructor(database: PGlite) {
    this.#database = database;
  }

  static async open({ isSafe = true } = {}): Promise<TeamDatabase> {
    const database = new TeamDatabase(await newDatabase());
    for (const login of [...MEMBERS, 'nobody']) await database.run(`CREATE ROLE ${login} LOGIN`);
    await database.#prepare(isSafe);
    return database;
  }

  async #prepare(isSafe: boolean): Promise<void> {
    await this.run(TEAM_SCRIPT);
    await this.run(`GRANT lead_team_member TO ${MEMBERS.join(', ')}`);
    if (isSafe)
      await this.run(
        'CREATE OR REPLACE FUNCTION lead_team.writes_safely() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
      );
  }

  /** Makes it the empty database of another team, in a tenth of the time that it takes to put its files back. */
  async startOver(): Promise<void> {
    await this.run('DROP SCHEMA lead_team CASCADE');
    await this.#prepare(true);
    this.isAway = false;
    this.received.length = 0;
  }

  /** As its owner. */
  run(sql: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#as('postgres');
      await this.#database.exec(sql);
    });
  }

  /** As if the script of an earlier version had prepared it. */
  async forgetEdition(): Promise<void> {
    const hello = /CREATE OR REPLACE FUNCTION lead_team\.hello_v1[^;]*;/.exec(TEAM_SCRIPT)?.[0] ?? '';
    await this.run(hello.replace(/'edition', \d+, /, ''));
  }

  rows(sql: string): Promise<Record<string, unknown>[]> {
    return this.#inTurn(async () => {
      await this.#as('postgres');
      return (await this.#database.query<Record<string, unknown>>(sql)).rows;
    });
  }

  /** All its files, as they are on its disk. */
  async files(): Promise<Blob> {
    return this.#database.dumpDataDir('none');
  }

  /** Puts it back to a copy of its files. */
  putBack(files: Blob): Promise<void> {
    return this.#inTurn(async () => {
      await this.#database.close();
      this.#database = await PGlite.create({ loadDataDir: files });
    });
  }

  /** Answers messages of the protocol, up to one Sync. */
  answer(login: string, question: Uint8Array): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      this.received.push(Buffer.from(question).toString('latin1'));
      await this.#as(login);
      return this.#database.execProtocolRaw(question);
    });
  }

  /** Its trouble is said as by the driver. */
  link(login: string): TeamLink {
    return {
      call: (name, request) =>
        this.#inTurn(() => this.#call(login, name, JSON.stringify(request))).catch((error: unknown) => {
          throw troubleOf(error, PLACE, login);
        }),
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  async #call(login: string, name: TeamFunction, request: string): Promise<unknown> {
    this.onQuestion?.();
    const cut = this.cuts.shift();
    if (this.isAway || cut === 'before') throw new TeamTrouble('team', 'cut before');
    this.received.push(request);
    await this.#as(login);
    const { rows } = await this.#database.query<{ answer: string }>(`SELECT lead_team.${name}($1) AS answer`, [
      request,
    ]);
    if (cut === 'after') throw new TeamTrouble('team', 'cut after');
    return JSON.parse(rows[0]?.answer ?? '') as unknown;
  }

  async #as(login: string): Promise<void> {
    await this.#database.exec(`SET SESSION AUTHORIZATION ${login}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(() => this.#database.close());
  }
}
