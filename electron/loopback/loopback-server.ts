import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventName } from '../../shared/contract/channels.ts';
import type { Clock, Log } from '../core/foundation/ports.ts';
import type { Gate } from '../host/gate.ts';
import { codeOf, HostTrouble } from '../host/host-trouble.ts';
import { createEventStream } from './event-stream.ts';
import type { FileExchange } from './file-exchange.ts';
import { PageRequests } from './page-requests.ts';
import { createPageSessions } from './page-sessions.ts';

export interface LoopbackServerOptions {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** 0: any free port. */
  readonly port: number;
  /** Another port will do when this one cannot be had. */
  readonly mayMove?: boolean;
  /** What another start on the same data folder must know to get a fresh address. */
  readonly key: string;
  readonly gate: Gate;
  readonly files: FileExchange;
  readonly clock: Clock;
  readonly log: Log;
}

export interface LoopbackServer {
  readonly port: number;
  /** The address with a token that opens once. */
  freshAddress(): string;
  emit(name: EventName, payload: unknown): void;
  close(): Promise<void>;
}

/**
 * Connects the page with the core where there is no Electron: HTTP on this computer only.
 *
 * `POST /session {token}` 204 and a cookie · `POST /address {key}` a fresh address · `POST /call/<channel>` arguments as JSON, outcome as JSON · `GET /events`
 * server-sent events · `POST /files?name=` the bytes of a file, outcome of a chosen file · `GET /files/<token>` a saved
 * file · every other GET a file of the page. 401 and 403 carry an outcome, too.
 * @throws HostTrouble when the port is in use or this user may not listen on it.
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const server = createServer();
  const port = await listen(server, options.port, options.mayMove === true);
  const sessions = createPageSessions(port);
  const events = createEventStream(options.clock);
  const freshAddress = (): string => `http://127.0.0.1:${port}/#token=${sessions.freshToken()}`;
  const requests = new PageRequests({ ...options, port, sessions, events, freshAddress });
  // The server started to listen in this turn of the event loop, so no request has arrived yet.
  server.on('request', (request, response) => requests.answer(request, response));

  return {
    port,
    freshAddress,
    emit: (name, payload) => events.send(name, payload),
    async close() {
      events.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number, mayMove: boolean): Promise<number> {
  try {
    await listenAt(server, port);
  } catch (error) {
    if (!mayMove || port === 0) throw portTrouble(error, port);
    await listenAt(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portTrouble(error: unknown, port: number): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new HostTrouble(
      `Port ${port} is in use by another program. Leave --port out for any free port, or choose another number.`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new HostTrouble(`This user may not listen on port ${port}. Choose a number above 1023.`, { cause: error });
  }
  return error;
}
