import type { RequestDetail } from '../../../shared/contract/account/diagnostics.ts';
import type { TestStep } from '../../../shared/contract/account/discovery.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import type { RequestLogEntry } from '../../../shared/contract/quota/quota.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import {
  exportEndpoint,
  exportPath,
  leadSearchPath,
  type LeadSearch,
} from '../../../shared/domain/service/queries/export-request.ts';
import {
  readAccount,
  readSegments,
  readUsers,
  type MyAccount,
  type SegmentList,
  type UserRecord,
} from '../../../shared/domain/service/answers/records.ts';
import { ENDPOINT, type ServiceId } from '../../../shared/domain/service/services.ts';
import type { ApiClientOptions, QuotaState } from './api-client.ts';
import type { EarlierCount, EarlierUse } from './broker/ledger/earlier-use.ts';
import { Connection } from './connection.ts';
import { createLead } from './outcomes/create-lead.ts';
import type { CreateLeadOptions, CreateLeadOutcome, NewLead } from './outcomes/lead-outcome.ts';
import { changeSegment, type LeadsOfSegment, type SegmentChangeOptions } from './outcomes/segment-change.ts';
import type { FigureList } from './reads/account-figures.ts';
import { orgUnitPath } from './reads/org-unit-path.ts';
import { lastProbe, probeNightPrice, type PriceProbe } from './reads/price-probe.ts';
import { readDecoded, readJson } from './reads/read.ts';
import { streamLeads, type LeadBody } from './reads/streams.ts';
import { testConnection, type ConnectionReport } from './discovery/test-connection.ts';
import type { RequestOptions } from './requests/request-tools.ts';

export type * from './api-client.ts';

/** The only way to the service. One per account and process. */
export type ApiClient = Pick<ServiceClient, keyof ServiceClient>;

