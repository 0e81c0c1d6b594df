import type { Dispatcher } from 'undici';
import type { Dialect } from '../../../shared/contract/account/account.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import type { RequestLogEntry, ServiceQuota } from '../../../shared/contract/quota/quota.ts';
import type { Segment } from '../../../shared/contract/segments/segments.ts';
import type { Lane } from '../../../shared/domain/pacing/pacing.ts';
import type { ServiceId } from '../../../shared/domain/service/services.ts';
import type { Clock, Credentials, Random } from '../foundation/ports.ts';
import type { LedgerStore } from './broker/ledger-store.ts';

export type { Lane, ServiceId };

/** Milliseconds. Defaults: connect 10 s, headers 60 s, body 60 s between two pieces. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
}

export interface ApiClientOptions {
  /** As `normaliseAddress` answers it: `https://host/api`, or `http://` for a loopback address. */
  readonly baseAddress: string;
  /** Asked before each request; null when no password is at hand. */
  readonly credentials: () => Promise<Credentials | null>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ledger: LedgerStore;
  readonly dialect: Dialect;
  /** `http://proxy:port`, null or absent for a direct connection. Never used for a loopback address. */
  readonly proxy?: string | null;
  /** In place of the program's own connections; specs only. */
  readonly dispatcher?: Dispatcher;
  /** Sends the fair use header; true by default. */
  readonly fairUse?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** Reads limits and counts in the background while requests are made; true by default. */
  readonly reconcile?: boolean;
  /** PEM texts trusted besides the system's; specs only. */
  readonly certificates?: readonly string[];
}

export interface NewLead {
  readonly campaignCode: string;
  /** Import name to value; names keep their case. */
  readonly data: Readonly<Record<string, string>>;
  readonly poolName?: string | null;
}

