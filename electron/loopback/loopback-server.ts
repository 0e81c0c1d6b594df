import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventName } from '../../shared/contract/channels.ts';
import { codeOf, HostTrouble } from '../host/host-trouble.ts';
import { createEventStream } from './event-stream.ts';
import { PageRequests, type PageRequestsOptions } from './page-requests.ts';
import { createPageSessions } from './page-sessions.ts';

export interface LoopbackServerOptions extends Omit<PageRequestsOptions, 'freshAddress' | 'sessions' | 'events'> {
  /** 0: any free port. */
  readonly port: number;
  /** Another port will do when this one cannot be had. */
  readonly mayMove?: boolean;
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

async function listenAt(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
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
