import { readAccount, readSegments, readUsers } from '../../../shared/domain/service/records.ts';
import { EMPTY_LEDGER, priceOf } from '../../../shared/domain/quota/quota.ts';
import { SERVICES, isServiceId, type ServiceId } from '../../../shared/domain/service/services.ts';
import { formatServiceTime, isTimeZone, wallClockAt } from '../../../shared/domain/service/service-time.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import { AccountFigures } from './reads/account-figures.ts';
import { RequestBroker } from './broker/broker.ts';
import { CircuitBreaker } from './reads/circuit-breaker.ts';
import type { ApiClient, ApiClientOptions, QuotaState, ReadOptions } from './api-client.ts';
import { createLead } from './outcomes/create-lead.ts';
import {
  orgUnitPath,
  rawLeadsPath,
  savedSearchPath,
  segmentBody,
  segmentLeadsPath,
  simpleLeadsPath,
} from './outcomes/encode.ts';
import { knownNightPrice, probeNightPrice } from './reads/price-probe.ts';
import { openSocket } from './transport/probe-connection.ts';
import { serviceQuota } from './broker/service-quota.ts';
import { Reachability } from './requests/reachability.ts';
import { readJson, sendChange, type ReadTools } from './reads/read.ts';
import { Requester } from './requests/requester.ts';
import { RequestLog } from './requests/request-log.ts';
import { ServerClock } from './requests/server-clock.ts';
import { ServiceState } from './broker/service-state.ts';
import { streamBytes, streamLeads } from './reads/streams.ts';
import { probeTarget, testConnection } from './reads/test-connection.ts';
import { DEFAULT_TIMEOUTS, Transport } from './transport/transport.ts';

export type * from './api-client.ts';
export {
  createLedgerStore,
  createMemoryLedger,
  LEDGER_SCHEMA,
  type LedgerStore,
  type MinuteStatistic,
} from './broker/ledger-store.ts';

/** Listeners hear of a change at most ten times a second. */
const NOTICE_EVERY = 100;
const CLOSE_GRACE = 5_000;
const SHORTLY_BEFORE = 2_000;

