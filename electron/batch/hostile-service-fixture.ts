import { createServer, type Server, type Socket } from 'node:net';
import { listening } from '../core/api/simulation/spec-server.ts';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** For specs: a service that answers every request in the worst way it can. */

export interface Heard {
  readonly method: string;
  readonly path: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string;
}

export type Behaviour = (socket: Socket, heard: Heard) => void;

export type HostileService = Awaited<ReturnType<typeof startHostileService>>;

export async function startHostileService() {
  const sockets = new Set<Socket>();
  let heard: Heard[] = [];
  let behaviour: Behaviour = () => undefined;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end === -1 || text.length - end - 4 < length) return;
      const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(text) ?? [];
      const request = { method, path, authorization: /authorization: (.*)/i.exec(text)?.[1] ?? '' };
      heard.push(request);
      text = '';
      behaviour(socket, request);
    });
  });
  const url = `http://127.0.0.1:${await listening(server)}/api`;
  return {
    url,
    /** Requests since it last changed. */
    get heard(): readonly Heard[] {
      return heard;
    },
    /** From now on it answers in this way, on new connections. */
    become(next: Behaviour): void {
      hangUp();
      heard = [];
      behaviour = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        hangUp();
        server.close(() => resolve());
      }),
  };
}

export function reply(
  status: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}Content-Length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
}

/** Writes `text` again and again until the connection is closed. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

/** What a well-meaning service would answer, with `words` wherever there is room for them. */
export function fullAnswer({ method, path }: Heard, words: string): string {
  const text = JSON.stringify(words);
  const lead = `{"uniqueId":"L-1","status":"New","campaign":{"code":"C"},"data":{"FirstName":${text},${text}:"x"}}`;
  if (path.includes('/leadsegments') && method === 'GET')
    return `[{"uniqueId":"SEG","name":${text},"isActive":true,"goalCurrentValue":1}]`;
  if (path.includes('/leadsegments')) return `{"message":${text}}`;
  if (path.includes('/leads/csv')) return `uniqueId,note\r\nL-1,"${words.replaceAll('"', '""')}"\r\n`;
  if (path.includes('/rawleads'))
    return `UniqueLeadId,FieldName,FieldValue\r\nL-1,note,"${words.replaceAll('"', '""')}"\r\n`;
  if (method === 'POST')
    return `{"success":false,"message":${text},"errors":[{"fieldName":${text},"message":${text}}]}`;
  if (path.includes('leads')) return `[${lead}]`;
  if (path.includes('/users')) return `[{"name":${text},"orgCode":${text},"email":${text}}]`;
  if (path.includes('/myaccount/request')) return `{"POST leads":100000,${text}:${text},"note":[${text}]}`;
  if (path.includes('/myaccount'))
    return `{"username":${text},"projectRights":[${text}],"resourceRights":{${text}:[${text}]}}`;
  return `{"orgCode":${text},${text}:${text}}`;
}

/** The secret in every form that a service might give it. */
export function echoes({ authorization }: Heard, password: string): string {
  const token = authorization.replace('Basic ', '');
  return [
    authorization,
    token.toLowerCase(),
    `${token.slice(0, 10)}", "${token.slice(10)}`,
    encodeURIComponent(authorization),
    Buffer.from(authorization).toString('base64'),
    password,
    encodeURIComponent(password),
    JSON.stringify(password),
    [...password].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    password.toUpperCase(),
  ].join(' | ');
}

const PLAIN = (heard: Heard) => fullAnswer(heard, 'words');
const packed = (heard: Heard, encoding: string, bytes: Uint8Array) =>
  reply('200 OK', bytes, {
    'Content-Type': 'application/json',
    ...(encoding === '' ? {} : { 'Content-Encoding': encoding }),
  });

/** Answers without an end. */
export const NEVER_ENDING: Readonly<Record<string, Behaviour>> = {
  'says nothing': () => undefined,
  'drips its headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'X-Slow: 1\r\n');
  },
  'drips one header without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    drip(socket, 'a');
  },
  'drips its body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[');
    drip(socket, ' ');
  },
  'drips the body of a refusal': (socket) => {
    socket.write('HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\r\n{"message":"');
    drip(socket, ' ');
  },
  'sends 100 for ever': (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  'sends 102 and 103 for ever': (socket) =>
    drip(socket, 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'),
};

/** Answers that hold nothing a program could use. */
export const UNUSABLE: Readonly<Record<string, Behaviour>> = {
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'switches protocols': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'promises more than it sends': (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{"uni'),
  'names two lengths': (socket) =>
    void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n[]'),
  'breaks off in a chunk': (socket) =>
    void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n[{"a":'),
  'sends endless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let at = 0; at < 3000; at++) socket.write(`X-${at}: ${'a'.repeat(100)}\r\n`);
  },
  'compresses with gzip': (socket, heard) => void socket.write(packed(heard, 'gzip', gzipSync(PLAIN(heard)))),
  'compresses and does not say so': (socket, heard) => void socket.write(packed(heard, '', gzipSync(PLAIN(heard)))),
  'compresses with brotli': (socket, heard) => void socket.write(packed(heard, 'br', brotliCompressSync(PLAIN(heard)))),
  'compresses with deflate': (socket, heard) => void socket.write(packed(heard, 'deflate', deflateSync(PLAIN(heard)))),
};
