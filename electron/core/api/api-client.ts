import type { Dialect } from '../../../shared/contract/account/account.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import type { NetworkAccess } from '../foundation/network-access.ts';
import type { Clock, Credentials, Log, Random } from '../foundation/ports.ts';
import type { LedgerStore } from './broker/ledger/ledger-store.ts';
import type { ServiceQuotaDetail } from './broker/service-quota.ts';
import type { UnmatchedFigure } from './reads/account-figures.ts';
import type { KeptProbe, NightPrice } from './reads/price-probe.ts';
import type { Timeouts } from './transport/timeouts.ts';
import type { Sockets } from './transport/transport.ts';

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
