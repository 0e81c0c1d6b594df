import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { timeWords } from '../../../shared/domain/service/service-time.ts';
import { REST, teamDay, usedWords } from '../../../shared/domain/team/team-day.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { Timer } from '../../core/foundation/ports.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isoOf } from '../program/output.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Milliseconds between two questions for limits and counts; figures from the answers of others come in between. */
const WATCH_PAUSE = 60_000;

/** Daily limits and counts, printed whenever one of them changes, until a signal ends it, or its reader has gone. */
export async function watchLimits({ core, clock, output, interruption }: FollowTools): Promise<ExitCode> {
  const ended = Promise.withResolvers<void>();
  const told = new Map<string, string>();
  let timer: Timer | null = null;
  /** The last line comes next: what an answer on its way says is not told any more. */
  let isOver = false;
  const tell = (snapshot: QuotaSnapshot) => {
    if (isOver) return;
    for (const line of countersOf(snapshot)) {
      const text = textOf(line, snapshot.timeZone, clock.wallNow());
      if (told.get(line.counter) === text) continue;
      told.set(line.counter, text);
      output.tell({ at: new Date(clock.wallNow()).toISOString(), ...line });
      output.say(text);
    }
  };
  const ask = () => {
    timer = null;
    core
      .call('quota:refresh', {})
      .then(tell, (error: unknown) => {
        if (!(error instanceof BatchTrouble)) return ended.reject(error);
        // The next question comes in a minute: a watch outlives a service that restarts.
        if (!isOver) output.warn(error.message);
      })
      .finally(() => (timer = isOver ? null : clock.after(WATCH_PAUSE, ask)))
      .catch(ended.reject);
  };
  interruption.onSignal(() => ended.resolve());
  output.unread?.then(ended.resolve, ended.reject);
  let stop: (() => void) | null = null;
  try {
    await Promise.race([core.call('quota:refresh', {}).then(tell), ended.promise]);
    // Not before: until limits and counts are read, nobody knows which endpoints share a counter.
    stop = core.on('quota:pulse', tell);
    timer = clock.after(WATCH_PAUSE, ask);
    await ended.promise;
  } finally {
    isOver = true;
    stop?.();
    (timer as Timer | null)?.cancel();
  }
  output.end('The watch has ended.', { counters: told.size });
  return interruption.exitCode === EXIT.terminated ? EXIT.done : (interruption.exitCode ?? EXIT.done);
}

/** Daily limits and counts as the service answers them. */
export async function showLimits({ core, clock, output }: FollowTools): Promise<ExitCode> {
  const snapshot = await core.call('quota:refresh', {});
  const now = clock.wallNow();
  const counters = countersOf(snapshot);
  const { team } = snapshot.isInTeam === true ? await core.call('team:state', {}) : { team: null };
  if (team !== null && team.trouble !== '') output.warn(`What colleagues used is not known. ${team.trouble}`);
  for (const line of counters) {
    const budget = snapshot.services.find(({ endpoints }) =>
      endpoints.some(({ service }) => line.services.includes(service)),
    );
    const day = team === null || team.trouble !== '' || budget === undefined ? null : teamDay(team, budget, now);
    const computers = day?.computers.map(({ at, ...use }) => ({ ...use, countedAt: isoOf(at) }));
    output.tell(computers === undefined ? line : { ...line, computers });
    output.say(textOf(line, snapshot.timeZone, now));
    for (const use of day?.computers ?? [])
      output.say(`${''.padEnd(16)} ${use.computer}: ${usedWords(use, (at) => timeWords(at, now, snapshot.timeZone))}`);
    if (day !== null && day.rest > 0) output.say(`${''.padEnd(16)} ${REST}: ${format.number(day.rest)}`);
  }
  output.end(`${format.count(counters.length, 'counter')}.`, {
    counters: counters.length,
    limits: parsed(snapshot.rawLimits),
    counts: parsed(snapshot.rawCounts),
  });
  return EXIT.done;
}

/** One counter of the service. Times are ISO texts. */
interface CounterLine {
  /** The service's own name; where it gave none, the endpoint. */
  readonly counter: string;
  /** The endpoints that it counts; of a counter that nobody knows, none. */
  readonly services: readonly string[];
  /** Those of them of which it is only likely. */
  readonly likely: readonly string[];
  readonly limit: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly resetAt: string | null;
  /** `confirmed`: the service said it; `counted`: counted here since; `refused`: it answered that the day is used up. */
  readonly source: string;
  /** When the service said it last; null: never. */
  readonly readAt: string | null;
  readonly own: number | null;
  readonly others: number | null;
  readonly price: number | null;
}

function countersOf({ services, unmatched }: QuotaSnapshot): CounterLine[] {
  const known = services.map(({ service, name, endpoints, daily, price }) => ({
    counter: name ?? service,
    services: endpoints.map((endpoint) => endpoint.service),
    likely: endpoints.filter(({ isLikely }) => isLikely).map((endpoint) => endpoint.service),
    limit: daily.limit,
    used: daily.used,
    left: daily.remaining,
    resetAt: isoOf(daily.resetsAt),
    source: daily.source,
    readAt: isoOf(daily.confirmedAt),
    own: daily.own,
    others: daily.others,
    price,
  }));
  const nobodyKnows = {
    services: [],
    likely: [],
    resetAt: null,
    source: 'confirmed',
    own: null,
    others: null,
    price: null,
  };
  const strange = unmatched.map(({ name, limit, used, at }) => ({
    ...nobodyKnows,
    counter: name,
    limit,
    used,
    left: limit === null || used === null ? null : Math.max(0, limit - used),
    readAt: isoOf(at),
  }));
  return [...known, ...strange];
}

/** "Account          53 used, 9,947 of 10,000 left, resets 04:40 on 25 Nov in Europe/Copenhagen" */
function textOf({ counter, limit, used, left, resetAt }: CounterLine, zone: string, now: number): string {
  const figure = (units: number | null) => (units === null ? 'unknown' : format.number(units));
  const rest = left === null ? `limit ${figure(limit)}` : `${figure(left)} of ${figure(limit)} left`;
  const resets = resetAt === null ? '' : `, resets ${timeWords(Date.parse(resetAt), now, zone)} in ${zone}`;
  return `${counter.padEnd(16)} ${figure(used)} used, ${rest}${resets}`;
}

/** The service's own words, as JSON where they are. */
function parsed(raw: string | null): unknown {
  const value = raw === null ? null : parseJson(raw);
  return value === undefined ? raw : value;
}
