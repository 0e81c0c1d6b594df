import type { PracticeClock } from '../foundation/clock.ts';
import { wildcard } from '../../../shared/domain/service/queries/wildcard.ts';
import type { ExportQuirks } from '../faults/faults.ts';
import type { Dialect, PracticeOptions, ResourceRights } from '../foundation/options.ts';
import type { RateLimits } from '../quota/rate-limits.ts';
import type { QueryParameters } from '../foundation/requests.ts';
import { wallFromInstant } from '../foundation/service-time.ts';
import type { LeadChange } from '../data/lead-changes.ts';
import type { PracticeStore } from '../data/store.ts';

/** What the endpoints work with. */
export interface EndpointContext {
  readonly store: PracticeStore;
  readonly clock: PracticeClock;
  readonly limits: RateLimits;
  readonly dialect: Dialect;
  readonly seed: number;
  readonly hasCalls: boolean;
  readonly leads: number;
  readonly username: string;
  readonly projectRights: readonly string[];
  readonly resourceRights: ResourceRights;
  readonly counting: NonNullable<PracticeOptions['counting']>;
  readonly limitOf: (service: string) => number;
  /** Midnight of the day before which the generated leads live, wall milliseconds. */
  readonly firstDay: number;
  /** What became of generated leads since; grows. */
  readonly changes: LeadChange[];
}

/** One admitted request. */
export interface ApiRequest {
  readonly id: string;
  /** The variable part of the path, decoded: a segment's id or an org code. */
  readonly parameter: string;
  readonly query: QueryParameters;
  readonly quirks: ExportQuirks;
  readonly bodyText: string;
  readonly contentType: string | undefined;
}

export function wallNow(context: EndpointContext): number {
  return wallFromInstant(context.clock.now());
}

export function maySeeProject(context: EndpointContext, project: string): boolean {
  return context.projectRights.some((pattern) => wildcard(pattern)(project));
}
