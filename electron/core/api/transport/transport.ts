// Why: decision 0020 and decision 0221.
import type * as Undici from 'undici';
import { isLoopbackHost } from '../../../../shared/domain/service/address.ts';
import type { NetworkAccess } from '../../foundation/network-access.ts';
import type { Clock, Timer } from '../../foundation/ports.ts';
import { foreignForm } from './foreign-form.ts';
import { passOverContinue } from './pass-over-continue.ts';
import { pieces } from './pieces.ts';
import { lookAgain, probeTarget, type ProbeTarget } from './probe-connection.ts';
import { proxyAddress } from './proxy-address.ts';
import { CallCancelled, describeFailure, type TransportFailure } from './transport-failure.ts';
import { systemStoreRead, systemStoreSize, trustedCertificates } from './system-certificates.ts';
import type { Timeouts } from './timeouts.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface TransportRequest {
  readonly method: Method;
  /** Below the base address, with a slash in front and the query behind. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface TransportAnswer {
  readonly kind: 'answer';
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body and closes its connection. */
  discard(): void;
  /** Monotonic milliseconds at which the headers of the answer were read. */
  readonly receivedAt: number;
  /** Aborted when the caller cancels while the answer comes in. */
  readonly signal: AbortSignal | undefined;
}

export interface WholeText {
  /** Empty when it is foreign. */
  readonly text: string;
  /** What the body is instead of text in UTF-8; null when it is that. */
  readonly foreign: string | null;
}

export type TransportResult = TransportAnswer | { readonly kind: 'failed'; readonly failure: TransportFailure };

export interface TransportOptions {
  readonly baseAddress: string;
  readonly clock: Clock;
  readonly proxy: string | null;
  readonly timeouts: Timeouts;
  readonly network: NetworkAccess;
  /** Left out: the sockets of this computer. */
  readonly sockets?: Sockets | undefined;
}

/** A way to the service that takes the place of sockets: simulated, so that it loses, delays and breaks what it is told to. */
export interface Sockets {
  /** New connections. Their dispatchers tell a request apart from its answer as undici does, `onRequestStart` before the first byte. */
  open(): Connections;
  /** Opens and closes a bare connection. Rejects with the system's error. */
  reach(): Promise<void>;
}

/** Milliseconds. After a wake, requests on old connections get this long to end. */
const GRACE_AFTER_WAKE = 15_000;

interface OpenedWith {
  readonly storeSize: number;
  readonly certificates: readonly string[];
  readonly authorization: string | null;
}

function isSame(one: OpenedWith, other: OpenedWith): boolean {
  return (
    one.storeSize === other.storeSize &&
    one.certificates === other.certificates &&
    one.authorization === other.authorization
  );
}

export interface Connections {
  /** Reused for requests that may be repeated. */
  readonly reading: Undici.Dispatcher;
  /**
   * A connection of its own for every request that must not be repeated: a reused one may have been closed by the
   * service at that very moment, and then nobody knows whether the request arrived.
   */
  readonly writing: Undici.Dispatcher;
}

/**
 * The program's only door to the service. It sends to the host of the base address and nowhere else: no redirect is
 * followed, nothing is sent a second time, HTTP/2 is off because its frames hide whether a request left.
 */
export class Transport {
  readonly origin: string;
  readonly host: string;
  readonly #basePath: string;
  readonly #options: TransportOptions;
  #connections: Connections | null = null;
  /** What the open connections were opened with. */
  #openedWith: OpenedWith | null = null;
  #retired: { connections: Connections; timer: Timer }[] = [];
  #isClosed = false;

