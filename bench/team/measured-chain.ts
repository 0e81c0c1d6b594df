import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { systemClock } from '../../electron/core/system/system-clock.ts';
import type { SentLead, SentLeads } from '../../electron/core/foundation/lead-claims.ts';
import { openDurable } from '../../electron/core/storage/database.ts';
import { helloSchema, lookSchema } from '../../electron/core/team/chain/team-answers.ts';
import { TeamChain } from '../../electron/core/team/chain/team-chain.ts';
import { TeamJournal } from '../../electron/core/team/chain/team-journal.ts';
import { TeamKeys } from '../../electron/core/team/keys/team-keys.ts';
import { PgLink } from '../../electron/core/team/link/pg-link.ts';

/* The chain of one office over the real driver to a real server, and the same work by the bare driver. */

const ADDRESS = 'http://127.0.0.1/api';
/** Rows of one lot, as the runner claims them. */
const LOT = 13;
/** Keys of one question. */
const PART = 4_000;
const DECLARED = 1_000;

export interface Access {
  readonly port: number;
  readonly login: string;
  readonly password: string;
}

/** What an office has sent: `leads` of them, from the first on. */
class Sent implements SentLeads {
  leads = 0;
  readonly #digests: readonly Uint8Array[];

  constructor(digests: readonly Uint8Array[]) {
    this.#digests = digests;
  }

  sentAfter(_: string, n: number, limit: number): SentLead[] {
    return this.#digests.slice(n, Math.min(this.leads, n + limit)).map((digest, index) => ({
      job: 'job',
      n: n + index + 1,
      digest,
      isCreated: true,
    }));
  }

  leftAfter(after: number) {
    return { place: after, leads: [] };
  }

  mayHaveArrived(): boolean {
    return false;
  }
}

export class MeasuredOffice implements AsyncDisposable {
  readonly sent: Sent;
  readonly #keys = new TeamKeys(randomBytes(32));
  readonly #digests: readonly Uint8Array[];
  readonly #link: PgLink;
  readonly #journal: TeamJournal;
  readonly #database: ReturnType<typeof openDurable>;
  readonly #chain: TeamChain;

  constructor(folder: string, { port, login, password }: Access, digests: readonly Uint8Array[]) {
    this.#digests = digests;
    this.sent = new Sent(digests);
    const place = { host: '127.0.0.1', port, database: 'leads' };
    this.#link = new PgLink({ place, login, password, clock: systemClock, certificates: () => [] });
    this.#database = openDurable(join(folder, `${login}.sqlite`));
    this.#journal = new TeamJournal(this.#database);
    this.#chain = new TeamChain({
      journal: this.#journal,
      link: this.#link,
      keys: this.#keys,
      leads: this.sent,
      log: { note: () => undefined },
      address: ADDRESS,
      zone: 'UTC',
    });
  }

  async join(): Promise<void> {
    const checks = { secretCheck: this.#keys.secretCheck, addressCheck: this.#keys.addressCheck(ADDRESS) };
    await this.#link.call('begin_v1', checks);
    const hello = helloSchema.parse(await this.#link.call('hello_v1', {}));
    this.#journal.join({ ...hello, place: '127.0.0.1/leads', name: 'office' });
    await this.#chain.declare();
  }

  /** Claims the first `leads` in lots, as the runner does. */
  async claim(leads: number, lot = LOT): Promise<void> {
    for (let first = 0; first < leads; first += lot) {
      const rows = this.#digests.slice(first, Math.min(leads, first + lot)).map((digest, n) => ({ n, digest }));
      await this.#chain.move({ job: 'job', rows, settle: (row) => this.#journal.claimed('job', row, 'run', 0) });
    }
  }

  declare(): Promise<void> {
    return this.#chain.declare();
  }

  /** Looks up the first `leads`. Answers how many are others'. */
  async look(leads: number): Promise<number> {
    const { office } = this.#journal.self() ?? {};
    let found = 0;
    for (let first = 0; first < leads; first += PART) {
      const keys = this.#digests.slice(first, Math.min(leads, first + PART)).map((digest) => this.#keys.ofLead(digest));
      found += lookSchema.parse(await this.#link.call('look_v1', { office, keys, marks: [] })).leads.length;
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link[Symbol.asyncDispose]();
    this.#database.close();
  }
}

/**
 * The least that the same could cost: the bare driver and a table of keys without a team, one commit a lot; before and after a lot
 * one line in a file that lasts.
 */
export class BareKeys implements AsyncDisposable {
  readonly #client: Client;
  readonly #keys: readonly Buffer[];
  readonly #journal: ReturnType<typeof openDurable>;

  private constructor(client: Client, keys: readonly Buffer[], journal: ReturnType<typeof openDurable>) {
    this.#client = client;
    this.#keys = keys;
    this.#journal = journal;
  }

  static async open(folder: string, port: number, keys: readonly Uint8Array[]): Promise<BareKeys> {
    const client = new Client({
      host: '127.0.0.1',
      port,
      database: 'leads',
      user: 'postgres',
      password: 'owner',
      ssl: false,
    });
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS bare (key bytea PRIMARY KEY, office int NOT NULL)');
    const journal = openDurable(join(folder, 'bare.sqlite'));
    journal.exec('CREATE TABLE line (text TEXT NOT NULL) STRICT');
    return new BareKeys(
      client,
      keys.map((key) => Buffer.from(key)),
      journal,
    );
  }

  claim(leads: number): Promise<void> {
    const line = this.#journal.prepare('INSERT INTO line (text) VALUES (?)');
    return this.#insert(leads, LOT, () => void line.run('a lot'));
  }

  declare(leads: number): Promise<void> {
    return this.#insert(leads, DECLARED);
  }

  async clear(): Promise<void> {
    await this.#client.query('TRUNCATE bare');
  }

  async #insert(leads: number, part: number, tell: () => void = () => undefined): Promise<void> {
    const sql = 'INSERT INTO bare (key, office) SELECT k, 1 FROM unnest($1::bytea[]) k ON CONFLICT DO NOTHING';
    for (let first = 0; first < leads; first += part) {
      tell();
      await this.#client.query(sql, [this.#keys.slice(first, Math.min(leads, first + part))]);
      tell();
    }
  }

  async look(leads: number): Promise<number> {
    let found = 0;
    for (let first = 0; first < leads; first += PART) {
      const keys = this.#keys.slice(first, Math.min(leads, first + PART));
      const { rows } = await this.#client.query('SELECT key, office FROM bare WHERE key = ANY ($1) AND office <> 1', [
        keys,
      ]);
      found += rows.length;
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
    this.#journal.close();
  }
}
