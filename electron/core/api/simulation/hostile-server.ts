import { createServer, type Server, type Socket } from 'node:net';
import { listening } from './spec-server.ts';

/** What the server does with the request of a connection. */
export const BEHAVIOURS = [
  'created',
  'createdWithoutRateHeaders',
  'createdWithAbsurdRateHeaders',
  'createdThenClosed',
  'createdTwiceOver',
  'refusedWith200',
  'refusedWith400',
  'resetOnConnect',
  'closedOnConnect',
  'resetAfterAccepting',
  'closedAfterAccepting',
  'cutBody',
  'cutChunks',
  'failedAfterAccepting',
  'failedBeforeAccepting',
  'webPage',
  'nothingReadable',
  'garbage',
  'silence',
  'redirect',
  'movedAfterAccepting',
  'seeOtherAfterAccepting',
  'forbidden',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

const OK_HEADERS = 'X-Rate-Limit-Limit: 240\r\nX-Rate-Limit-Remaining: 200\r\nX-Rate-Limit-Reset: 60\r\n';

export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>;

/** A raw TCP server that answers as badly as a spec plans it. */
export async function startHostileServer(redirectTo = 'http://127.0.0.1:9/elsewhere') {
  /** How often each row was accepted, by the name in its data. */
  const accepted = new Map<string, number>();
  /** What was done to each row whose request was read whole. */
  const doneTo = new Map<string, Behaviour>();
  /** Everything that came in, as text. */
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let planned: Behaviour[] = [];
  let connections = 0;

  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const behaviour = planned.shift() ?? 'created';
    if (behaviour === 'resetOnConnect') return void socket.resetAndDestroy();
    if (behaviour === 'closedOnConnect') return void socket.end();
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      const request = wholeRequest(text);
      if (request === null) return;
      heard.push(text);
      text = '';
      const row = /"row":"([^"]+)"/.exec(request)?.[1] ?? 'none';
      doneTo.set(row, behaviour);
      if (accepts(behaviour)) accepted.set(row, (accepted.get(row) ?? 0) + 1);
      answer(socket, behaviour, row, redirectTo);
    });
  });
  return {
    port: await listening(server),
    accepted,
    doneTo,
    heard,
    connections: () => connections,
    /** What the next connections do, in order; `created` when the list is used up. */
    plan: (behaviours: readonly Behaviour[]) => {
      planned = [...behaviours];
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The body of a request that came in whole; null while some is missing. */
function wholeRequest(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  const body = text.slice(end + 4);
  return Buffer.byteLength(body) >= length ? body : null;
}

const NOT_ACCEPTING = new Set<Behaviour>([
  'refusedWith200',
  'refusedWith400',
  'failedBeforeAccepting',
  'webPage',
  'redirect',
  'forbidden',
  'garbage',
]);

export function accepts(behaviour: Behaviour): boolean {
  return behaviour !== 'resetOnConnect' && behaviour !== 'closedOnConnect' && !NOT_ACCEPTING.has(behaviour);
}

function answer(socket: Socket, behaviour: Behaviour, row: string, redirectTo: string): void {
  const created = JSON.stringify({ success: true, uniqueId: `lead-${row}` });
  const reply = (status: string, body: string, headers = OK_HEADERS, type = 'application/json') =>
    `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: keep-alive\r\n\r\n${body}`;
  switch (behaviour) {
    case 'created':
      return void socket.write(reply('200 OK', created));
    case 'createdWithoutRateHeaders':
      return void socket.write(reply('200 OK', created, ''));
    case 'createdWithAbsurdRateHeaders':
      return void socket.write(
        reply(
          '200 OK',
          created,
          'X-Rate-Limit-Limit: -5\r\nX-Rate-Limit-Remaining: NaN\r\nX-Rate-Limit-Reset: 99999999999999999\r\nDate: yesterday\r\nRetry-After: soon\r\n',
        ),
      );
    case 'createdThenClosed':
      return void socket.end(reply('200 OK', created));
    case 'createdTwiceOver':
      return void socket.write(reply('200 OK', created) + reply('200 OK', created));
    case 'refusedWith200':
      return void socket.write(reply('200 OK', '{"success":false,"message":"Phone is not valid"}'));
    case 'refusedWith400':
      return void socket.write(
        reply(
          '400 Bad Request',
          '{"responseStatus":{"errorCode":"Validation","message":"Bad","errors":[{"fieldName":"Phone","message":"is not valid"}]}}',
        ),
      );
    case 'resetAfterAccepting':
      return void socket.resetAndDestroy();
    case 'closedAfterAccepting':
      return void socket.end();
    case 'cutBody':
      return void socket.end(`HTTP/1.1 200 OK\r\n${OK_HEADERS}Content-Length: 200\r\n\r\n{"success":true,`);
    case 'cutChunks':
      return void socket.end(`HTTP/1.1 200 OK\r\n${OK_HEADERS}Transfer-Encoding: chunked\r\n\r\n5\r\n{"suc\r\n`);
    case 'failedAfterAccepting':
      return void socket.write(reply('500 Internal Server Error', '{"message":"Boom"}'));
    case 'failedBeforeAccepting':
      return void socket.write(reply('503 Service Unavailable', 'busy', '', 'text/plain'));
    case 'webPage':
      return void socket.write(reply('200 OK', '<!doctype html><title>Hotel network</title>', '', 'text/html'));
    case 'nothingReadable':
      return void socket.write(reply('200 OK', ''));
    case 'garbage':
      return void socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n');
    case 'silence':
      return;
    case 'redirect':
      return void socket.write(reply('307 Temporary Redirect', '', `Location: ${redirectTo}\r\n`));
    case 'movedAfterAccepting':
      return void socket.write(reply('301 Moved Permanently', '', `Location: ${redirectTo}\r\n`));
    case 'seeOtherAfterAccepting':
      return void socket.write(reply('303 See Other', '', `Location: ${redirectTo}\r\n`));
    case 'forbidden':
      return void socket.write(reply('403 Forbidden', '{"message":"No"}'));
    case 'resetOnConnect':
    case 'closedOnConnect':
      return;
  }
}
