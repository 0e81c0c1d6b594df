import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../../shared/contract/errors.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import type { Clock, Log } from '../core/foundation/ports.ts';
import { freshNonce, securityHeaders } from '../host/content-security-policy.ts';
import { type Gate, textIn } from '../host/gate.ts';
import { answerPageRequest } from '../host/page-files.ts';
import type { EventStream } from './event-stream.ts';
import type { FileExchange } from './file-exchange.ts';
import { digest, type PageSessions } from './page-sessions.ts';
import { sendError, sendJson, sendText } from './replies.ts';
import { Guesses } from './guesses.ts';
import { type Body, readJson, STRANGER_LIMIT_BYTES } from './request-body.ts';
import { refusalOf } from './request-rules.ts';

export interface PageRequestsOptions {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** The port this host listens on. */
  readonly port: number;
  /** What another start on the same data folder must know to get a fresh address. */
  readonly key: string;
  readonly freshAddress: () => string;
  readonly gate: Gate;
  readonly files: FileExchange;
  readonly sessions: PageSessions;
  readonly events: EventStream;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * The addresses of this host: `POST /session`, `POST /address`, `POST /call/<channel>`, `GET /events`, `POST /files`, `GET /files/<token>`,
 * and the files of the page. All but
 * the session, the address and the page need the cookie.
 */
export class PageRequests {
  readonly #options: PageRequestsOptions;
  readonly #guesses: Guesses;

  constructor(options: PageRequestsOptions) {
    this.#options = options;
    this.#guesses = new Guesses(options.clock);
  }

  /** Logs an error that nobody expected, and answers 500. Nobody waits for an answer when the page has gone while it spoke. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error: unknown) => {
      if (error === request.errored) return;
      const id = this.#options.log.bug(`${request.method} request`, error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `Something in Lead Console went wrong (log ${id}). Reload the page and try again.`);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port, pageFolder, sessions, events } = this.#options;
    const refusal = refusalOf(request, port);
    if (refusal) return sendText(response, refusal.status, refusal.message);
    // Behind our own name, so that no target of a request stands for another one.
    const address = URL.parse(`http://127.0.0.1:${port}${request.url ?? '/'}`);
    if (address === null) return sendText(response, 400, 'This is not an address of Lead Console.');
    const { pathname, searchParams } = address;
    const isPost = request.method === 'POST';
    if (isPost && pathname === '/session') return this.#enter(request, response);
    if (isPost && pathname === '/address') return this.#giveAddress(request, response);
    if (needsSession(pathname) && !sessions.isIn(request.headers.cookie)) return sendError(response, 401, notSignedIn);
    if (isPost && pathname.startsWith('/call/')) return this.#call(request, response, pathname.slice('/call/'.length));
    if (isPost && pathname === '/files') return this.#receive(request, response, searchParams);
    if (isPost) return sendText(response, 404, 'Nothing can be sent to this address.');
    if (pathname === '/events') return events.open(response, headerText(request.headers['last-event-id']));
    if (pathname.startsWith('/files/')) return this.#deliver(response, pathname.slice('/files/'.length));
    const page = await answerPageRequest(pageFolder, pathname);
    response.writeHead(page.status, page.headers).end(page.body);
  }

  async #enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readStranger(request, response);
    if (body === null) return;
    const token = body.ok ? textIn(body.value, 'token') : '';
    const cookie = this.#options.sessions.enter(token, request.headers.cookie);
    if (cookie === null) {
      await this.#guesses.wait();
      return sendError(response, 403, addressUsed);
    }
    response.writeHead(204, cookie === '' ? {} : { 'set-cookie': cookie }).end();
  }

  async #giveAddress(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readStranger(request, response);
    if (body === null) return;
    if (!body.ok || !isSame(textIn(body.value, 'key'), this.#options.key)) {
      await this.#guesses.wait();
      return sendError(response, 403, wrongKey);
    }
    sendJson(response, 200, { address: this.#options.freshAddress() });
  }

  async #call(request: IncomingMessage, response: ServerResponse, channel: string): Promise<void> {
    const body = await readJson(request);
    if (!body.ok) return sendError(response, body.status, body.error);
    const left = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) left.abort();
    });
    sendJson(response, 200, await this.#options.gate(channel, body.value, left.signal));
  }

  async #receive(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const { files, log } = this.#options;
    const name = query.get('name') ?? '';
    const modifiedAt = Number(query.get('modified') ?? Number.NaN);
    const outcome = await toOutcome(
      () => files.receive(request, name, modifiedAt),
      (error) => log.bug('upload', error),
    );
    sendJson(response, 200, outcome);
  }

  async #deliver(response: ServerResponse, token: string): Promise<void> {
    const { files, log } = this.#options;
    const outcome = await toOutcome(
      () => files.deliver(token, response, securityHeaders(freshNonce())),
      (error) => log.bug('download', error),
    );
    if (outcome.ok) return;
    if (response.headersSent) response.destroy();
    else sendError(response, 404, outcome.error);
  }
}

const notSignedIn: AppError = {
  code: 'auth',
  message: 'This browser has no access. Copy the link from the terminal of Lead Console.',
};

const addressUsed: AppError = {
  code: 'auth',
  message: 'This link was already used. Return to the open window, or copy the new link from the terminal.',
};

const wrongKey: AppError = { code: 'auth', message: 'Only a start on the same data folder gets a new address.' };

/** Null: it was too large and is answered. */
async function readStranger(request: IncomingMessage, response: ServerResponse): Promise<Body | null> {
  const body = await readJson(request, STRANGER_LIMIT_BYTES);
  if (body.ok || body.status !== 413) return body;
  // The rest of the body is not read.
  response.on('finish', () => request.destroy()).setHeader('connection', 'close');
  sendError(response, body.status, body.error);
  return null;
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function needsSession(pathname: string): boolean {
  return pathname.startsWith('/call/') || pathname === '/events' || /^\/files(\/|$)/.test(pathname);
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
