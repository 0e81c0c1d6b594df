import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventName } from '../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../shared/contract/errors.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import type { Clock, Log } from '../core/foundation/ports.ts';
import { freshNonce, securityHeaders } from '../host/content-security-policy.ts';
import type { Gate } from '../host/gate.ts';
import { codeOf, HostTrouble } from '../host/host-trouble.ts';
import { answerPageRequest, plainAnswer } from '../host/page-files.ts';
import { createEventStream } from './event-stream.ts';
import type { FileExchange } from './file-exchange.ts';
import { createPageSessions } from './page-sessions.ts';
import { readJson } from './request-body.ts';
import { refusalOf } from './request-rules.ts';

export interface LoopbackServerOptions {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** 0: any free port. */
  readonly port: number;
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
 * The page's way to the core where there is no Electron: HTTP on this computer only.
 *
 * `POST /session {token}` 204 and a cookie · `POST /call/<channel>` arguments as JSON, outcome as JSON · `GET /events`
 * server-sent events · `POST /files?name=` the bytes of a file, outcome of a chosen file · `GET /files/<token>` a saved
 * file · every other GET a file of the page. 401 and 403 carry an outcome, too.
 * @throws HostTrouble when the port cannot be had.
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const { gate, files, log } = options;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const id = log.bug(`${request.method} request`, error);
      sendText(response, 500, `Something in Lead Console went wrong (log ${id}). Reload the page and try again.`);
    });
  });
  const port = await listen(server, options.port);
  const own = `http://127.0.0.1:${port}`;
  const sessions = createPageSessions(port);
  const events = createEventStream(options.clock);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, port);
    if (refusal) {
      sendText(response, refusal.status, refusal.message);
      return;
    }
    const url = new URL(request.url ?? '/', own);
    const isPost = request.method === 'POST';
    if (isPost && url.pathname === '/session') return enter(request, response);
    const isForSession =
      url.pathname.startsWith('/call/') || url.pathname === '/events' || /^\/files(\/|$)/.test(url.pathname);
    if (isForSession && !sessions.isIn(request.headers.cookie)) return sendError(response, 401, notSignedIn);
    if (isPost && url.pathname.startsWith('/call/')) return call(request, response, url.pathname.slice(6));
    if (isPost && url.pathname === '/files') return receive(request, response, url.searchParams);
    if (isPost) return sendText(response, 404, 'There is nothing here to send to.');
    if (url.pathname === '/events') return events.open(response, headerText(request.headers['last-event-id']));
    if (url.pathname.startsWith('/files/')) return deliver(response, url.pathname.slice(7));
    const page = await answerPageRequest(options.pageFolder, url.pathname);
    response.writeHead(page.status, page.headers).end(page.body);
  }

  async function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const token = body.ok && isTokenBody(body.value) ? body.value.token : '';
    const cookie = sessions.enter(token, request.headers.cookie);
    if (cookie === null) return sendError(response, 403, addressUsed);
    response.writeHead(204, cookie === '' ? {} : { 'set-cookie': cookie }).end();
  }

  async function call(request: IncomingMessage, response: ServerResponse, channel: string): Promise<void> {
    const body = await readJson(request);
    if (!body.ok) return sendError(response, body.status, body.error);
    const left = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) left.abort();
    });
    sendJson(response, 200, await gate(channel, body.value, left.signal));
  }

  async function receive(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const name = query.get('name') ?? '';
    const modifiedAt = Number(query.get('modified') ?? Number.NaN);
    const outcome = await toOutcome(
      () => files.receive(request, name, modifiedAt),
      (error) => log.bug('upload', error),
    );
    sendJson(response, 200, outcome);
  }

  async function deliver(response: ServerResponse, token: string): Promise<void> {
    const outcome = await toOutcome(
      () => files.deliver(token, response, securityHeaders(freshNonce())),
      (error) => log.bug('download', error),
    );
    if (outcome.ok) return;
    if (response.headersSent) response.destroy();
    else sendError(response, 404, outcome.error);
  }

  return {
    port,
    freshAddress: () => `${own}/#token=${sessions.freshToken()}`,
    emit: (name, payload) => events.send(name, payload),
    async close() {
      events.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const notSignedIn: AppError = {
  code: 'auth',
  message: 'This browser is not let in. Open the address that Lead Console printed on its terminal.',
};

const addressUsed: AppError = {
  code: 'auth',
  message:
    'This address was used already and opens once only. Go back to the browser that used it, or start Lead Console again for a new one.',
};

function isTokenBody(body: unknown): body is { token: string } {
  return typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string';
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = { ...securityHeaders(freshNonce()), 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, headers).end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, error: AppError): void {
  const outcome: Outcome<never> = { ok: false, error };
  sendJson(response, status, outcome);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const answer = plainAnswer(status, text);
  response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body);
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portTrouble(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
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
