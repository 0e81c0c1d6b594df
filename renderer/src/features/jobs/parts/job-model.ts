import { foldText } from '../../../../../shared/domain/words/fold-text.ts';
import { isAboutCampaign } from '../../../../../shared/domain/jobs/about-campaign.ts';
import { isStarting } from '../../../../../shared/domain/jobs/job-row.ts';
import type { JobCounts, JobDetail, JobState, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { format, rowForms } from '../../../lib/format.ts';

/** The five states of a row that a person sees. */
export const FATES = ['created', 'refused', 'unknown', 'skipped', 'waiting'] as const;
export type Fate = (typeof FATES)[number];

/** Rows left out count as skipped. */
export function fatesOf({ created, refused, unknown, skipped, excluded, waiting }: JobCounts): Record<Fate, number> {
  return { created, refused, unknown, skipped: skipped + excluded, waiting };
}

export function addsUp(counts: JobCounts): boolean {
  return FATES.reduce((sum, fate) => sum + fatesOf(counts)[fate], 0) === counts.rows;
}

/** The core reports `complete`; the page never shows it while a row is unknown. */
export function shownState(job: Pick<JobSummary, 'state' | 'counts'>): JobState {
  return job.state === 'complete' && job.counts.unknown > 0 ? 'needsYou' : job.state;
}

/** The word for the state: a plan that has not begun and a trial that is over have words of their own. */
export function stateWord(job: Pick<JobSummary, 'state' | 'counts' | 'holdKind'>): string {
  if (job.holdKind === 'planned') return 'Planned';
  if (job.holdKind === 'trial') return 'Trial done';
  return STATE_WORDS[shownState(job)];
}

export const STATE_WORDS: Readonly<Record<JobState, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  needsYou: 'Needs you',
  stopped: 'Stopped',
  complete: 'Complete',
};

/** "running, 53 % of 24,318 rows to DE-ENERGIE-26" */
export function progressWords(job: JobSummary): string {
  const { rows, waiting } = job.counts;
  const share = waiting === 0 ? '' : `${format.percent(rows - waiting, rows)} of `;
  return `${stateWord(job).toLowerCase()}, ${share}${format.count(rows, rowForms)} to ${job.campaignCode}`;
}

/** The second line under the state. */
export function stateReason(job: JobSummary): string {
  if (job.reason !== '') return job.reason;
  switch (shownState(job)) {
    case 'running':
      if (job.ratePerMinute > 0) return `${format.count(job.ratePerMinute, rowForms)} a minute`;
      return isStarting(job.counts) ? 'Starting' : 'Rate not known yet';
    case 'needsYou':
      return format.count(job.counts.unknown, { one: '# row needs you', other: '# rows need you' });
    case 'complete':
      return job.counts.refused === 0 ? 'Nothing open' : `${format.number(job.counts.refused)} refused`;
    case 'waiting':
      return 'Continues automatically';
    case 'paused':
      return 'Resume to go on';
    case 'stopped':
      return `${format.count(fatesOf(job.counts).skipped, rowForms)} skipped or left out`;
  }
}

