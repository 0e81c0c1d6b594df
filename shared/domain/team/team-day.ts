import type { ServiceQuota } from '../../contract/quota/quota.ts';
import type { TeamState } from '../../contract/team/team.ts';
import { DAY } from '../time/time.ts';
import { format } from '../words/format.ts';
import { computerOf } from './team-words.ts';

type Team = NonNullable<TeamState['team']>;
type Colleague = Team['colleagues'][number];
type Budget = Pick<ServiceQuota, 'endpoints' | 'shares'> & {
  readonly daily: Pick<ServiceQuota['daily'], 'own' | 'used' | 'remaining' | 'startedAt'>;
};

/** What one computer has used of a budget in the day that runs. */
export interface ComputerUse {
  readonly office: number;
  readonly computer: string;
  readonly isMe: boolean;
  /** Null: it has not told it of this day. That is not the same as nothing. */
  readonly units: number | null;
  /** Unix milliseconds: when it was counted. Null with `units`. */
  readonly at: number | null;
  /** Percent of the day that it may use; null: not known. */
  readonly share: number | null;
  /** It signs in as another user of the service, whose quota is another one. */
  readonly isOtherUser: boolean;
}

export interface TeamDay {
  /** This computer first. */
  readonly computers: readonly ComputerUse[];
  /** Units that the service has counted and no computer has told. */
  readonly rest: number;
  /** Units that the computers told beyond those that are counted here so far. */
  readonly ahead: number;
  /** Units that are used, as far as anybody has told. */
  readonly used: number;
  /** Units that are left, as far as anybody has told; null: not known. */
  readonly left: number | null;
}

/**
 * Who has used the day of a budget. Each computer counts what it used itself; what none of them told is the rest.
 *
 * @param now Unix milliseconds
 */
export function teamDay({ colleagues }: Pick<Team, 'colleagues'>, budget: Budget, now: number): TeamDay {
  const { own, used, remaining } = budget.daily;
  const computers = colleagues
    // What a former self counted, this computer counts too.
    .filter(({ isFormer }) => !isFormer)
    .map((colleague) => usedBy(colleague, budget, now))
    // Who has left and told nothing of this day is no part of it.
    .filter(({ office, units }) => units !== null || !colleagues.some(({ id, hasLeft }) => id === office && hasLeft))
    .sort((one, other) => Number(other.isMe) - Number(one.isMe) || one.office - other.office);
  const told = computers.reduce((sum, { units }) => sum + (units ?? 0), computers.some(({ isMe }) => isMe) ? 0 : own);
  const ahead = Math.max(0, told - used);
  return {
    computers,
    rest: Math.max(0, used - told),
    ahead,
    used: used + ahead,
    left: remaining === null ? null : Math.max(0, remaining - ahead),
  };
}

function usedBy({ id, name, isMe, use }: Colleague, { endpoints, daily, shares }: Budget, now: number): ComputerUse {
  const computer = { office: id, computer: computerOf(name), isMe, isOtherUser: false };
  if (isMe) return { ...computer, units: daily.own, at: now, share: shares.day.percent };
  const unknown = { ...computer, units: null, at: null, share: null };
  if (use === undefined) return unknown;
  if (!use.isSameUser) return { ...unknown, isOtherUser: true };
  const ours = new Set(endpoints.map(({ service }) => service));
  const theirs = use.budgets.filter((one) => one.endpoints.some((endpoint) => ours.has(endpoint)));
  // It counts more endpoints together than are known here to share a counter.
  if (theirs.some((one) => one.endpoints.some((endpoint) => !ours.has(endpoint)))) return unknown;
  // A day that is over says nothing of the one that runs; where none ran, it was counted in this one or not at all.
  const isOfToday = theirs.every(({ resetsAt }) =>
    resetsAt === null ? use.at >= (daily.startedAt ?? now - DAY) : resetsAt > now,
  );
  const isNothing = theirs.length === 0 && use.at < (daily.startedAt ?? now - DAY);
  if (!isOfToday || isNothing) return unknown;
  const units = theirs.reduce((sum, one) => sum + one.units, 0);
  return { ...computer, units, at: use.at, share: theirs[0]?.share ?? 100 };
}

/** "9,146 as of 04:10", "not known". @param when a time in words */
export function usedWords({ units, at, isMe, isOtherUser }: ComputerUse, when: (at: number) => string): string {
  if (isOtherUser) return 'another user of the service, with a quota of its own';
  if (units === null || at === null) return 'not known';
  return isMe ? format.number(units) : `${format.number(units)} as of ${when(at)}`;
}

/** What is counted and not told by a computer of the team. */
export const REST = 'Other clients, or not reported';

/** Whether the shares of the day leave room for everybody; empty while everybody may use all of it. */
export function sharesWords({ computers }: Pick<TeamDay, 'computers'>): string {
  const known = computers.flatMap(({ share }) => share ?? []);
  if (known.every((share) => share === 100)) return '';
  const sum = known.reduce((total, share) => total + share, 0);
  const told = known.length === computers.filter(({ isOtherUser }) => !isOtherUser).length ? '' : ' that are known';
  return `Shares${told} add up to ${format.number(sum)} %${sum > 100 ? ': more than the day has' : ''}.`;
}
