import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { OutcomeGroup, Outcomes } from '../../../shared/contract/jobs/outcomes.ts';
import { importsIn } from '../../../shared/domain/jobs/imports-in.ts';
import {
  CLOSED_BY_AGENT,
  OUTCOME_WORDS,
  OUTCOMES,
  type OutcomeCounts,
} from '../../../shared/domain/service/leads/lead-outcomes.ts';
import { findColumn } from '../../../shared/domain/mapping/index.ts';
import { campaignKey } from '../../../shared/domain/service/campaign-code.ts';
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
  /** `changed`: asks only for what changed since the last reading, where there is one. Null: asks for nothing. */
  readonly refresh: 'all' | 'changed' | null;
  /** Null: nothing is written. */
  readonly output: string | null;
}

/**
 * Shows what became of the leads that imports created, as it was read last or is read now: one lead search for each campaign.
 */
export async function showOutcomes(
  tools: FollowTools,
  { of, by, refresh, output: path }: OutcomesOptions,
): Promise<ExitCode> {
  const { core, output, force } = tools;
  const imports = await importsOf(tools, of);
  const jobs = imports.map(({ id }) => id);
  const column = by === null ? null : await columnOf(tools, jobs, by);
  const all =
    refresh === null
      ? await readBefore(tools, jobs, column)
      : await callUntilSignal(tools, 'job:readOutcomes', { jobs, by: column, changed: refresh === 'changed' });
  for (const { id, name, campaignCode } of imports) {
    const { outcomes } =
      jobs.length === 1 ? { outcomes: all } : await core.call('job:outcomes', { jobs: [id], by: null });
    if (outcomes === null)
      output.say(`${name} into ${campaignCode}: not read${refresh === null ? ' yet' : ', its record is damaged'}.`);
    else {
      output.say(`${name} into ${campaignCode}: ${format.count(outcomes.created, 'lead')}. ${foundWords(outcomes)}`);
      output.tell({ job: id, name, campaign: campaignCode, ...lineOf(outcomes) });
    }
  }
  for (const group of all.groups) {
    output.say(
      `  ${groupWords(group, all.joined)}: ${format.number(group.rows)}. ${countsWords(group.counts, group.rows)}`,
    );
    output.tell({ kind: group.kind, value: group.value, rows: group.rows, counts: group.counts });
  }
  for (const day of all.course) {
    output.say(`  ${courseWords(day)}`);
    output.tell({ ...day });
  }
  for (const sentence of notesOf(all)) output.say(sentence);
  if (path !== null) {
    const saved = await core.call('job:saveOutcomes', { jobs, token: core.grant(path, 'write'), overwrite: force });
    output.say(`${format.count(saved.rows, 'row')} saved in ${path}`);
  }
  const { unseen = 0, ...others } = all.counts;
  const message = unseen === 0 ? '' : unseenWords(unseen);
  if (message !== '') output.warn(message);
  output.end(`${format.count(all.created, 'lead')}: ${countsWords(all.counts, all.created)}.`, {
    imports: all.imports,
    rows: all.created,
    states: { ...others, notSeen: unseen, ...(all.notRead > 0 ? { notRead: all.notRead } : {}) },
    readAt: new Date(all.at).toISOString(),
    requests: refresh === null ? 0 : new Set(imports.map(({ campaignCode }) => campaignKey(campaignCode))).size,
    readings: all.readings,
    moves: all.moves,
    ...(path === null ? {} : { file: path }),
    ...(message === '' ? {} : { error: { code: 'unknown', message } }),
  });
  return unseen === 0 ? EXIT.done : EXIT.unknown;
}

const unseenWords = (unseen: number) =>
  `${format.count(unseen, 'lead')} that the service created ${unseen === 1 ? 'was' : 'were'} not in its list: deleted, moved or anonymized, or this account does not see ${unseen === 1 ? 'it' : 'them'} any more.`;

async function readBefore({ core }: FollowTools, jobs: string[], by: string | null): Promise<Outcomes> {
  const { outcomes } = await core.call('job:outcomes', { jobs, by });
  if (outcomes === null)
    throw new BatchTrouble(
      'Nobody has read what became of these leads. --refresh reads it: one request a campaign.',
      'notFound',
    );
  return outcomes;
}

async function importsOf(
  { core }: FollowTools,
  of: OutcomesOf,
): Promise<readonly Pick<JobSummary, 'id' | 'name' | 'campaignCode'>[]> {
  if ('job' in of) return [(await core.call('job:get', { jobId: of.job })).summary];
  const { jobs } = await core.call('job:list', {});
  const since = 'since' in of ? instantOf(of.since, (await core.call('quota:snapshot', {})).timeZone) : null;
  const wanted = importsIn(jobs, { campaign: 'campaign' in of ? of.campaign : null, from: since, until: null });
  if (wanted.length === 0)
    throw new BatchTrouble(
      'No import of this computer has created a lead there. "batch jobs" lists the imports.',
      'notFound',
    );
  return wanted;
}

/** The label of the column in the first file that has it. */
async function columnOf({ core }: FollowTools, jobs: readonly string[], by: string): Promise<string> {
  let trouble = '';
  for (const jobId of jobs) {
    const { columns } = await core.call('job:get', { jobId });
    const found = findColumn(
      by,
      columns.map((label, index) => ({ index, header: label, label })),
    );
    if (typeof found === 'number') return columns[found] ?? by;
    trouble ||= found;
  }
  throw new BatchTrouble(`--by: ${trouble}`, 'validation');
}

function groupWords({ kind, value }: OutcomeGroup, joined: number): string {
  if (kind === 'rare') return `${format.count(joined, 'rarer value')}`;
  if (kind === 'noColumn') return 'Imports without this column';
  return value === '' ? '(empty)' : value;
}

function courseWords({ day, until, rows, counts, younger, notRead }: Outcomes['course'][number]): string {
  const age = until === null ? `${day} days old or more` : `${day} to ${until} days old`;
  const parts = [
    ...(younger > 0 ? [`${format.count(younger, 'is', 'are')} younger`] : []),
    ...(notRead > 0 ? [`${format.count(notRead, 'was', 'were')} not read in these days`] : []),
  ];
  const rest = parts.length === 0 ? '' : `; ${parts.join(', ')}`;
  return rows === 0
    ? `${age}: no reading${rest}`
    : `${age}: ${format.count(rows, 'lead')}. ${countsWords(counts, rows)}${rest}`;
}

function notesOf({ elsewhere, notRead, wholeAt }: Outcomes): string[] {
  return [
    ...(elsewhere > 0
      ? [
          `${format.count(elsewhere, 'lead')} of other campaigns came too: the service did not keep to the filter. They are not counted.`,
        ]
      : []),
    ...(notRead > 0 ? [`${format.count(notRead, 'created row')} in no reading yet.`] : []),
    ...(wholeAt === null
      ? []
      : [
          `Only what changed was asked for since ${new Date(wholeAt).toISOString()}. Who left the list since then shows without --changed.`,
        ]),
  ];
}

function foundWords({ byTag, byValues, looked }: Outcomes): string {
  const less = [
    ...(byTag > 0 ? [`${format.number(byTag)} found by their tag`] : []),
    ...(byValues > 0 ? [`${format.number(byValues)} by their values, which is no proof`] : []),
  ];
  return `${format.count(looked, 'lead')} read${less.length === 0 ? '' : `; ${less.join(', ')}`}.`;
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
