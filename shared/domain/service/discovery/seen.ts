import type { Dialect } from '../../../contract/account/account.ts';
import type { Finding, Offer, PointName, Verdict } from '../../../contract/account/discovery.ts';

/** What a request of the connection test asks for. */
export type Question = 'limits' | 'counts' | 'users' | 'account' | 'metadata' | 'raw' | 'search';

/** One request of the test, and its answer as far as it was read. */
export interface Seen {
  readonly number: number;
  readonly question: Question;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** In lower case, without parameters; empty when the service did not say. */
  readonly contentType: string;
  /** As it came; its beginning, when `isCut`. */
  readonly text: string;
  readonly isCut: boolean;
  /** `X-Rate-Limit-Reset` as it came; empty without one. */
  readonly reset: string;
  /** The `Date` header in Unix milliseconds; null without one. */
  readonly date: number | null;
}

/** Everything that a test saw, and what is set and known beside it. */
export interface Sight {
  readonly seen: readonly Seen[];
  readonly dialect: Pick<Dialect, 'bodyCase' | 'poolField' | 'rawLeadsPath' | 'timeZone'>;
  readonly nightPrice: { readonly units: number; readonly source: 'assumed' | 'probed' };
}

/** A finding of this test; when it was found is added where the time is known. */
export type Settled = Omit<Finding, 'at'>;

/** The answer to a question, when one came. */
export function answerTo(sight: Sight, question: Question): Seen | undefined {
  return sight.seen.findLast((seen) => seen.question === question);
}

export function isGood({ status }: Seen): boolean {
  return status >= 200 && status < 300;
}

/** The answer to a question when it is a 2xx; null otherwise. */
export function goodAnswerTo(sight: Sight, question: Question): Seen | null {
  const seen = answerTo(sight, question);
  return seen !== undefined && isGood(seen) ? seen : null;
}

export function settled(
  point: PointName,
  verdict: Verdict,
  evidence: string,
  used: string,
  requests: readonly number[] = [],
  offer: Offer | null = null,
): Settled {
  return { point, verdict, evidence, used, requests: [...requests], offer };
}

/** Why a question settles nothing: not asked, refused, not served. */
export function silence(seen: Seen | undefined, what: string): string {
  if (seen === undefined) return `${what} could not be asked`;
  if (seen.status === 401 || seen.status === 403) return `${what} was refused (${seen.status})`;
  if (seen.status === 404 || seen.status === 405) return `${what} is not served (${seen.status})`;
  return isGood(seen) ? `the answer of ${what} could not be read` : `${what} failed (${seen.status})`;
}
