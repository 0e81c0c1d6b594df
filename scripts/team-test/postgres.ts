import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, globSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { TEAM_SCRIPT } from '../../electron/core/team/script/team-script.ts';

/** The folder with the programs of the newest PostgreSQL of this computer; null when it has none. */
export function postgresPrograms(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').map((path) => path.slice(0, -'/initdb'.length));
  return found.sort((one, other) => versionIn(one) - versionIn(other)).at(-1) ?? null;
}

function versionIn(path: string): number {
  return Number(/\/(\d+)\//.exec(path)?.[1] ?? 0);
}

/** PostgreSQL refuses to run as root. */
interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** A PostgreSQL server of its own on this computer, with the script of a team and a login for each office. */
export class TestServer implements Disposable {
  readonly port: number;
  readonly #programs: string;
  readonly #folder: string;
  readonly #user: User;

  private constructor(programs: string, folder: string, port: number, user: User) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
    this.#user = user;
  }

  /** @param folder empty; it gets the server's files */
  static async start(programs: string, folder: string, offices: number): Promise<TestServer> {
    const server = new TestServer(programs, folder, await freePort(), userOf());
    server.#own(folder);
    const words = join(folder, 'owner.txt');
    writeFileSync(words, 'owner');
    server.#own(words);
    server.#run('initdb', ['-D', server.#data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${words}`]);
    const settings = [`port=${server.port}`, "listen_addresses='127.0.0.1'", `unix_socket_directories='${folder}'`];
    appendFileSync(join(server.#data, 'postgresql.conf'), `${settings.join('\n')}\n`);
    server.#control('start');
    server.sql('postgres', 'CREATE DATABASE leads');
    server.sql('leads', TEAM_SCRIPT);
    for (let office = 0; office < offices; office += 1)
      server.sql(
        'leads',
        `CREATE ROLE ${loginOf(office)} LOGIN PASSWORD '${passwordOf(office)}' IN ROLE lead_team_member`,
      );
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Ends it without a goodbye, and starts it again. */
  crash(): void {
    this.#control('restart', '-m', 'immediate');
  }

  /** The first column of the answer, a line a row. */
  sql(database: string, text: string): string {
    return this.#run(
      'psql',
      ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-d', database, '-qtA'],
      text,
    );
  }

  [Symbol.dispose](): void {
    this.#control('stop', '-m', 'immediate');
  }

  #control(what: string, ...more: readonly string[]): void {
    this.#run('pg_ctl', ['-D', this.#data, '-l', join(this.#folder, 'log'), '-w', ...more, what]);
  }

  #own(path: string): void {
    if (this.#user.uid !== undefined && this.#user.gid !== undefined) chownSync(path, this.#user.uid, this.#user.gid);
    chmodSync(path, 0o700);
  }

  #run(program: string, args: readonly string[], input = ''): string {
    return (
      execFileSync(
        join(this.#programs, program),
        ['-v', 'ON_ERROR_STOP=1'].slice(0, program === 'psql' ? 2 : 0).concat(args),
        {
          ...this.#user,
          cwd: '/',
          input,
          encoding: 'utf8',
          env: { ...process.env, PGPASSWORD: 'owner' },
          stdio: ['pipe', program === 'pg_ctl' ? 'ignore' : 'pipe', program === 'pg_ctl' ? 'ignore' : 'pipe'],
        },
      ) ?? ''
    );
  }
}

export const loginOf = (office: number): string => `office${office}`;
export const passwordOf = (office: number): string => `word of ${office}`;

function userOf(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('this computer has no free port');
  return address.port;
}
