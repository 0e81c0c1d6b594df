import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { OutcomeGroup, Outcomes } from '../../../shared/contract/jobs/outcomes.ts';
import {
  CLOSED_BY_AGENT,
  OUTCOME_WORDS,
  OUTCOMES,
  type OutcomeCounts,
  OutcomeTally,
} from '../../../shared/domain/service/leads/lead-outcomes.ts';
import { findColumn } from '../../../shared/domain/mapping/index.ts';
import { instantOf, type WallClock } from '../../../shared/domain/service/service-time.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { callUntilSignal } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Which imports: one, all into a campaign, or all that began since then, by the clock of the account. */
export type OutcomesOf = { readonly job: string } | { readonly campaign: string } | { readonly since: WallClock };

export interface OutcomesOptions {
  readonly of: OutcomesOf;
  /** A column of the file, as `--map` names one; null: none. */
  readonly by: string | null;
  /** Null: nothing is written. */
  readonly output: string | null;
}

/** Reads what became of the leads that imports created: one lead search for each import. */
export async function showOutcomes(tools: FollowTools, { of, by, output: path }: OutcomesOptions): Promise<ExitCode> {
  const { core, output } = tools;
  const jobs = await jobsOf(tools, of);
  const all = new OutcomeTally();
  const groups = new Map<string | null, OutcomeTally>();
  for (const { id, name, campaignCode } of jobs) {
    const column = by === null ? null : await columnOf(tools, id, by);
    const read = await callUntilSignal(tools, 'job:readOutcomes', { jobId: id, by: column });
    all.addAll(read.counts);
    for (const group of read.groups) addGroup(groups, group);
    output.say(`${name} into ${campaignCode}: ${format.count(read.created, 'lead')}. ${foundWords(read)}`);
    output.tell({ job: id, name, campaign: campaignCode, ...lineOf(read) });
  }
  for (const [value, tally] of [...groups].sort(([, one], [, other]) => other.rows - one.rows)) {
    const label = value === null ? 'Other values' : value === '' ? '(empty)' : value;
    output.say(`  ${label}: ${format.number(tally.rows)}. ${countsWords(tally.counts(), tally.rows)}`);
    output.tell({ value, rows: tally.rows, counts: tally.counts() });
  }
  const [job] = jobs;
  if (path !== null && job !== undefined) {
    const saved = await core.call('job:saveOutcomes', { jobId: job.id, token: core.grant(path, 'write') });
    output.say(`${format.count(saved.rows, 'row')} saved in ${path}`);
  }
  output.end(`${format.count(all.rows, 'lead')}: ${countsWords(all.counts(), all.rows)}.`, {
    imports: jobs.length,
    created: all.rows,
    counts: all.counts(),
    ...(path === null ? {} : { file: path }),
  });
  return EXIT.done;
}

async function jobsOf(
  { core }: FollowTools,
  of: OutcomesOf,
): Promise<readonly Pick<JobSummary, 'id' | 'name' | 'campaignCode'>[]> {
  if ('job' in of) return [(await core.call('job:get', { jobId: of.job })).summary];
  const { jobs } = await core.call('job:list', {});
  const since = 'since' in of ? instantOf(of.since, (await core.call('quota:snapshot', {})).timeZone) : 0;
  const wanted = jobs.filter(
    ({ campaignCode, createdAt, counts }) =>
      counts.created > 0 && ('campaign' in of ? campaignCode === of.campaign : createdAt >= since),
  );
  if (wanted.length === 0)
    throw new BatchTrouble(
      'No import of this computer has created a lead there. "batch jobs" lists the imports.',
      EXIT.usage,
      'notFound',
    );
  return wanted;
}

async function columnOf({ core }: FollowTools, jobId: string, by: string): Promise<number> {
  const { columns } = await core.call('job:get', { jobId });
  const found = findColumn(
    by,
    columns.map((label, index) => ({ index, header: label, label })),
  );
  if (typeof found === 'string') throw new BatchTrouble(`--by: ${found}`, EXIT.usage, 'validation');
  return found;
}

function addGroup(groups: Map<string | null, OutcomeTally>, { value, counts }: OutcomeGroup): void {
  const tally = groups.get(value) ?? new OutcomeTally();
  groups.set(value, tally);
  tally.addAll(counts);
}

function foundWords({ byTag, byValues, looked }: Outcomes): string {
  const less = [
    ...(byTag > 0 ? [`${format.number(byTag)} found by their tag`] : []),
    ...(byValues > 0 ? [`${format.number(byValues)} by their values, which is no proof`] : []),
  ];
  return `${format.number(looked)} leads read${less.length === 0 ? '' : `; ${less.join(', ')}`}.`;
}

function lineOf({ at, created, looked, byTag, byValues, counts }: Outcomes) {
  return { readAt: new Date(at).toISOString(), created, looked, byTag, byValues, counts };
}

/** "Closed by an agent 61 %, of them …": shares of the created rows. */
function countsWords(counts: OutcomeCounts, rows: number): string {
  if (rows === 0) return 'none';
  const share = (part: number) => `${((part / rows) * 100).toFixed(1)} %`;
  const parts = OUTCOMES.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${OUTCOME_WORDS[name]} ${format.number(count)} (${share(count)})`];
  });
  const closed = CLOSED_BY_AGENT.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return `${parts.join(', ')}; closed by an agent ${share(closed)}`;
}
