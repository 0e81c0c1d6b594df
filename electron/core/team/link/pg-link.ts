// Why: decision 0430.
import type { Duplex } from 'node:stream';
import { checkServerIdentity } from 'node:tls';
import type { Client, ClientConfig } from 'pg';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { systemStoreRead, trustedCertificates } from '../../api/transport/system-certificates.ts';
import { inTurn } from '../../foundation/in-turn.ts';
import type { Clock } from '../../foundation/ports.ts';
import { type DatabasePlace, isThisComputer } from './database-place.ts';
import { answersOddly, answersTooMuch, asksInClearText, away, troubleOf } from './link-words.ts';
import { hearBefore, OddMessage, ServerMessages } from './server-messages.ts';
import type { TeamFunction, TeamLink } from './team-link.ts';

/** Milliseconds for a connection or an answer; the database itself gives up sooner. */
const PATIENCE = 12_000;
/** Bytes: three times what the longest answer of a team has. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

export interface PgLinkOptions {
  readonly place: DatabasePlace;
  readonly login: string;
  readonly password: string;
  readonly clock: Clock;
  /** PEM texts that are trusted as well; asked for each connection. */
  readonly certificates: () => readonly string[];
  /** For specs: a socket that leads elsewhere than the name of the host. */
  readonly socket?: () => Duplex;
}

/** A PostgreSQL server, by one connection at a time. A connection that failed once is never used again. */
export class PgLink implements TeamLink {
  readonly #options: PgLinkOptions;
  #client: Promise<Client> | null = null;
  /** Bytes that came since the connection was begun, or since the last question. */
  #came = 0;
  /** A connection answers one question at a time. */
  readonly #inTurn = inTurn();

  constructor(options: PgLinkOptions) {
    this.#options = options;
  }

  call(name: TeamFunction, request: object): Promise<unknown> {
    return this.#inTurn(() => this.#ask(name, JSON.stringify(request)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(() => this.#drop());
  }

  async #ask(name: TeamFunction, request: string): Promise<unknown> {
    const { place, login } = this.#options;
    try {
      const client = await this.#inTime((this.#client ??= this.#connect()));
      this.#came = 0;
      const question = client.query<{ answer: string }>(`SELECT lead_team.${name}($1) AS answer`, [request]);
      const { rows } = await this.#inTime(question.catch((error: unknown) => Promise.reject(this.#oddOr(error))));
      return parseJson(rows[0]?.answer ?? '');
    } catch (error) {
      await this.#drop();
      throw troubleOf(error, place, login);
    }
  }

  async #connect(): Promise<Client> {
    // Only a team needs the driver.
    const { default: OneClient } = await import('pg/lib/client.js');
    const { place } = this.#options;
    const client = new OneClient(await this.#config());
    const giveUp = (trouble: Error) => client.connection.stream.destroy(trouble);
    const messages = new ServerMessages();
    this.#came = 0;
    const heard = (bytes: Buffer) => {
      this.#came += bytes.length;
      if (this.#came > LONGEST_ANSWER) throw answersTooMuch(place);
      return messages.take(bytes);
    };
    hearBefore(client.connection, heard, (error) => giveUp(this.#oddOr(error)));
    // The driver would send it to whoever has a certificate, and an invitation may come from anybody.
    if (!isThisComputer(place))
      client.connection.once('authenticationCleartextPassword', () => giveUp(asksInClearText(place)));
    // A server that goes away between two questions: the next one finds out.
    client.on('error', () => void this.#drop());
    try {
      await client.connect();
    } catch (error) {
      // A server that refuses need not hang up, and nobody would hear what it goes on to say.
      client.connection.stream.destroy();
      throw error;
    }
    return client;
  }

  /** The driver could not read an answer: the server is to blame, and not this program. */
  #oddOr(error: unknown): Error {
    const { place } = this.#options;
    if (error instanceof OddMessage || error instanceof TypeError || error instanceof RangeError)
      return answersOddly(place, error);
    return error instanceof Error ? error : answersOddly(place, error);
  }

  /** Every field is given: what is left out the driver would read from the environment. */
  async #config(): Promise<ClientConfig> {
    const { place, login, password, clock, certificates, socket } = this.#options;
    const { host, port, database } = place;
    const connection = {
      host,
      port,
      database,
      user: login,
      password,
      options: '',
      application_name: 'lead-console',
      connectionTimeoutMillis: PATIENCE,
    };
    if (isThisComputer(place)) return { ...connection, ssl: false };
    await systemStoreRead(clock);
    return {
      ...connection,
      ...(socket === undefined ? {} : { stream: socket }),
      ssl: {
        ca: trustedCertificates(certificates()),
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
      },
    };
  }

  async #inTime<Value>(answer: Promise<Value>): Promise<Value> {
    const { clock, place } = this.#options;
    const late = Promise.withResolvers<never>();
    const limit = clock.after(PATIENCE, () => late.reject(away(place, 'no answer')));
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      limit.cancel();
    }
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // Not waited for: it may still be connecting, or say goodbye to a server that does not listen.
    client?.then(sayGoodbye).catch(() => undefined);
  }
}

/**
 * With a question under way, `end` destroys the socket. Without one it waits until the server hangs up, and so does a program that
 * ends: behind a firewall that has forgotten the connection that takes a quarter of an hour.
 */
async function sayGoodbye(client: Client): Promise<void> {
  const { stream } = client.connection;
  stream.once('finish', () => stream.destroy());
  await client.end();
}
