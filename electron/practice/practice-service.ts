import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiHandler } from './endpoints/api-handler.ts';
import { createPracticeClock } from './foundation/clock.ts';
import type { PracticeClock } from './foundation/clock.ts';
import type { EndpointContext } from './endpoints/context.ts';
import { handleControl } from './control-api.ts';
import type { ControlSettings } from './control-api.ts';
import { Faults } from './faults/faults.ts';
import { defaultCredentials, defaultDialect, defaultLeads, defaultSeed, fullRights } from './foundation/options.ts';
import type { PracticeOptions } from './foundation/options.ts';
import type { LeadChange } from './data/lead-changes.ts';
import { randomStream } from './data/random.ts';
import { RateLimits } from './quota/rate-limits.ts';
import { parseTarget } from './foundation/requests.ts';
import { parseDateTime, startOfDay, wallFromInstant } from './foundation/service-time.ts';
import { dailyLimit } from './quota/services.ts';
import { PracticeStore } from './data/store.ts';
import type { PracticeLedger } from './data/store.ts';
import { Tallies } from './quota/tallies.ts';
import type { ServiceCounts } from './quota/tallies.ts';

export type { PracticeOptions } from './foundation/options.ts';
export type { PracticeLedger } from './data/store.ts';
export type { FaultSpecification } from './faults/faults.ts';
export type { ServiceCounts } from './quota/tallies.ts';

export interface PracticeService extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/api` */
  readonly url: string;
  readonly port: number;
  readonly clock: PracticeClock;
  readonly ledger: PracticeLedger;
  readonly faults: Faults;
  /** By service, since the start or the last reset. */
  counts(): Readonly<Record<string, ServiceCounts>>;
  /** One made-up lead in `every`, from the first on, gets the status, as changed now. */
  changeLeads(change: Pick<LeadChange, 'every' | 'status'>): void;
  /** Forgets imported leads, changes, counts, segment members and faults. */
  reset(): void;
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
  const ledger = ledgerOf(store);
  const counts = (): Readonly<Record<string, ServiceCounts>> => tallies.snapshot();
  const reset = (): void => {
    store.forgetEverything();
    context.changes.length = 0;
    context.limits.forget();
    faults.clear();
    tallies.clear();
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
  const changeLeads = (change: Pick<LeadChange, 'every' | 'status'>): void =>
    void context.changes.push({ ...change, at: wallFromInstant(clock.now()) });
  const control: ControlSettings = {
    clock,
    faults,
    ledger,
    counts,
    changeLeads,
    reset,
    url: () => url,
    username,
    password,
  };

  const server = createServer({ keepAliveTimeout: options.keepAliveTimeout ?? 20_000, requestTimeout: 120_000 });
  server.on('request', (request, response) => void answer(api, control, request, response));
  server.on('clientError', refuseNonsense);
  try {
    await listen(server, options.port ?? 0);
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
  return { url, port, clock, ledger, faults, changeLeads, reset, counts, close, [Symbol.asyncDispose]: close };
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

function ledgerOf(store: PracticeStore): PracticeLedger {
  return {
    get accepted() {
      return store.acceptedCount;
    },
    get rejected() {
      return store.tally('rejected');
    },
    get refused() {
      return store.tally('refused');
    },
    entries: (offset = 0, limit = Number.MAX_SAFE_INTEGER) => store.entries(offset, limit),
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