  constructor(options: TransportOptions) {
    const url = new URL(options.baseAddress);
    // SECURITY: the last check before a password could travel unencrypted, whoever built the address.
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
      throw new Error('The address of the service must start with https://.');
    }
    this.origin = url.origin;
    this.host = url.hostname.replace(/^\[|\]$/g, '');
    this.#basePath = url.pathname.replace(/\/$/, '');
    this.#options = options;
  }

  /** Await it before a request is given its place in the service's minute: loading the client is not part of its way. */
  async ready(): Promise<void> {
    await this.#prepare();
  }

  /**
   * Headers of the answer, or why there is none; never throws. Calls `beforeSend` when the connection stands, encryption
   * and all, right before the first byte of the request leaves; when it throws, nothing leaves.
   */
  async send(request: TransportRequest, beforeSend?: () => void): Promise<TransportResult> {
    const { clock } = this.#options;
    let sent = false;
    try {
      const undici = await this.#prepare();
      if (this.#isClosed || request.signal?.aborted === true) throw new CallCancelled();
      using cancelled = cancelledUnsent(request.signal, () => sent);
      const connections = this.#open(undici);
      const dispatcher = request.method === 'GET' ? connections.reading : connections.writing;
      const watched = dispatcher.compose(
        (dispatch) => (options, handler) =>
          dispatch(
            options,
            watchStart(handler, () => {
              // undici itself looks at the signal only later in this turn.
              if (request.signal?.aborted === true) throw new CallCancelled();
              beforeSend?.();
              sent = true;
            }),
          ),
      );
      const answering = watched.request({
        origin: this.origin,
        path: `${this.#basePath}${request.path}`,
        method: request.method,
        headers: { ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
        headersTimeout: this.#options.timeouts.headers,
        bodyTimeout: this.#options.timeouts.body,
      });
      const response = await Promise.race([answering, cancelled.promise]);
      const receivedAt = clock.monotonicNow();
      // A body that is cut off unread emits an error; readText and the streams see it, nobody else waits for it.
      response.body.on('error', () => undefined);
      return {
        kind: 'answer',
        status: response.statusCode,
        header: (name) => {
          const value = response.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
        body: pieces(response.body),
        discard: () => void response.body.destroy(),
        receivedAt,
        signal: request.signal,
      };
    } catch (error) {
      const cause = request.signal?.aborted === true || this.#isClosed ? new CallCancelled() : error;
      if (sent || cause instanceof CallCancelled)
        return { kind: 'failed', failure: describeFailure(cause, sent, this.host) };
      const { proxy } = this.target;
      using cancelled = cancelledUnsent(request.signal, () => false);
      const givenUp = cancelled.promise.catch((aborted: unknown) => ({ error: aborted, signer: null }));
      const seen = await Promise.race([lookAgain(this.target, cause), givenUp]);
      return { kind: 'failed', failure: describeFailure(seen.error, false, this.host, { signer: seen.signer, proxy }) };
    }
  }

  /** Reads a whole body of at most `limit` bytes. */
  async readText(answer: TransportAnswer, limit: number): Promise<WholeText | { failure: TransportFailure }> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const piece of answer.body) {
        size += piece.byteLength;
        if (size > limit) {
          const tooLarge = Object.assign(new Error('body too large'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
          return { failure: describeFailure(tooLarge, true, this.host) };
        }
        pieces.push(piece);
      }
      const bytes = Buffer.concat(pieces);
      const foreign = foreignForm((name) => answer.header(name), bytes, 'json');
      return { text: foreign === null ? bytes.toString('utf8').replace(/^\uFEFF/, '') : '', foreign };
    } catch (error) {
      const cause = answer.signal?.aborted === true || this.#isClosed ? new CallCancelled() : error;
      return { failure: describeFailure(cause, true, this.host) };
    }
  }

  /** Uses new connections from now on. Requests on the old ones get 15 s to end. */
  renew(): void {
    const old = this.#connections;
    this.#connections = null;
    if (old === null) return;
    const timer = this.#options.clock.after(GRACE_AFTER_WAKE, () => {
      this.#retired = this.#retired.filter((entry) => entry.connections !== old);
      destroy(old);
    });
    this.#retired.push({ connections: old, timer });
  }

  close(): void {
    this.#isClosed = true;
    for (const { connections, timer } of this.#retired) {
      timer.cancel();
      destroy(connections);
    }
    this.#retired = [];
    if (this.#connections !== null) destroy(this.#connections);
    this.#connections = null;
  }

  /** Host and port for a bare connection. */
  get target(): ProbeTarget {
    const { proxy, timeouts, baseAddress } = this.#options;
    const certificates = this.#trusted();
    return probeTarget(new URL(baseAddress), {
      proxy,
      proxyAuthorization: this.#authorization(),
      timeout: timeouts.connect,
      certificates,
    });
  }

  get timeouts(): Timeouts {
    return this.#options.timeouts;
  }

  /** The certificates this computer trusts, those of Node, and those that a person chose. */
  #trusted(): string[] {
    return trustedCertificates(this.#options.network.certificates);
  }

  #openingWith(): OpenedWith {
    const { certificates } = this.#options.network;
    return { storeSize: systemStoreSize(), certificates, authorization: this.#authorization() };
  }

  /** A password in the proxy's own address comes first. */
  #authorization(): string | null {
    const { proxy, network } = this.#options;
    // A setting that cannot be read as an address fails where the connection is opened, which has the words for it.
    if (proxy === null || !URL.canParse(proxy) || new URL(proxy).username !== '') return null;
    return network.proxyAuthorization(proxy);
  }

  /** The client, and the certificates of this computer; nobody signs for the computer itself. */
  async #prepare(): Promise<typeof Undici> {
    if (!isLoopbackHost(this.host)) await systemStoreRead(this.#options.clock);
    return loadClient();
  }

  #open({ Agent, buildConnector, Pool, ProxyAgent }: typeof Undici): Connections {
    const wanted = this.#openingWith();
    // The store took longer than the first connection waited for it, or a person chose something else.
    if (this.#openedWith !== null && !isSame(this.#openedWith, wanted)) this.renew();
    if (this.#connections !== null) return this.#connections;
    this.#openedWith = wanted;
    const { timeouts, sockets } = this.#options;
    if (sockets !== undefined) return (this.#connections = sockets.open());
    const tls = { ca: this.#trusted(), timeout: timeouts.connect };
    const common = { allowH2: false, connect: tls, maxHeaderSize: 64 * 1024 };
    // Milliseconds. Shorter than any server's own limit (5 s is the shortest in use): no request meets a closing one.
    const reading = { ...common, pipelining: 1, connections: 8, keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 };
    const writing = { ...common, pipelining: 0 };
    const connect = buildConnector({ ...tls, allowH2: false });
    const proxy = isLoopbackHost(this.host) ? null : this.#options.proxy;
    const { authorization } = wanted;
    const make = (options: typeof reading | typeof writing): Undici.Dispatcher => {
      if (proxy === null) return new Agent({ ...options, connect: passingOver(connect) });
      const { connect: requestTls, ...rest } = options;
      const signIn = authorization === null ? {} : { token: authorization };
      return new ProxyAgent({
        ...rest,
        ...signIn,
        uri: proxyAddress(proxy).href,
        requestTls,
        proxyTls: requestTls,
        // The service may send an unasked `100 Continue` through a proxy, too.
        factory: (origin, { connect: through, ...own }: ThroughProxy) =>
          new Pool(origin, { ...own, connect: passingOver(through) }),
        // A proxy may take the connection and say nothing; left alone, it is waited for five minutes.
        clientFactory: (address, own) => new Pool(address, { ...own, headersTimeout: timeouts.connect }),
      });
    };
    this.#connections = { reading: make(reading), writing: make(writing) };
    return this.#connections;
  }
}

/** What a `ProxyAgent` hands to its factory: `connect` opens a connection through the proxy. */
type ThroughProxy = Undici.Pool.Options & { readonly connect: Undici.buildConnector.connector };

let client: Promise<typeof Undici> | null = null;

/** Loaded with the first request, not at the start: it is as large as the rest of the core. */
function loadClient(): Promise<typeof Undici> {
  // Kept, because a bundle copies its hundred exports with every `import()`.
  client ??= import('undici');
  return client;
}

/** Connections on which an unasked `100 Continue` is passed over. */
function passingOver(connect: Undici.buildConnector.connector): Undici.buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result: Undici.buildConnector.CallbackArgs) => {
      const [error, socket] = result;
      if (error === null) callback(null, passOverContinue(socket));
      else callback(error, null);
    });
}

