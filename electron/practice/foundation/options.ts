// Why: decision 0010.
import type { PracticeClock } from './clock.ts';

export type MinuteWindow = 'anchored' | 'aligned' | 'sliding';

/** How the service answers where the specification is silent; the defaults are what live services were seen to do most. */
export interface Dialect {
  /** Name of the property around every array, such as `Results`, `Leads` or `Data`; null = a bare array. */
  readonly envelope: string | null;
  readonly keyCase: 'camel' | 'pascal';
  /** `include`: `GET /leads` answers `data` only to a request with `Include=data`. */
  readonly savedSearchData: 'always' | 'include';
  readonly savedSearchDataKeys: 'kept' | 'lower';
  readonly limitsShape: 'list' | 'map';
  /** Which spelling of `CampaignCode` and `data` the import accepts. */
  readonly importNames: 'any' | 'pascal' | 'camel';
  /** Values of an imported lead: `strings` as the specification types them; `any` takes numbers and truth values, too. */
  readonly dataValues: 'strings' | 'any';
  readonly errorForm: 'responseStatus' | 'message' | 'html';
  /** Sends `Retry-After` with a 429. */
  readonly retryAfter: boolean;
  /** `unix`: X-Rate-Limit-Reset is a Unix time in seconds instead of the seconds left. */
  readonly resetForm: 'seconds' | 'unix';
  /** `campaign.project` in exported leads: some services say it, most do not. */
  readonly exportedProject: boolean;
  /** Path of the RawLeads export below the base address. */
  readonly rawLeadsPath: string;
}

export const defaultDialect: Dialect = {
  envelope: null,
  keyCase: 'camel',
  savedSearchData: 'always',
  savedSearchDataKeys: 'kept',
  limitsShape: 'list',
  importNames: 'any',
  dataValues: 'strings',
  errorForm: 'responseStatus',
  retryAfter: false,
  resetForm: 'seconds',
  exportedProject: false,
  rawLeadsPath: '/rawleads',
};

export type Verb = 'Get' | 'Post' | 'Put' | 'Delete';

/** Verbs the account holds, by resource type of the specification. A type that is missing has none. */
export type ResourceRights = Readonly<Record<string, readonly Verb[]>>;

const allVerbs: readonly Verb[] = ['Get', 'Post', 'Put', 'Delete'];
export const fullRights: ResourceRights = {
  Account: ['Get'],
  Leads: allVerbs,
  SimpleLeads: ['Get'],
  LeadSegments: allVerbs,
  Organization: ['Get'],
};

export interface PracticeOptions {
  /** 0 (default) takes any free port. The service listens on 127.0.0.1 only. */
  readonly port?: number;
  /** How many leads the exports answer besides the imported ones. Default 12,400. */
  readonly leads?: number;
  readonly seed?: number;
  readonly username?: string;
  readonly password?: string;
  /** Requests a day by service name; `default` for those not named. */
  readonly limits?: Readonly<Record<string, number>>;
  /** `resource`: Leads, SimpleLeads, LeadSegments, Account. `endpoint`: every method and endpoint family is counted alone. */
  readonly counting?: 'resource' | 'endpoint';
  readonly minuteWindow?: MinuteWindow;
  /** Price without fair use outside production hours: the specification says 4 in one place and 1 in another. */
  readonly nightPrice?: 1 | 4;
  readonly clock?: PracticeClock;
  readonly dialect?: Partial<Dialect>;
  /** Wildcard patterns of the projects the account may see. Default: all. */
  readonly projectRights?: readonly string[];
  readonly resourceRights?: ResourceRights;
  /** Service milliseconds each request takes, half before it is counted and half after. */
  readonly latency?: number | { readonly minimum: number; readonly maximum: number };
  /** Agents call imported leads: minutes after they came, by the service's clock, statuses and closures change. Default: nobody calls. */
  readonly hasCalls?: boolean;
  /** SQLite file for accepted leads, counts and segment members; without it they live in memory. */
  readonly dataFile?: string;
  /** First day of the generated leads' past, `yyyy-MM-dd`; default: the day the service starts. Fixes exports to the byte. */
  readonly referenceDay?: string;
}

export const defaultCredentials = { username: 'practice', password: 'practice' } as const;
export const defaultLeads = 12_400;
export const defaultSeed = 26;
/** Largest request body, bytes. */
export const bodyLimit = 10 * 1024 * 1024;