export interface CreateLeadOptions {
  readonly lane: Lane;
  readonly signal?: AbortSignal;
  /** False sends this one request without the fair use header, at the price then in force. */
  readonly fairUse?: boolean;
  /**
   * Called synchronously, exactly once, after admission and right before the request is handed to the socket, inside
   * the transaction that debits the ledger: what it writes to the same database is committed together with the debit.
   * When it throws, nothing is sent and the debit is undone. Not called for an outcome `notSent` before admission.
   */
  readonly beforeSend: () => void;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** How one attempt to create a lead ended. The client never sends a lead a second time by itself. */
export type CreateLeadOutcome =
  | { readonly outcome: 'created'; readonly leadId: string | null; readonly raw: string }
  /** The service's final no. Sending the same data again gives the same answer. */
  | {
      readonly outcome: 'rejected';
      readonly status: number;
      readonly message: string;
      readonly fieldErrors: readonly FieldError[];
      readonly raw: string;
    }
  /** It may have arrived. Never send it again without evidence or a person's word. */
  | { readonly outcome: 'unknown'; readonly reason: UnknownReason; readonly detail: string }
  /** Certainly nothing reached the service; costs nothing, may be tried again freely. */
  | { readonly outcome: 'notSent'; readonly reason: NotSentReason; readonly message: string }
  /** The service turned the request away without looking at the lead; the row waits, uncounted. */
  | {
      readonly outcome: 'refused';
      readonly kind: 'auth' | 'forbidden' | 'rateLimited' | 'daily';
      /** Unix milliseconds; null when only a person can help. */
      readonly retryAt: number | null;
      readonly message: string;
    };

export type UnknownReason = 'noAnswer' | 'brokenAnswer' | 'serverError' | 'timeout' | 'cancelled';
export type NotSentReason =
  'offline' | 'encryption' | 'cancelled' | 'noCredentials' | 'journal' | 'closed' | 'badRequest';

/** Parameters that every export takes beyond its own; sent as they are. */
export type ExtraParameters = readonly { readonly name: string; readonly value: string }[];

export interface SimpleLeadsQuery {
  readonly projects: readonly string[];
  /** `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, the service's wall clock. */
  readonly modifiedFrom: string | null;
  readonly statuses: readonly string[];
  readonly closures: readonly string[];
  readonly extra?: ExtraParameters;
}

export interface SavedSearchQuery {
  readonly searchName: string;
  readonly modifiedFrom: string | null;
  /** Overrides the campaign selection of the search. */
  readonly project: string | null;
  readonly include?: readonly string[];
  readonly extra?: ExtraParameters;
}

export interface ReadOptions {
  readonly lane?: Lane;
  readonly signal?: AbortSignal;
}

/** What every stream ends with. `complete` is true only when the body was read to its proper end. */
export interface StreamEnd {
  readonly kind: 'end';
  readonly complete: boolean;
  /** Leads given so far; for byte streams 0. */
  readonly rows: number;
  readonly bytes: number;
  /** Why it is not complete; null when it is. `cancelled` when the signal ended it. */
  readonly error: AppError | null;
}

/** `leads` are the decoded elements as they came; an element need not be an object. */
export type LeadStreamPart = { readonly kind: 'leads'; readonly leads: readonly unknown[] } | StreamEnd;
export type ByteStreamPart = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | StreamEnd;

/** Parts of the answer while it arrives; the last one is always `end`. Never throws; stop iterating to cancel. */
export type LeadStream = AsyncIterable<LeadStreamPart>;
export type ByteStream = AsyncIterable<ByteStreamPart>;

export interface SegmentList {
  readonly segments: readonly Segment[];
  /** Entries that could not be read as a segment. */
  readonly unread: readonly unknown[];
}

/** A user as far as the answer could be read; `raw` is the record as it came. */
export interface UserRecord {
  readonly name: string;
  readonly orgCode: string | null;
  readonly email: string | null;
  readonly raw: unknown;
}

/** One line of the limits or the counts. */
export interface ServiceFigure {
  /** The service's own name for it. */
  readonly name: string;
  /** Keys of our ledger it belongs to; empty when none is recognised. */
  readonly services: readonly ServiceId[];
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  readonly secondsLeft: number | null;
}

export interface FigureList {
  readonly figures: readonly ServiceFigure[];
  readonly raw: unknown;
}

export interface MyAccount {
  readonly username: string | null;
  readonly projectRights: readonly string[];
  readonly resourceRights: Readonly<Record<string, readonly string[]>>;
  readonly raw: unknown;
}

export interface TestStepReport {
  readonly id: 'address' | 'encryption' | 'credentials' | 'limits' | 'clock';
  readonly state: 'running' | 'ok' | 'warning' | 'failed';
  readonly title: string;
  readonly detail: string;
  readonly milliseconds: number | null;
}

export interface ConnectionReport {
  readonly works: boolean;
  readonly steps: readonly TestStepReport[];
  /** The trouble that ended the test; null when it works. */
  readonly error: AppError | null;
}

/** What the probe of the off-hours price found. */
export type PriceProbe =
  | { readonly result: 'settled'; readonly units: 1 | 4; readonly at: number }
  | { readonly result: 'unsettled'; readonly message: string };

export interface LaneCounts {
  readonly waiting: number;
  readonly inFlight: number;
  /** Requests sent in the last 60 s. */
  readonly sentLastMinute: number;
}

export interface ServiceQuotaDetail extends ServiceQuota {
  /** Requests a minute the pacer allows now; null for a service without a minute rule. */
  readonly ratePerMinute: number | null;
  readonly lanes: Readonly<Record<Lane, LaneCounts>>;
  /** Units of other clients seen in the current minute at least. */
  readonly foreignLastMinute: number;
  /** 429 answers in the last 24 hours. */
  readonly refusedLastDay: number;
}

export interface QuotaState {
  readonly services: readonly ServiceQuotaDetail[];
  readonly fairUse: boolean;
  /** Raw JSON text of the last limits and counts, cut at 16 KB. */
  readonly rawLimits: string | null;
  readonly rawCounts: string | null;
  readonly readAt: number | null;
  /** Why nothing is sent at the moment, in plain words; empty when the service is within reach. */
  readonly offline: string;
  /** Off-hours price without fair use: what the probe found and when. */
  readonly nightPrice: { readonly units: 1 | 4; readonly source: 'assumed' | 'probed'; readonly at: number | null };
  /** The service's clock minus ours, milliseconds; null before the first answer. */
  readonly clockOffset: number | null;
}

/** The only way to the service. One per account and process. */
export interface ApiClient {
  readonly baseAddress: string;
  createLead(lead: NewLead, options: CreateLeadOptions): Promise<CreateLeadOutcome>;
  exportSimpleLeads(query: SimpleLeadsQuery, options?: ReadOptions): LeadStream;
  exportSavedSearch(query: SavedSearchQuery, options?: ReadOptions): LeadStream;
  exportSavedSearchCsv(query: SavedSearchQuery, options?: ReadOptions): ByteStream;
  exportRawLeads(query: SimpleLeadsQuery, options?: ReadOptions): ByteStream;
  /** The request line of an export without the address, as it is sent. */
  describeExport(kind: 'simple' | 'raw', query: SimpleLeadsQuery): string;
  listSegments(options?: ReadOptions): Promise<Outcome<SegmentList>>;
  /** One request; at most `dialect.segmentBatch` ids. A doubtful answer is `network` with `sent: 'maybe'`. */
  addLeadsToSegment(id: string, leadIds: readonly string[], options?: ReadOptions): Promise<Outcome<unknown>>;
  removeLeadsFromSegment(id: string, leadIds: readonly string[], options?: ReadOptions): Promise<Outcome<SegmentList>>;
  listUsers(options?: ReadOptions): Promise<Outcome<readonly UserRecord[]>>;
  readOrgUnit(orgCode: string, include: readonly string[], options?: ReadOptions): Promise<Outcome<unknown>>;
  readLimits(options?: ReadOptions): Promise<Outcome<FigureList>>;
  readCounts(options?: ReadOptions): Promise<Outcome<FigureList>>;
  /** `notFound` when the service does not offer it. */
  readMyAccount(options?: ReadOptions): Promise<Outcome<MyAccount>>;
  testConnection(onStep: (step: TestStepReport) => void, signal?: AbortSignal): Promise<ConnectionReport>;
  /** Settles what a request without fair use costs outside production hours. */
  probeNightPrice(signal?: AbortSignal): Promise<PriceProbe>;
  quota(): QuotaState;
  /** Answers how to stop listening. Called at most ten times a second. */
  onQuotaChange(listener: () => void): () => void;
  /** Units a day that jobs leave to people; null goes back to the default. */
  setDailyReserve(service: ServiceId, units: number | null): void;
  requestLog(): readonly RequestLogEntry[];
  /** Body of a refused answer, cut at 4 KB, without secrets; may hold personal data. */
  requestLogBody(id: number): string | null;
  onRequestLog(listener: (entry: RequestLogEntry) => void): () => void;
  /** The computer goes to sleep: nothing new is sent. */
  suspend(): void;
  /** It woke: old connections are dropped, the minute is forgotten, requests under way get 15 s more. */
  resume(): void;
  /** Lets requests under way end for up to 5 s, then closes every connection. Later calls answer `cancelled`/`closed`. */
  close(): Promise<void>;
}
