import { createServer, type Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { KEY } from '../../api/simulation/spec-certificates.ts';

/* For specs: as much of a PostgreSQL server as the link of a team needs, over a real socket. */

const SSL_REQUEST = 80_877_103;
/** The type of the message that ends a question. */
const SYNC = 0x53;

export interface ServerManners {
  /** PEM; left out: it takes no encrypted connections. */
  certificate?: string;
  /** The SQLSTATE with which it refuses every login. */
  refusal?: string;
  /** It reads questions and does not answer them. */
  isSilent?: boolean;
  /** It leaves connections open that the other side has ended. */
  neverHangsUp?: boolean;
  /** The password that it asks a login for; left out: it asks nobody. */
  passwordOf?: (login: string) => string;
  /** What it says to each login, and then waits. */
  greeting?: Uint8Array;
  /** Answers the messages of a login, up to one Sync; left out: one row, always the same. */
  answer?: (login: string, question: Uint8Array) => Promise<Uint8Array>;
}

export class SpecPostgres implements AsyncDisposable {
  readonly manners: ServerManners;
  /** Connections that were opened, and how many of them are closed. */
  opened = 0;
  closed = 0;
  /** Everything that was sent to it, decrypted. */
  received = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(manners: ServerManners) {
    this.manners = manners;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.opened += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (this.closed += 1));
      this.#talk(socket);
    });
  }

  /** @param port 0: any that is free */
  static async open(manners: ServerManners = {}, port = 0): Promise<SpecPostgres> {
    const server = new SpecPostgres(manners);
    await new Promise<void>((resolve) => server.#server.listen(port, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** A socket to it, whatever name it is told. */
  socket(): Socket {
    const { port } = this;
    class Leading extends Socket {
      override connect(): this {
        return super.connect(port, '127.0.0.1');
      }
    }
    return new Leading();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket): void {
    let bytes = Buffer.alloc(0);
    let login = '';
    let isIn = false;
    let question: Buffer[] = [];
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const head = login === '' ? 0 : 1;
        if (bytes.length < head + 4) return;
        const size = head + bytes.readUInt32BE(head);
        if (bytes.length < size) return;
        const message = bytes.subarray(0, size);
        bytes = bytes.subarray(size);
        if (head === 0 && message.readUInt32BE(4) === SSL_REQUEST) return this.#encrypt(socket, read);
        this.received += message.toString('latin1');
        if (head === 0) {
          login = loginIn(message);
          isIn = this.#greet(socket, login);
        } else if (isIn) {
          question.push(message);
          if (message[0] !== SYNC) continue;
          this.#answer(socket, login, Buffer.concat(question));
          question = [];
        } else isIn = this.#open(socket, login, message.toString('utf8', 5, size - 1));
      }
    };
    socket.on('data', read);
    socket.on('end', () => {
      if (this.manners.neverHangsUp !== true) socket.end();
    });
  }

  #encrypt(socket: Socket, read: (chunk: Buffer) => void): void {
    const { certificate } = this.manners;
    if (certificate === undefined) return void socket.write('N');
    socket.off('data', read);
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, cert: certificate, key: KEY });
    secure.on('error', () => undefined);
    this.#talk(secure);
  }

  /** Whether the login is in, without a word. */
  #greet(socket: Socket, login: string): boolean {
    const { greeting, refusal, passwordOf } = this.manners;
    if (greeting !== undefined) socket.write(greeting);
    else if (refusal !== undefined) refuse(socket, refusal);
    else if (passwordOf === undefined) return this.#open(socket, login, '');
    else socket.write(message('R', Uint8Array.of(0, 0, 0, 3)));
    return false;
  }

  #open(socket: Socket, login: string, password: string): boolean {
    const wanted = this.manners.passwordOf?.(login) ?? '';
    if (password === wanted) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
    else refuse(socket, '28P01');
    return password === wanted;
  }

  #answer(socket: Socket, login: string, question: Uint8Array): void {
    const { isSilent, answer } = this.manners;
    if (isSilent === true) return;
    if (answer === undefined) return void socket.write(ANSWER);
    answer(login, question)
      .then((answered) => socket.write(answered))
      .catch(() => socket.destroy());
  }
}

/** The message with which a connection begins: its length, the version, then names and values. */
function loginIn(message: Buffer): string {
  const parts = message.toString('utf8', 8).split('\0');
  return parts[parts.indexOf('user') + 1] ?? '';
}

function refuse(socket: Socket, code: string): void {
  socket.end(message('E', Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`)));
}

export function message(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', Buffer.from('I'));

/** One row with one text, `{"known":true}`. */
const ANSWER = (() => {
  const text = Buffer.from('{"known":true}');
  const field = Buffer.alloc(18);
  field.writeUInt32BE(25, 6);
  field.writeInt16BE(-1, 10);
  field.writeInt32BE(-1, 12);
  const count = Buffer.from([0, 1]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([
    message('1', Buffer.alloc(0)),
    message('2', Buffer.alloc(0)),
    message('T', Buffer.concat([count, Buffer.from('answer\0'), field])),
    message('D', Buffer.concat([count, length, text])),
    message('C', Buffer.from('SELECT 1\0')),
    READY,
  ]);
})();