/** Whether the job's name, file, campaign, pool or person contain every word. */
export function matchesSearch(
  job: Pick<JobSummary, 'name' | 'fileName' | 'campaignCode' | 'poolName' | 'by'>,
  wanted: string,
): boolean {
  const { name, fileName, campaignCode, poolName, by } = job;
  const text = foldText([name, fileName, campaignCode, poolName ?? '', by].join('\n'));
  return foldText(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export type JobFilter = 'all' | 'active' | 'needsYou' | 'finished';

export function matchesFilter(job: Pick<JobSummary, 'state' | 'counts'>, filter: JobFilter): boolean {
  const state = shownState(job);
  switch (filter) {
    case 'all':
      return true;
    case 'active':
      return state === 'running' || state === 'waiting';
    case 'needsYou':
      return state === 'needsYou' || state === 'paused' || (job.counts.unknown > 0 && state !== 'running');
    case 'finished':
      return state === 'complete' || state === 'stopped';
  }
}

/** What may be done in a state; a stopped or complete job has nothing left to pause, and a damaged one cannot go on. */
export function actionsOf(job: Pick<JobSummary, 'state' | 'counts' | 'isDamaged'>): {
  pause: boolean;
  resume: boolean;
  stop: boolean;
} {
  const open = job.counts.waiting > 0 && job.state !== 'stopped' && job.state !== 'complete';
  return {
    pause: open && (job.state === 'running' || job.state === 'waiting'),
    resume: open && job.isDamaged !== true && (job.state === 'paused' || job.state === 'needsYou'),
    stop: open,
  };
}

/** True when only a new password lets the job go on. */
export function needsPassword(job: Pick<JobSummary, 'holdKind'>, signedIn: boolean): boolean {
  return !signedIn || job.holdKind === 'auth';
}

/**
 * True when every refusal names the campaign and no lead was created in it: then the campaign is wrong, not the rows.
 * The words are the service's own; a job that runs is left alone.
 */
export function isWrongCampaign({ summary, refusals }: Pick<JobDetail, 'summary' | 'refusals'>): boolean {
  const { counts, state } = summary;
  const isStill = state !== 'running' && state !== 'waiting';
  return (
    isStill && counts.created === 0 && refusals.length > 0 && refusals.every(({ reason }) => isAboutCampaign(reason))
  );
}

/** How long the waiting rows take, from the same estimate as the finish. */
export function leftWords(
  { counts, state, finishAt, onTheirWay = 0 }: Pick<JobSummary, 'counts' | 'state' | 'finishAt' | 'onTheirWay'>,
  now: number,
): string {
  if (counts.waiting === 0) return 'nothing left to send';
  if (onTheirWay > 0) return onTheirWay === 1 ? '1 of them on its way' : `${onTheirWay} of them on their way`;
  if (state !== 'running' || finishAt === null) return 'not sent yet';
  const left = finishAt - now;
  return left < 60_000 ? 'less than a minute to go' : `about ${format.duration(left)} to go`;
}

/**
 * What a stop leaves unsent. Rows on their way count as waiting, and most of them will have been sent: only of a job that is
 * paused, and has its answers, the number is known.
 */
export function stopWords({ counts, state, onTheirWay = 0 }: Pick<JobSummary, 'counts' | 'state' | 'onTheirWay'>): {
  readonly rest: string;
  readonly words: string;
} {
  const rows = format.count(counts.waiting, rowForms);
  if (state === 'paused' && onTheirWay === 0) {
    const skipped = format.count(counts.waiting, { one: '# waiting row is', other: '# waiting rows are' });
    return { rest: rows, words: `${skipped} skipped and not sent.` };
  }
  const first =
    onTheirWay === 0
      ? `Some of the ${rows} without an answer may be on their way; these are answered first.`
      : `${format.count(onTheirWay, { one: '# row is', other: '# rows are' })} on the way and answered first.`;
  return { rest: `up to ${rows}`, words: `${first} The others are skipped and not sent.` };
}

/** The running minute is not over: the rows of the last 60 seconds stand in for it while the job runs. */
export function minuteFigures(
  perMinute: readonly { readonly rows: number }[],
  job: Pick<JobSummary, 'state' | 'ratePerMinute'>,
): { readonly rows: number }[] {
  if (job.state !== 'running') return [...perMinute];
  return [...perMinute.slice(0, -1), { rows: job.ratePerMinute }];
}

/** Points of the line of answered rows a minute in a box of `width` by `height`; empty without figures. */
export function sparkline(
  perMinute: readonly { readonly rows: number }[],
  limit: number,
  width: number,
  height: number,
): { line: string; area: string; limitY: number } {
  const most = Math.max(limit, 1, ...perMinute.map((point) => point.rows));
  const top = 4;
  const y = (rows: number) => height - (rows / most) * (height - top);
  const limitY = Math.round(y(limit) * 10) / 10;
  if (perMinute.length === 0) return { line: '', area: '', limitY };
  const figures = perMinute.length === 1 ? [perMinute[0], perMinute[0]] : perMinute;
  const step = width / Math.max(1, figures.length - 1);
  const points = figures.map((point, index) => `${(index * step).toFixed(1)},${y(point?.rows ?? 0).toFixed(1)}`);
  return { line: `M${points.join('L')}`, area: `M0,${height}L${points.join('L')}L${width},${height}Z`, limitY };
}
