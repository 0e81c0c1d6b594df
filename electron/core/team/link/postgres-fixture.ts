import { createServer, type Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { KEY } from '../../api/simulation/spec-certificates.ts';

/* For specs: as much of a PostgreSQL server as the link of a team needs, over a real socket. */

const SSL_REQUEST = 80_877_103;

export interface ServerManners {
  /** PEM; left out: it takes no encrypted connections. */
  certificate?: string;
  /** The SQLSTATE with which it refuses every login. */
  refusal?: string;
  /** It reads questions and does not answer them. */
  isSilent?: boolean;
}

export class SpecPostgres implements AsyncDisposable {
  readonly manners: ServerManners = {};
  /** Connections that were opened, and how many of them are closed. */
  opened = 0;
  closed = 0;
  /** Everything that was sent to it, decrypted. */
  received = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.opened += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (this.closed += 1));
      this.#talk(socket);
    });
  }

  static async open(): Promise<SpecPostgres> {
    const server = new SpecPostgres();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
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
    let isIn = false;
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const head = isIn ? 1 : 0;
        if (bytes.length < head + 4) return;
        const size = head + bytes.readUInt32BE(head);
        if (bytes.length < size) return;
        const message = bytes.subarray(0, size);
        bytes = bytes.subarray(size);
        if (!isIn && message.readUInt32BE(4) === SSL_REQUEST) return this.#encrypt(socket, read);
        this.received += message.toString('latin1');
        if (!isIn) isIn = this.#welcome(socket);
        // Sync: the end of a question.
        else if (message[0] === 0x53 && this.manners.isSilent !== true) socket.write(ANSWER);
      }
    };
    socket.on('data', read);
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

  #welcome(socket: Socket): boolean {
    const { refusal } = this.manners;
    if (refusal === undefined) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
    else socket.end(message('E', Buffer.from(`SFATAL\0C${refusal}\0Mrefused\0\0`)));
    return refusal === undefined;
  }
}

function message(type: string, body: Uint8Array): Buffer {
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
