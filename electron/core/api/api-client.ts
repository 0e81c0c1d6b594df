import type { Dialect } from '../../../shared/contract/account/account.ts';
import type { RequestDetail } from '../../../shared/contract/account/diagnostics.ts';
import type { TestStep } from '../../../shared/contract/account/discovery.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import type { RequestLogEntry } from '../../../shared/contract/quota/quota.ts';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import type { LeadSearch, SavedSearch } from '../../../shared/domain/service/queries/export-request.ts';
import type { MyAccount, SegmentList, UserRecord } from '../../../shared/domain/service/answers/records.ts';
import type { ServiceId } from '../../../shared/domain/service/services.ts';
import type { NetworkAccess } from '../foundation/network-access.ts';
import type { Clock, Credentials, Log, Random } from '../foundation/ports.ts';
import type { EarlierCount, EarlierUse } from './broker/ledger/earlier-use.ts';
import type { LedgerStore } from './broker/ledger/ledger-store.ts';
import type { ServiceQuotaDetail } from './broker/service-quota.ts';
import type { CreateLeadOptions, CreateLeadOutcome, NewLead } from './outcomes/lead-outcome.ts';
import type { SegmentChangeOptions, SegmentChangeOutcome } from './outcomes/segment-change.ts';
import type { FigureList, UnmatchedFigure } from './reads/account-figures.ts';
import type { KeptProbe, NightPrice, PriceProbe } from './reads/price-probe.ts';
import type { LeadBody } from './reads/streams.ts';
import type { ConnectionReport } from './discovery/test-connection.ts';
import type { RequestOptions } from './requests/request-tools.ts';
import type { Sockets, Timeouts } from './transport/transport.ts';

export interface ApiClientOptions {
  /** In the form that `normaliseAddress` returns: `https://host/api`, or `http://` for a loopback address. */
  readonly baseAddress: string;
  /** Called before each request; null when there is no password. */
  readonly credentials: () => Promise<Credentials | null>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ledger: LedgerStore;
  readonly log: Log;
  readonly dialect: Dialect;
  /** `http://proxy:port`, null or absent for a direct connection. Never used for a loopback address. */
  readonly proxy?: string | null;
  /** Sends the fair use header; true by default. */
  readonly fairUse?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** Called with what the answer to a lead showed of the service. */
  readonly onUse?: (use: ServiceUse) => void;
  /** Reads limits and counts in the background while requests are made; true by default. */
  readonly reconcile?: boolean;
  /** Left out: a network that asks for nothing. */
  readonly network?: NetworkAccess;
  /** In place of the sockets of this computer, but for the connection test; simulations only. */
  readonly sockets?: Sockets;
}

export interface QuotaState {
  readonly services: readonly ServiceQuotaDetail[];
  readonly fairUse: boolean;
  /** Raw JSON text of the last limits and counts, cut at 16 KB. */
  readonly rawLimits: string | null;
  readonly rawCounts: string | null;
  readonly readAt: number | null;
  /** Why nothing can be sent now, in words; empty when the service can be reached. */
  readonly offline: string;
  /** Counters that the service names and we do not know the endpoints of. `at`: Unix milliseconds. */
  readonly unmatched: readonly UnmatchedFigure[];
  /** What the last check of the night price found; null before the first. */
  readonly lastProbe: KeptProbe | null;
  /** Zone of the production hours. `isOwn`: a person chose it. */
  readonly productionZone: { readonly zone: string; readonly isOwn: boolean };
  /** Price of a request without fair use outside production hours. */
  readonly nightPrice: NightPrice;
  /** The service's clock minus ours, milliseconds; null before the first answer. */
  readonly clockOffset: number | null;
}

/** The only way to the service. One per account and process. */
export interface ApiClient {
  readonly baseAddress: string;
  createLead(lead: NewLead, options: CreateLeadOptions): Promise<CreateLeadOutcome>;
  /** Bytes of JSON; see `leadsOf` for the leads in them. */
  exportSimpleLeads(query: LeadSearch, options?: RequestOptions): LeadBody;
  exportSavedSearch(query: SavedSearch, options?: RequestOptions): LeadBody;
  /** Bytes of CSV, as are those of RawLeads. */
  exportSavedSearchCsv(query: SavedSearch, options?: RequestOptions): LeadBody;
  exportRawLeads(query: LeadSearch, options?: RequestOptions): LeadBody;
  /** The request line of an export without the address, as it is sent. */
  describeExport(query: ExportQuery): string;
  listSegments(options?: RequestOptions): Promise<Outcome<SegmentList>>;
  /** One request; at most `dialect.segmentBatch` ids. When nobody knows whether it was done: `network` with `sent: 'maybe'`. */
  addLeadsToSegment(
    id: string,
    leadIds: readonly string[],
    options?: SegmentChangeOptions,
  ): Promise<SegmentChangeOutcome>;
  removeLeadsFromSegment(
    id: string,
    leadIds: readonly string[],
    options?: SegmentChangeOptions,
  ): Promise<SegmentChangeOutcome>;
  listUsers(options?: RequestOptions): Promise<Outcome<readonly UserRecord[]>>;
  readOrgUnit(orgCode: string, include: readonly string[], options?: RequestOptions): Promise<Outcome<unknown>>;
  readLimits(options?: RequestOptions): Promise<Outcome<FigureList>>;
  readCounts(options?: RequestOptions): Promise<Outcome<FigureList>>;
  /** `notFound` when the service does not offer it. */
  readMyAccount(options?: RequestOptions): Promise<Outcome<MyAccount>>;
  /** At most six requests, each sent once; see `discovery/`. */
  testConnection(onStep: (step: TestStep) => void, signal?: AbortSignal): Promise<ConnectionReport>;
  /** Finds out what a request without fair use costs outside production hours. */
  probeNightPrice(signal?: AbortSignal): Promise<PriceProbe>;
  quota(): QuotaState;
  /** The service's clock minus ours is not less than this, milliseconds; null before the first answer. */
  leastClockOffset(): number | null;
  /** Returns a function that stops listening. Called at most ten times a second. */
  onQuotaChange(listener: () => void): () => void;
  /** Counts requests that another client of this program sent for the account. */
  addUse(use: readonly EarlierUse[]): void;
  /** Learns the daily limits from an answer of the service that another client got. */
  takeLimits(answer: unknown): void;
  /** Learns counts that another client was told, which asked for them at `askedAt` at the earliest, monotonic milliseconds. */
  takeCounts(counts: readonly EarlierCount[], askedAt: number): void;
  /** Units a day that jobs leave to people; null goes back to the default. */
  setDailyReserve(service: ServiceId, units: number | null): void;
  /** Percent of the minute and of the day that this program may use; null goes back to all of it. */
  setShares(service: ServiceId, shares: { readonly minute: number | null; readonly day: number | null }): void;
  /** IANA zone of the production hours; null goes back to the account's. */
  setProductionZone(zone: string | null): void;
  requestLog(): readonly RequestLogEntry[];
  /** Null when the log does not hold the request any more. */
  requestDetail(entryId: number): RequestDetail | null;
  /** The computer goes to sleep: nothing new is sent. */
  suspend(): void;
  /** The computer woke: drops old connections, forgets the minute; requests under way get 15 s more. */
  resume(): void;
  /** Lets requests under way end for up to 5 s, then closes every connection. Later calls return `cancelled`/`closed`. */
  close(): Promise<void>;
}
