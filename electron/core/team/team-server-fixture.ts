import { SpecPostgres } from './link/postgres-fixture.ts';
import { TeamDatabase } from './team-database-fixture.ts';

/** For specs with several programs: a team's database behind a port of this computer, with a password for each login. */
export class TeamServer implements AsyncDisposable {
  readonly database: TeamDatabase;
  #server: SpecPostgres;

  private constructor(database: TeamDatabase, server: SpecPostgres) {
    this.database = database;
    this.#server = server;
  }

  static async open(): Promise<TeamServer> {
    const database = await TeamDatabase.open();
    const answer = (login: string, question: Uint8Array) => database.answer(login, question);
    return new TeamServer(database, await SpecPostgres.open({ passwordOf, answer }));
  }

  /** As the administrator says where it is. */
  get place(): string {
    return `127.0.0.1:${this.#server.port}/leads`;
  }

  /** Nobody reaches it, and connections end. @returns brings it back at the same place */
  async goAway(): Promise<() => Promise<void>> {
    const { port, manners } = this.#server;
    await this.#server[Symbol.asyncDispose]();
    return async () => void (this.#server = await SpecPostgres.open(manners, port));
  }

  /** From now on it lets nobody in. @param code SQLSTATE */
  refuse(code: string): void {
    this.#server.manners.refusal = code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await this.database[Symbol.asyncDispose]();
  }
}

export function passwordOf(login: string): string {
  return `word of ${login}`;
}
