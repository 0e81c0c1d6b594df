import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import type { Timer } from '../../core/foundation/ports.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Milliseconds between two questions for limits and counts; figures from the answers of others come in between. */
const WATCH_PAUSE = 60_000;

/** Daily limits and counts, printed whenever one of them changes, until a signal ends it. */
export async function watchLimits({ core, clock, output, interruption }: FollowTools): Promise<ExitCode> {
  const ended = Promise.withResolvers<void>();
  const told = new Map<string, string>();
  let timer: Timer | null = null;
  const tell = ({ services }: QuotaSnapshot) => {
    for (const quota of services) {
      const line = limitText(quota);
      if (told.get(quota.service) === line) continue;
      told.set(quota.service, line);
      output.tell({ at: new Date(clock.wallNow()).toISOString(), ...limitLine(quota) });
      output.say(line);
    }
  };
  const ask = () => {
    timer = null;
    core
      .call('quota:refresh', {})
      .then(tell, (error: unknown) => {
        if (!(error instanceof BatchTrouble)) return ended.reject(error);
        // The next question comes in a minute: a watch outlives a service that restarts.
        output.warn(error.message);
      })
      .finally(() => (timer = clock.after(WATCH_PAUSE, ask)))
      .catch(ended.reject);
  };
  const stop = core.on('quota:pulse', tell);
  interruption.onSignal(() => ended.resolve());
  try {
    tell(await core.call('quota:refresh', {}));
    timer = clock.after(WATCH_PAUSE, ask);
    await ended.promise;
  } finally {
    stop();
    (timer as Timer | null)?.cancel();
  }
  output.end('The watch was ended.', { services: told.size });
  return interruption.exitCode === EXIT.terminated ? EXIT.done : (interruption.exitCode ?? EXIT.done);
}

/** Daily limits and counts as the service answers them. */
export async function showLimits({ core, output }: FollowTools): Promise<ExitCode> {
  const snapshot = await core.call('quota:refresh', {});
  for (const quota of snapshot.services) {
    output.tell(limitLine(quota));
    output.say(limitText(quota));
  }
  const { length } = snapshot.services;
  output.end(`${length} services.`, {
    services: length,
    limits: parsed(snapshot.rawLimits),
    counts: parsed(snapshot.rawCounts),
  });
  return EXIT.done;
}

type ServiceQuota = QuotaSnapshot['services'][number];

/** One line a budget. `service` is its first endpoint, `endpoints` are all that draw on it. */
function limitLine({ service, endpoints, name, daily, price }: ServiceQuota): object {
  const { limit, used, own, others, remaining, resetsAt, source } = daily;
  const resets = resetsAt === null ? null : new Date(resetsAt).toISOString();
  const counter = { name, endpoints: endpoints.map((endpoint) => endpoint.service), own, others };
  return { service, limit, used, remaining, resetsAt: resets, source, price, ...counter };
}

function limitText({ endpoints, daily }: ServiceQuota): string {
  const { limit, used, remaining, resetsAt } = daily;
  const left =
    remaining === null
      ? 'limit unknown'
      : `${remaining.toLocaleString('en')} of ${(limit ?? 0).toLocaleString('en')} left`;
  const resets = resetsAt === null ? '' : `, resets ${new Date(resetsAt).toISOString().slice(0, 16)}Z`;
  const titles = endpoints.map(({ title }) => title).join(', ');
  return `${titles.padEnd(28)} ${used.toLocaleString('en')} used, ${left}${resets}`;
}

export async function listSegments({ core, output }: FollowTools): Promise<ExitCode> {
  const { segments, unread } = await core.call('segment:list', { refresh: true });
  for (const segment of segments) {
    output.tell(segment);
    const goal = segment.goalTargetValue === null ? '' : `, ${segment.goalCurrentValue} of ${segment.goalTargetValue}`;
    output.say(`${segment.uniqueId}  ${segment.isActive ? 'active' : 'inactive'}  ${segment.name}${goal}`);
  }
  if (unread.length > 0) output.warn(`${unread.length} entries could not be read as a segment.`);
  output.end(`${segments.length} segments.`, { segments: segments.length, unread: unread.length });
  return EXIT.done;
}

/** The service's own words, as JSON where they are. */
function parsed(raw: string | null): unknown {
  try {
    return raw === null ? null : (JSON.parse(raw) as unknown);
  } catch {
    return raw;
  }
}
