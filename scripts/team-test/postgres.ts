import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../../electron/core/storage/small-disk-fixture.ts';

/** The folder with the programs of the newest PostgreSQL of this computer; null when it has none. */
export function postgresPrograms(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').map((path) => path.slice(0, -'/initdb'.length));
  return found.sort((one, other) => versionIn(one) - versionIn(other)).at(-1) ?? null;
}

function versionIn(path: string): number {
  return Number(/\/(\d+)\//.exec(path)?.[1] ?? 0);
}

/** PostgreSQL refuses to run as root. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** Room for the data, its log and what a copy that is put back needs for a moment. */
const DISK = '400m';
/** Bytes that a full disk still has. */
const REST = 16_384;

export interface ServerOptions {
  /** Folder with the programs of PostgreSQL. */
  readonly programs: string;
  /** Empty; it gets the server's files. */
  readonly folder: string;
  /** What an administrator runs in the new database. */
  readonly script: string;
  /** More lines of its settings. */
  readonly settings?: readonly string[];
}

/** A PostgreSQL server of its own on this computer, with the script of a team. */
export class TestServer implements AsyncDisposable {
  readonly port: number;
  readonly user: User = userOf();
  readonly #programs: string;
  readonly #folder: string;
  readonly #disk: SmallDisk | null;
  #copies = 0;

  private constructor({ programs, folder }: ServerOptions, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
    mkdirSync(folder, { recursive: true });
    this.#disk = mountSmallDisk(join(folder, 'disk'), DISK);
    this.#own(folder);
    this.#own(join(folder, 'disk'));
  }

  static async start(options: ServerOptions): Promise<TestServer> {
    const server = new TestServer(options, await freePort());
    try {
      await server.#prepare(options);
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #prepare({ folder, script, settings = [] }: ServerOptions): Promise<void> {
    const words = join(folder, 'owner.txt');
    writeFileSync(words, 'owner');
    this.#own(words);
    const how = ['-U', 'postgres', '-A', 'scram-sha-256', '--wal-segsize=1', `--pwfile=${words}`];
    await this.#run('initdb', ['-D', this.#data, ...how]);
    const lines = [
      `port=${this.port}`,
      "listen_addresses='127.0.0.1'",
      `unix_socket_directories='${folder}'`,
      'max_wal_size=24MB',
      'min_wal_size=4MB',
      'shared_buffers=32MB',
      "restore_command='false'",
      ...settings,
    ];
    appendFileSync(join(this.#data, 'postgresql.conf'), `${lines.join('\n')}\n`);
    await this.#control('start');
    await this.sql('CREATE DATABASE leads', 'postgres');
    await this.sql(script);
  }

  /** False: nobody may mount a disk here. */
  get hasDisk(): boolean {
    return this.#disk !== null;
  }

  get #data(): string {
    return join(this.#folder, 'disk', 'data');
  }

  /** Ends it without a goodbye, and starts it again. @param meanwhile works on its files */
  async crash(meanwhile: () => void = () => undefined): Promise<void> {
    await this.#control('stop', '-m', 'immediate').catch(() => undefined);
    meanwhile();
    await this.#control('start');
  }

  /** Copies its files as they are on its disk. Answers the number of the copy. */
  async copy(): Promise<number> {
    await this.crash(() => cpSync(this.#data, this.#copyAt(this.#copies), { recursive: true }));
    return this.#copies++;
  }

  /** @param isPromoted it then writes a timeline of its own, as after a recovery to a point in time or a failover */
  async putBack(copy: number, isPromoted: boolean): Promise<void> {
    await this.crash(() => {
      rmSync(this.#data, { recursive: true });
      cpSync(this.#copyAt(copy), this.#data, { recursive: true });
      rmSync(join(this.#data, 'postmaster.pid'), { force: true });
      if (isPromoted) writeFileSync(join(this.#data, 'recovery.signal'), '');
      chmodSync(this.#data, 0o700);
      execFileSync('chown', ['-R', `${this.user.uid ?? process.getuid?.() ?? 0}`, this.#data]);
    });
    for (let isReady = false; !isReady;)
      isReady = (await this.sql('SELECT pg_is_in_recovery()').catch(() => 't')).trim() === 'f';
  }

  #copyAt(copy: number): string {
    return join(this.#folder, `copy-${copy}`);
  }

  fillDisk(): void {
    this.#disk?.fill(REST);
  }

  /** Makes room; a server that gave up meanwhile is started again. */
  async healDisk(): Promise<void> {
    this.#disk?.heal();
    await this.sql('SELECT 1').catch(() => this.crash());
  }

  /** The first column of the answer, a line a row. */
  sql(text: string, database = 'leads'): Promise<string> {
    const where = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-d', database];
    return this.#run('psql', ['-v', 'ON_ERROR_STOP=1', ...where, '-qtA'], text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#control('stop', '-m', 'immediate').catch(() => undefined);
    this.#disk?.[Symbol.dispose]();
  }

  async #control(what: string, ...more: readonly string[]): Promise<void> {
    await this.#run('pg_ctl', ['-D', this.#data, '-l', join(this.#folder, 'log'), '-w', ...more, what]);
  }

  #own(path: string): void {
    if (this.user.uid !== undefined && this.user.gid !== undefined) chownSync(path, this.user.uid, this.user.gid);
    chmodSync(path, 0o700);
  }

  #run(program: string, args: readonly string[], input = ''): Promise<string> {
    // The server would keep the pipes of pg_ctl open.
    const pipe = program === 'pg_ctl' ? 'ignore' : 'pipe';
    return new Promise((resolve, reject) => {
      const child = spawn(join(this.#programs, program), args, {
        ...this.user,
        cwd: '/',
        env: { ...process.env, PGPASSWORD: 'owner' },
        stdio: ['pipe', pipe, pipe],
      });
      let said = '';
      let words = '';
      child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()));
      child.stderr?.on('data', (piece: Buffer) => (words += piece.toString()));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(said) : reject(new Error(`${program} ended with ${code}: ${words}`)),
      );
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}

export const loginOf = (office: number): string => `office${office}`;

function userOf(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('this computer has no free port');
  return address.port;
}
