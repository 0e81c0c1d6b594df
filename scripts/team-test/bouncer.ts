import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type User } from './postgres.ts';

/** PgBouncer of this computer; null when it has none. */
export function bouncerProgram(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

/** PgBouncer in its transaction mode in front of a server: many offices share few connections. */
export class Bouncer implements Disposable {
  readonly port: number;
  readonly #program: ChildProcess;
  readonly #users: string;
  readonly #user: User;

  private constructor(port: number, program: ChildProcess, users: string, user: User) {
    this.port = port;
    this.#program = program;
    this.#users = users;
    this.#user = user;
  }

  /** @param passwords by login */
  static async start(
    path: string,
    folder: string,
    server: { readonly port: number; readonly user: User },
    passwords: Readonly<Record<string, string>>,
  ): Promise<Bouncer> {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const port = await freePort();
    const users = join(folder, 'users.txt');
    const settings = join(folder, 'pgbouncer.ini');
    writeUsers(users, server.user, passwords);
    const lines = [
      '[databases]',
      `leads = host=127.0.0.1 port=${server.port} dbname=leads`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 2',
      'server_login_retry = 1',
    ];
    writeFileSync(settings, `${lines.join('\n')}\n`);
    const program = spawn(path, ['-q', settings], { ...server.user, cwd: '/', stdio: 'ignore' });
    for (let tries = 0; tries < 100 && !(await isListening(port)); tries += 1) await sleep(50);
    return new Bouncer(port, program, users, server.user);
  }

  setPasswords(passwords: Readonly<Record<string, string>>): void {
    writeUsers(this.#users, this.#user, passwords);
    this.#program.kill('SIGHUP');
  }

  [Symbol.dispose](): void {
    this.#program.kill('SIGKILL');
  }
}

function writeUsers(path: string, { uid, gid }: User, passwords: Readonly<Record<string, string>>): void {
  writeFileSync(
    path,
    Object.entries(passwords)
      .map(([login, word]) => `"${login}" "${word}"\n`)
      .join(''),
  );
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}
