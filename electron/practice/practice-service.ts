import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiHandler } from './endpoints/api-handler.ts';
import { createPracticeClock } from './foundation/clock.ts';
import type { PracticeClock } from './foundation/clock.ts';
import type { EndpointContext } from './endpoints/context.ts';
import { handleControl } from './control-api.ts';
import type { Controlled, ControlSettings } from './control-api.ts';
import { Faults } from './faults/faults.ts';
import { defaultCredentials, defaultDialect, defaultLeads, defaultSeed, fullRights } from './foundation/options.ts';
import type { PracticeOptions } from './foundation/options.ts';
import { randomStream } from './data/random.ts';
import { RateLimits } from './quota/rate-limits.ts';
import { parseTarget } from './foundation/requests.ts';
import { parseDateTime, startOfDay, wallFromInstant } from './foundation/service-time.ts';
import { dailyLimit } from './quota/services.ts';
import { PracticeStore } from './data/store.ts';
import { Tallies } from './quota/tallies.ts';

export type { PracticeOptions } from './foundation/options.ts';
export type { PracticeLedger } from './data/store.ts';
export type { FaultSpecification } from './faults/faults.ts';

export interface PracticeService extends Controlled, AsyncDisposable {
  /** `http://127.0.0.1:<port>/api` */
  readonly url: string;
  readonly port: number;
  /** Ends every connection and closes the data file. */
  close(): Promise<void>;
}

/**
 * Starts the simulated service on 127.0.0.1.
 * @throws PracticeFileError when the data file cannot be used, the system's error (`code: 'EADDRINUSE'`) for a taken port
 */
export async function startPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const clock = options.clock ?? createPracticeClock();
  const store = new PracticeStore(options.dataFile ?? null);
  const context = contextOf(options, store, clock);
  const faults = new Faults(context.seed);
  const tallies = new Tallies();
  const controlled: Controlled = {
    clock,
    faults,
    ledger: store,
    counts: () => tallies.snapshot(),
    changeLeads: (change) => void context.changes.push({ ...change, at: wallFromInstant(clock.now()) }),
    reset() {
      store.forgetEverything();
      context.changes.length = 0;
      context.limits.forget();
      faults.clear();
      tallies.clear();
    },
  };
  const { username } = context;
  const password = options.password ?? defaultCredentials.password;
  const api = new ApiHandler({
    context,
    faults,
    tallies,
    password,
    latency: options.latency ?? 0,
    random: randomStream(context.seed, 0x1a7e),
  });
  const control: ControlSettings = { ...controlled, url: () => url, username, password };
  const server = createServer({ keepAliveTimeout: 20_000, requestTimeout: 120_000 });
  server.on('request', (request, response) => void answer(api, control, request, response));
  server.on('clientError', refuseNonsense);
  try {
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api`;
  const close = async (): Promise<void> => {
    await closed(server);
    store.close();
  };
  return { ...controlled, url, port, close, [Symbol.asyncDispose]: close };
}

/** What the endpoints work with: the options, and the defaults of those that were not given. */
function contextOf(options: PracticeOptions, store: PracticeStore, clock: PracticeClock): EndpointContext {
  const limitOf = (service: string): number => dailyLimit(service, options.limits ?? {});
  const limits = new RateLimits({
    limitOf,
    minuteWindow: options.minuteWindow ?? 'anchored',
    nightPrice: options.nightPrice ?? 4,
    clock,
    load: (service) => store.readPeriod(service),
    save: (service, state) => store.writePeriod(service, state),
  });
  return {
    store,
    clock,
    limits,
    limitOf,
    seed: options.seed ?? defaultSeed,
    hasCalls: options.hasCalls ?? false,
    username: options.username ?? defaultCredentials.username,
    dialect: { ...defaultDialect, ...options.dialect },
    leads: options.leads ?? defaultLeads,
    projectRights: options.projectRights ?? ['*'],
    resourceRights: options.resourceRights ?? fullRights,
    counting: options.counting ?? 'resource',
    changes: [],
    firstDay: startOfDay(parseDateTime(options.referenceDay ?? '') ?? wallFromInstant(clock.now())),
  };
}

async function answer(
  api: ApiHandler,
  control: ControlSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A connection that breaks is the client's business; without a listener it would end the process.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const target = parseTarget(request.url ?? '/');
  try {
    if (target?.segments[0] === 'practice') await handleControl(control, request, response, target);
    else
      await api.handle(
        request,
        response,
        target !== null && target.segments[0]?.toLowerCase() !== 'api' ? { ...target, segments: [] } : target,
      );
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    response.writeHead(500, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify({
        responseStatus: {
          errorCode: 'InternalServerError',
          message: `The practice service failed: ${error instanceof Error ? error.message : String(error)}`,
          errors: [],
        },
      }),
    );
  }
}

/** Bytes that are not an HTTP request never reach the endpoints. */
function refuseNonsense(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const body = JSON.stringify({
    responseStatus: { errorCode: 'BadRequest', message: 'The request could not be read.', errors: [] },
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
