// Why: decision 0580.
import { LAST_MOMENT, type TeamState, type ToldUse } from '../../../shared/contract/team/team.ts';
import type { ApiClient, QuotaState } from '../api/client.ts';

type Colleague = NonNullable<TeamState['team']>['colleagues'][number];

/** The part of this computer in the quota, as it is told. @param now Unix milliseconds by this computer */
export function usedToTell(api: Pick<ApiClient, 'quota'>, user: string, now: number): ToldUse {
  const { services, clockOffset } = api.quota();
  const offset = clockOffset ?? 0;
  return {
    user,
    at: now + offset,
    budgets: services.map(({ endpoints, daily, shares }) => ({
      endpoints: endpoints.map(({ service }) => service),
      units: daily.own,
      resetsAt: daily.resetsAt === null ? null : daily.resetsAt + offset,
      share: shares.day.percent,
    })),
  };
}

/** The same as it was heard, in times of this computer. @param user of this computer, hashed */
export function usedAsHeard(
  { user: theirs, at, budgets }: ToldUse,
  api: { quota: () => Pick<QuotaState, 'clockOffset'> },
  user: string,
): NonNullable<Colleague['use']> {
  const offset = api.quota().clockOffset ?? 0;
  return {
    isSameUser: theirs === user,
    at: momentOf(at - offset),
    budgets: budgets.map((budget) => ({
      ...budget,
      resetsAt: budget.resetsAt === null ? null : momentOf(budget.resetsAt - offset),
    })),
  };
}

/** A colleague may say the first moment or the last one that there is: by our clock it would lie outside of the calendar. */
function momentOf(time: number): number {
  return Math.min(Math.max(0, time), LAST_MOMENT);
}