/**
 * The client of one account. Throws for a base address that is not https (or http on this computer); everything that
 * can be expected to go wrong later is a result.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { clock, random, ledger, dialect } = options;
  const fairUse = options.fairUse ?? true;
  const zone = isTimeZone(dialect.timeZone) ? dialect.timeZone : 'Europe/Copenhagen';
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const serverClock = new ServerClock(clock);
  const log = new RequestLog();
  const transport = new Transport({
    baseAddress: options.baseAddress,
    clock,
    proxy: options.proxy ?? null,
    dispatcher: options.dispatcher ?? null,
    timeouts,
    certificates: options.certificates ?? [],
  });

  const url = new URL(options.baseAddress);
  const target = () => probeTarget(url, options.proxy ?? null, timeouts.connect, transport.trusted());
  const nightPrice = () => knownNightPrice(ledger, dialect.nightPrice);
  const price = (isFairUse: boolean, dailyLimit: number | null) =>
    isFairUse
      ? 1
      : priceOf({ fairUse: false, dailyLimit, serverNow: serverClock.now(), zone, nightPrice: nightPrice().units });

  const listeners = new Set<() => void>();
  let noticeTimer: { cancel(): void } | null = null;
  let isClosed = false;
  const changed = () => {
    if (noticeTimer !== null || isClosed || listeners.size === 0) return;
    noticeTimer = clock.after(NOTICE_EVERY, () => {
      noticeTimer = null;
      for (const listener of listeners) listener();
    });
  };

  const broker = new RequestBroker({
    clock,
    stateFor: (service) => new ServiceState({ service, clock, random, ledger, price }),
    onChange: changed,
    onWake: () => {
      transport.renew();
      serverClock.forget();
      figures.outdated();
      reachability.tryNow();
      changed();
    },
  });
  // What is known from earlier is shown before the first request of this run.
  for (const { id } of SERVICES) if (ledger.read(id) !== EMPTY_LEDGER) broker.state(id);
  const reachability = new Reachability({
    clock,
    random,
    reach: async () => {
      if (options.dispatcher !== undefined) return true;
      const socket = await openSocket({ ...target(), certificates: [] });
      socket.destroy();
      return true;
    },
    onChange: (isReachable) => {
      broker.hold(!isReachable);
      changed();
    },
  });
  const requester = new Requester({
    transport,
    broker,
    reachability,
    serverClock,
    log,
    clock,
    fairUse,
    credentials: options.credentials,
    onAnswer: (service, status) => {
      if (status === 429) {
        figures.outdated();
        const block = blocked(service);
        // One question about the counts, when the day should be open again, before anybody's request tries it.
        if (block?.period === 'day') figures.askAt(block.until - SHORTLY_BEFORE);
      }
      if ((options.reconcile ?? true) && service !== 'GET myaccount' && status !== 401) figures.keepFresh();
    },
  });

  const breakers = new Map<ServiceId, CircuitBreaker>();
  const blocked = (service: ServiceId) => {
    const { blockedUntil, blockedPeriod } = broker.state(service).daily;
    return blockedUntil === null || blockedPeriod === null ? null : { until: blockedUntil, period: blockedPeriod };
  };
  const formatTime = (instant: number) => {
    const text = formatServiceTime(wallClockAt(instant, zone));
    return `${text.slice(11, 16)} on ${text.slice(0, 10)} (${zone})`;
  };
  const tools: ReadTools = {
    requester,
    transport,
    clock,
    random,
    breaker: (service) => {
      const breaker = breakers.get(service) ?? new CircuitBreaker();
      breakers.set(service, breaker);
      return breaker;
    },
    blocked,
    formatTime,
  };
  const figures: AccountFigures = new AccountFigures({ tools, clock, broker, onChange: changed });

  /** Reads an answer with `decode`, which answers null for one it cannot make sense of. */
  const decoded = async <Value>(
    service: ServiceId,
    path: string,
    readOptions: ReadOptions | undefined,
    decode: (value: unknown) => Value | null,
  ): Promise<Outcome<Value>> => {
    const answer = await readJson(tools, { service, path, options: readOptions });
    return answer.ok ? understood(answer.value, decode) : answer;
  };
  const understood = <Value>(value: unknown, decode: (value: unknown) => Value | null): Outcome<Value> => {
    const read = decode(value);
    if (read !== null) return { ok: true, value: read };
    return {
      ok: false,
      error: {
        code: 'network',
        sent: 'maybe',
        message: `The answer of ${transport.host} has a form that is not known. Check the address; if it is right, the service may have changed.`,
      },
    };
  };

  const listUsers: ApiClient['listUsers'] = (readOptions) => decoded('GET users', '/users', readOptions, readUsers);

  const client: ApiClient = {
    baseAddress: options.baseAddress,
    createLead: (lead, leadOptions) =>
      createLead(
        { requester, transport, dialect, clock, blockedUntil: () => blocked('POST leads'), formatTime },
        lead,
        leadOptions,
      ),
    exportSimpleLeads: (query, readOptions) =>
      streamLeads(tools, { service: 'GET simpleleads', path: simpleLeadsPath(query, dialect), options: readOptions }),
    exportSavedSearch: (query, readOptions) =>
      streamLeads(tools, { service: 'GET leads', path: savedSearchPath(query, dialect, false), options: readOptions }),
    exportSavedSearchCsv: (query, readOptions) =>
      streamBytes(tools, {
        service: 'GET leads/csv',
        path: savedSearchPath(query, dialect, true),
        options: readOptions,
      }),
    exportRawLeads: (query, readOptions) =>
      streamBytes(tools, { service: 'GET rawleads', path: rawLeadsPath(query, dialect), options: readOptions }),
    describeExport: (kind, query) =>
      `GET ${url.pathname.replace(/\/$/, '')}${kind === 'simple' ? simpleLeadsPath(query, dialect) : rawLeadsPath(query, dialect)}`,
    listSegments: (readOptions) => decoded('GET leadsegments', '/leadsegments', readOptions, readSegments),
    addLeadsToSegment: (id, leadIds, readOptions) =>
      sendChange(tools, {
        service: 'POST leadsegments',
        method: 'POST',
        path: segmentLeadsPath(id),
        body: segmentBody(id, leadIds),
        options: readOptions,
      }),
    removeLeadsFromSegment: async (id, leadIds, readOptions) => {
      const answer = await sendChange(tools, {
        service: 'DELETE leadsegments',
        method: 'DELETE',
        path: segmentLeadsPath(id),
        body: segmentBody(id, leadIds),
        options: readOptions,
      });
      if (!answer.ok) return answer;
      // A 200 is a yes even without the list that the specification promises.
      return {
        ok: true,
        value: readSegments(answer.value) ?? { segments: [], unread: answer.value === null ? [] : [answer.value] },
      };
    },
    listUsers,
    readOrgUnit: (orgCode, include, readOptions) =>
      readJson(tools, { service: 'GET orgunits', path: orgUnitPath(orgCode, include), options: readOptions }),
    readLimits: (readOptions) => figures.limits(readOptions),
    readCounts: (readOptions) => figures.counts(readOptions),
    readMyAccount: (readOptions) => decoded('GET myaccount', '/myaccount', readOptions, readAccount),
    testConnection: (onStep, signal) =>
      testConnection(
        {
          clock,
          url,
          target: options.dispatcher === undefined ? target() : null,
          listUsers,
          readLimits: (readOptions) => figures.limits(readOptions),
          readCounts: (readOptions) => figures.counts(readOptions),
          formatDate: (instant) => formatServiceTime(wallClockAt(instant, zone)).slice(0, 10),
          clockOffset: () => serverClock.offset,
        },
        onStep,
        signal,
      ),
    probeNightPrice: (signal) =>
      probeNightPrice(
        {
          read: tools,
          figures,
          broker,
          ledger,
          serverNow: () => serverClock.now(),
          wallNow: () => clock.wallNow(),
          zone,
        },
        signal,
      ),
    quota: (): QuotaState => ({
      services: broker.known().map((state) => serviceQuota(state, broker, clock, price(fairUse, state.daily.limit))),
      fairUse,
      rawLimits: figures.rawLimits,
      rawCounts: figures.rawCounts,
      readAt: figures.readAt,
      offline: reachability.trouble,
      nightPrice: nightPrice(),
      clockOffset: serverClock.offset,
    }),
    onQuotaChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setDailyReserve: (service, units) => {
      if (isServiceId(service)) broker.state(service).day.ownReserve = units;
      changed();
      broker.pump();
    },
    requestLog: () => log.list(),
    requestLogBody: (id) => log.body(id),
    onRequestLog: (listener) => log.listen(listener),
    suspend: () => broker.suspend(),
    resume: () => {
      transport.renew();
      serverClock.forget();
      figures.outdated();
      reachability.tryNow();
      broker.resume();
    },
    close: async () => {
      broker.close();
      reachability.close();
      figures.close();
      await requester.changesEnded(CLOSE_GRACE);
      isClosed = true;
      noticeTimer?.cancel();
      transport.close();
      await requester.settled();
    },
  };
  return client;
}