function destroy(connections: Connections): void {
  const ignore = () => undefined;
  connections.reading.destroy().catch(ignore);
  connections.writing.destroy().catch(ignore);
}

/**
 * Rejects when the call is cancelled before its first byte left: undici would wait for the connection first. Listens until
 * it is disposed: Node keeps a joined signal that somebody listens to for good, and with it the request and its answer.
 */
function cancelledUnsent(
  signal: AbortSignal | undefined,
  isSent: () => boolean,
): Disposable & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    if (!isSent()) reject(new CallCancelled());
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  return { promise, [Symbol.dispose]: () => signal?.removeEventListener('abort', onAbort) };
}

/**
 * Calls `onStart` when a request is bound to an open socket and its headers are written in the same turn: the line between
 * "certainly not sent" and "may have arrived". undici's `undici:client:sendHeaders` channel fires a few lines later, and
 * cannot hold the request back. When `onStart` throws, the connection is closed unused (decision 0182).
 */
function watchStart(
  handler: Undici.Dispatcher.DispatchHandler,
  onStart: () => void,
): Undici.Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      try {
        onStart();
      } catch (error) {
        controller.abort(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (controller, status, headers, socket) =>
      handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, text) =>
      handler.onResponseStart?.(controller, status, headers, text),
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onBodySent: (chunk) => handler.onBodySent?.(chunk),
    onRequestSent: () => handler.onRequestSent?.(),
  };
}
