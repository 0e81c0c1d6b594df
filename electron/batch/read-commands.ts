import type { Access } from './batch-core.ts';
import type { FollowTools } from './follow-job.ts';
import { EXIT, type ExitCode } from './trouble.ts';

/** Tries address, encryption, credentials and limits, one after the other. */
export async function checkConnection({ core, output }: FollowTools, access: Access): Promise<ExitCode> {
  const report = await core.call('account:test', {
    address: access.url,
    username: access.username,
    password: access.password,
  });
  for (const { id, state, title, detail, milliseconds } of report.steps) {
    output.tell({ step: id, state, detail, milliseconds });
    output.say(`${state.padEnd(8)} ${title}: ${detail}`);
  }
  const failed = report.steps.find((step) => step.state === 'failed');
  if (report.works && !failed) {
    output.end(`The connection to ${report.address} works.`, { works: true, address: report.address });
    return EXIT.done;
  }
  const isRefused = failed?.id === 'credentials' || failed?.id === 'limits';
  const message = failed?.detail ?? 'The connection could not be tested.';
  output.warn(message);
  const code = failed?.id === 'credentials' ? 'auth' : 'network';
  output.end(`The connection to ${report.address} does not work.`, {
    works: false,
    address: report.address,
    error: { code, message },
  });
  return isRefused ? EXIT.stopped : EXIT.usage;
}

/** Daily limits and counts as the service answers them. */
export async function showLimits({ core, output }: FollowTools): Promise<ExitCode> {
  const snapshot = await core.call('quota:refresh', {});
  for (const { service, title, daily, price } of snapshot.services) {
    const { limit, used, remaining, resetsAt, source } = daily;
    const resets = resetsAt === null ? null : new Date(resetsAt).toISOString();
    output.tell({ service, limit, used, remaining, resetsAt: resets, source, price });
    const left =
      remaining === null
        ? 'limit unknown'
        : `${remaining.toLocaleString('en')} of ${(limit ?? 0).toLocaleString('en')} left`;
    output.say(
      `${title.padEnd(28)} ${used.toLocaleString('en')} used, ${left}${resets === null ? '' : `, resets ${resets.slice(0, 16)}Z`}`,
    );
  }
  const { length } = snapshot.services;
  output.end(`${length} services.`, {
    services: length,
    limits: parsed(snapshot.rawLimits),
    counts: parsed(snapshot.rawCounts),
  });
  return EXIT.done;
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