/**
 * The client of one account. Throws for a base address that is neither https nor http on this computer; whatever can
 * be expected to fail later is a result.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return new ServiceClient(options);
}

/** The endpoints of the service, one method each, over one connection. */
class ServiceClient {
  readonly baseAddress: string;
  readonly #options: ApiClientOptions;
  readonly #connection: Connection;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.baseAddress = options.baseAddress;
    this.#connection = new Connection(options);
  }

  async createLead(lead: NewLead, options: CreateLeadOptions): Promise<CreateLeadOutcome> {
    const { dialect, onUse } = this.#options;
    const created = await createLead({ ...this.#connection.tools, dialect }, lead, options);
    if (created.outcome === 'created') onUse?.({ kind: 'created', hasId: created.leadId !== null });
    else if (created.outcome === 'rejected' && created.status >= 400)
      onUse?.({ kind: 'refused', status: created.status, text: created.raw });
    return created;
  }

  /** A lead search that no person built: bytes of JSON; see `leadsOf` for the leads in them. */
  exportSimpleLeads(query: LeadSearch, options?: RequestOptions): LeadBody {
    const path = leadSearchPath(query, this.#options.dialect.listStyle);
    const call = { service: ENDPOINT.leadSearch, path, options, accept: 'application/json' } as const;
    return streamLeads(this.#connection.tools, call);
  }

  /** Any export: bytes of JSON, or of CSV where the query asks for it. */
  exportLeads(query: ExportQuery, options?: RequestOptions): LeadBody {
    const isCsv = query.source === 'raw' || (query.source === 'search' && query.answer === 'csv');
    return streamLeads(this.#connection.tools, {
      service: exportEndpoint(query),
      path: exportPath(query, this.#options.dialect),
      options,
      accept: isCsv ? 'text/csv' : 'application/json',
    });
  }

  /** The request line of an export without the address, as it is sent. */
  describeExport(query: ExportQuery): string {
    return `GET ${this.#connection.url.pathname.replace(/\/$/, '')}${exportPath(query, this.#options.dialect)}`;
  }

  listSegments(options?: RequestOptions): Promise<Outcome<SegmentList>> {
    const call = { service: ENDPOINT.segments, path: '/leadsegments', options } as const;
    return readDecoded(this.#connection.tools, call, readSegments);
  }

  /** One request; at most `dialect.segmentBatch` ids. When nobody knows whether it was done: `network` with `sent: 'maybe'`. */
  changeSegment(change: LeadsOfSegment, options?: SegmentChangeOptions): Promise<Outcome<unknown>> {
    return changeSegment(this.#connection.tools, change, options);
  }

  listUsers(options?: RequestOptions): Promise<Outcome<readonly UserRecord[]>> {
    return readDecoded(this.#connection.tools, { service: ENDPOINT.users, path: '/users', options }, readUsers);
  }

  readOrgUnit(orgCode: string, include: readonly string[]): Promise<Outcome<unknown>> {
    return readJson(this.#connection.tools, { service: ENDPOINT.orgUnits, path: orgUnitPath(orgCode, include) });
  }

  readLimits(options?: RequestOptions): Promise<Outcome<FigureList>> {
    return this.#connection.figures.limits(options);
  }

  readCounts(options?: RequestOptions): Promise<Outcome<FigureList>> {
    return this.#connection.figures.counts(options);
  }

  /** `notFound` when the service does not offer it. */
  readMyAccount(): Promise<Outcome<MyAccount>> {
    return readDecoded(this.#connection.tools, { service: ENDPOINT.account, path: '/myaccount' }, readAccount);
  }

  /** At most six requests, each sent once; see `discovery/`. */
  async testConnection(onStep: (step: TestStep) => void, signal?: AbortSignal): Promise<ConnectionReport> {
    const connection = this.#connection;
    const { figures } = connection;
    using _pause = figures.pause();
    return await testConnection(
      {
        clock: this.#options.clock,
        url: connection.url,
        target: connection.transport.target,
        requests: connection.tools,
        dialect: this.#options.dialect,
        nightPrice: connection.nightPrice,
        takeFigures: (what, value) => figures.take(what, value),
        formatDate: (instant) => connection.formatDate(instant),
        clockOffset: () => connection.serverClock.offset,
      },
      onStep,
      signal,
    );
  }

  /** Finds out what a request without fair use costs outside production hours. */
  probeNightPrice(signal?: AbortSignal): Promise<PriceProbe> {
    const { tools, figures, broker, serverClock, productionZone } = this.#connection;
    const { ledger, clock } = this.#options;
    const { zone } = productionZone;
    const serverNow = () => serverClock.now();
    return probeNightPrice(
      { read: tools, figures, broker, ledger, serverNow, wallNow: () => clock.wallNow(), zone },
      signal,
    );
  }

  quota(): QuotaState {
    const { figures, reachability, nightPrice, serverClock, fairUse } = this.#connection;
    return {
      services: this.#connection.quotas(),
      fairUse,
      rawLimits: figures.rawLimits,
      rawCounts: figures.rawCounts,
      readAt: figures.readAt,
      unmatched: figures.unmatched,
      lastProbe: lastProbe(this.#options.ledger),
      productionZone: this.#connection.productionZone,
      offline: reachability.trouble,
      nightPrice,
      clockOffset: serverClock.offset,
    };
  }

  /** The service's clock minus ours is not less than this, milliseconds; null before the first answer. */
  leastClockOffset(): number | null {
    return this.#connection.serverClock.leastOffset;
  }

  /** Returns a function that stops listening. Called at most ten times a second. */
  onQuotaChange(listener: () => void): () => void {
    return this.#connection.notices.listen(listener);
  }

  /** Counts requests that another client of this program sent for the account. */
  addUse(use: readonly EarlierUse[]): void {
    const { broker, notices } = this.#connection;
    for (const earlier of use) broker.state(earlier.statistic.service).day.add(earlier);
    notices.changed();
  }

  /** Learns the daily limits from an answer of the service that another client got. */
  takeLimits(answer: unknown): void {
    this.#connection.figures.take('limits', answer);
  }

  /** Learns counts that another client was told, which asked for them at `askedAt` at the earliest, monotonic milliseconds. */
  takeCounts(counts: readonly EarlierCount[], askedAt: number): void {
    this.#connection.figures.takeEarlier(counts, askedAt);
  }

  /** Units a day that jobs leave to people; null goes back to the default. */
  setDailyReserve(service: ServiceId, units: number | null): void {
    const { broker, notices } = this.#connection;
    broker.state(service).day.ownReserve = units;
    notices.changed();
    broker.pump();
  }

  /** Percent of the minute and of the day that this program may use; null goes back to all of it. */
  setShares(service: ServiceId, shares: { readonly minute: number | null; readonly day: number | null }): void {
    const { broker, notices } = this.#connection;
    broker.state(service).shares.set(shares);
    notices.changed();
    broker.pump();
  }

  /** IANA zone of the production hours; null goes back to the account's. */
  setProductionZone(zone: string | null): void {
    this.#connection.setProductionZone(zone);
  }

  requestLog(): readonly RequestLogEntry[] {
    return this.#connection.log.list();
  }

  /** Null when the log does not hold the request any more. */
  requestDetail(entryId: number): RequestDetail | null {
    return this.#connection.log.detail(entryId);
  }

  /** The computer goes to sleep: nothing new is sent. */
  suspend(): void {
    this.#connection.broker.suspend();
  }

  /** The computer woke: drops old connections, forgets the minute; requests under way get 15 s more. */
  resume(): void {
    this.#connection.resume();
  }

  /** Lets requests under way end for up to 5 s, then closes every connection. Later calls return `cancelled`/`closed`. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}
