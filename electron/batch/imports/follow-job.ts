import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { sleep } from '../../core/foundation/ports.ts';
import { compileSparingly, giveGarbageBack } from '../../core/system/small-heap.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isoOf } from '../program/output.ts';
import { stillWaiting, waitingWords } from '../program/still-waiting.ts';

/** A pause that the service asks for and that is shorter than this is waited for; longer ones end the command. */
const LONGEST_WAIT = 5 * 60_000;
/** Gives up on a service that was never reached in this run after this time, and on any other after an outage this long. */
const NEVER_REACHED = 8_000;
const OUTAGE = 15 * 60_000;
/**
 * A service that does not say what it counted is asked for so long before the first row of this run, and behind the last one,
 * where `--timeout` does not say another time.
 */
export const NO_COUNT = 2 * 60_000;
/** A team that cannot be asked, or waits for a colleague’s computer, where `--team-wait` does not say another time. */
const TEAM_WAIT = 10 * 60_000;
const LOOK = 500;
/** The client gives every request an end before this; one that `--timeout` names counts as well, and this much beyond it. */
export const LONGEST_ANSWER = 3 * 60_000;
const BEYOND_TIMEOUT = 30_000;
/** Answers that a full disk does not take stay on their way; the next run calls their rows unknown. */
const UNWRITTEN = 5_000;
/** Progress for programs, and lines for people. */
const TELL_EVERY = 1_000;
const SAY_EVERY = 10_000;

export interface JobEnd {
  /** Its counts call rows unknown that are still on their way: the next run does so, too, and so does a result file. */
  readonly summary: JobSummary;
  /** How many those are. */
  readonly unanswered: number;
  /** Why the job did not go on, before this run paused it. */
  readonly reason: string;
  readonly holdKind: JobSummary['holdKind'];
  readonly why: 'ended' | 'interrupted' | 'quota' | 'unreachable';
}

/** Stays with a running job until nothing more will happen in this run. The job is not running any more then. */
export async function followJob(tools: FollowTools, started: JobSummary): Promise<JobEnd> {
  const { core, interruption } = tools;
  compileSparingly();
  giveGarbageBack();
  const progress = reporter(tools, started);
  const outage = outageWatch(tools, started);
  let latest = started;
  let wake: () => void = () => undefined;
  const take = (summary: JobSummary) => {
    if (summary.id !== started.id || summary.sequence < latest.sequence) return;
    latest = summary;
    progress(summary);
    wake();
  };
  const stop = core.on('job:progress', take);
  interruption.onSignal(() => wake());
  try {
    // It may have ended before anybody listened.
    take((await core.call('job:get', { jobId: started.id })).summary);
    for (;;) {
      // What came too soon after the last line is told now: a job that stands still announces nothing more.
      progress(latest);
      const why = verdict(latest, tools, outage);
      if (why !== null) {
        const { reason, holdKind } = latest;
        return { why, reason, holdKind, ...(await settle(tools, latest, why)) };
      }
      await new Promise<void>((resolve) => {
        const timer = tools.clock.after(LOOK, resolve);
        wake = () => {
          timer.cancel();
          resolve();
        };
      });
    }
  } finally {
    stop();
  }
}

function verdict(
  summary: JobSummary,
  { clock, interruption }: FollowTools,
  outage: (summary: JobSummary) => boolean,
): JobEnd['why'] | null {
  if (interruption.exitCode !== null) return 'interrupted';
  if (['complete', 'stopped', 'needsYou', 'paused'].includes(summary.state)) return 'ended';
  const isLong = summary.resumeAt === null || summary.resumeAt - clock.wallNow() > LONGEST_WAIT;
  const mayBeLong = summary.holdKind === 'minute' || summary.holdKind === 'count';
  if (summary.holdKind === 'daily' || (mayBeLong && isLong)) return 'quota';
  return outage(summary) ? 'unreachable' : null;
}

/** Sends nothing more, and waits until every row on its way is answered. */
async function settle(
  { core, clock, answerTimeout }: FollowTools,
  summary: JobSummary,
  why: JobEnd['why'],
): Promise<Pick<JobEnd, 'summary' | 'unanswered'>> {
  // Another command says it by a word in the journal, which the runner here may not have heeded yet.
  if (summary.state === 'stopped') await core.call('job:stop', { jobId: summary.id });
  else if (why !== 'ended' || summary.state === 'paused') await core.call('job:pause', { jobId: summary.id });
  const longest = Math.max(LONGEST_ANSWER, (answerTimeout ?? 0) + BEYOND_TIMEOUT);
  const patience = summary.holdKind === 'journal' ? UNWRITTEN : longest;
  const giveUpAt = clock.monotonicNow() + patience;
  let unanswered = 0;
  do {
    unanswered = await rowsIn(core, summary.id, 'onTheirWay');
    const left = summary.state === 'stopped' ? await rowsIn(core, summary.id, 'waiting') : unanswered;
    if (left === 0) break;
    await sleep(clock, LOOK / 2);
  } while (clock.monotonicNow() < giveUpAt);
  const ended = (await core.call('job:get', { jobId: summary.id })).summary;
  const { counts } = ended;
  const known = { ...counts, unknown: counts.unknown + unanswered, waiting: counts.waiting - unanswered };
  return { unanswered, summary: { ...ended, counts: known } };
}

/** How many rows of the job wait, or are on their way. */
export async function rowsIn(
  core: FollowTools['core'],
  jobId: string,
  state: 'waiting' | 'onTheirWay',
): Promise<number> {
  return (await core.call('job:rows', { jobId, state, offset: 0, limit: 1 })).total;
}

function outageWatch(
  { clock, answerTimeout, teamWait }: FollowTools,
  started: JobSummary,
): (summary: JobSummary) => boolean {
  const before = answered(started);
  let since: number | null = null;
  return (summary) => {
    const { holdKind } = summary;
    if (holdKind !== 'offline' && holdKind !== 'count' && holdKind !== 'team') {
      since = null;
      return false;
    }
    since ??= clock.monotonicNow();
    const atFirst = holdKind === 'count' ? (answerTimeout ?? NO_COUNT) : NEVER_REACHED;
    const ofService = answered(summary) > before ? OUTAGE : atFirst;
    const limit = holdKind === 'team' ? (teamWait ?? TEAM_WAIT) : ofService;
    return clock.monotonicNow() - since > limit;
  };
}

function answered({ counts }: JobSummary): number {
  return counts.created + counts.refused + counts.unknown;
}

function reporter({ clock, output }: FollowTools, started: JobSummary): (summary: JobSummary) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let saidAt = clock.monotonicNow();
  let reason = started.reason;
  let told = started;
  let said = started;
  const stillWaitingSince = stillWaiting(clock);
  return (summary) => {
    const now = clock.monotonicNow();
    const since = stillWaitingSince(summary.holdKind === undefined ? null : summary.reason);
    if (since !== null) {
      output.tell({ ...progressLine(summary), waitingSince: isoOf(since) });
      output.say(`${progressText(summary)} ${waitingWords(since)}`);
    }
    if (now - toldAt >= TELL_EVERY && summary !== told) {
      toldAt = now;
      told = summary;
      output.tell(progressLine(summary));
    }
    if (summary === said || (now - saidAt < SAY_EVERY && summary.reason === reason)) return;
    said = summary;
    saidAt = now;
    reason = summary.reason;
    output.say(progressText(summary));
  };
}

function progressLine(summary: JobSummary): object {
  const { state, reason, ratePerMinute, finishAt, resumeAt } = summary;
  return { ...countsLine(summary), state, reason, ratePerMinute, finishAt: isoOf(finishAt), resumeAt: isoOf(resumeAt) };
}

/** The counts as every program reads them; they add up to `rows`. */
export function countsLine({ id, counts }: JobSummary): object {
  const { created, refused, unknown, skipped, waiting, rows, excluded } = counts;
  return { created, refused, unknown, skipped, waiting, rows, ...(excluded > 0 ? { excluded } : {}), job: id };
}

/** "120 of 3,000 rows: 118 created, 2 refused, 2,880 waiting". */
export function countsText({ counts }: JobSummary): string {
  const named = [
    [counts.created, 'created'],
    [counts.refused, 'refused'],
    [counts.unknown, 'unknown'],
    [counts.skipped, 'skipped'],
    [counts.excluded, 'left out'],
    [counts.waiting, 'waiting'],
  ] as const;
  const parts = named.filter(([count]) => count > 0).map(([count, word]) => `${format.number(count)} ${word}`);
  return `${format.count(counts.rows, 'row')}: ${parts.join(', ')}`;
}

function progressText(summary: JobSummary): string {
  const { counts, reason, state, ratePerMinute, finishAt } = summary;
  const done = format.number(counts.rows - counts.waiting);
  const rate = state === 'running' && ratePerMinute > 0 ? ` ${ratePerMinute} a minute.` : '';
  const end = finishAt === null ? '' : ` Finished at about ${new Date(finishAt).toISOString().slice(0, 16)}Z.`;
  const extra = [
    counts.refused > 0 ? ` ${counts.refused} refused.` : '',
    counts.unknown > 0 ? ` ${counts.unknown} unknown.` : '',
  ];
  return `${done} of ${format.count(counts.rows, 'row')} done.${extra.join('')}${rate}${end}${reason === '' ? '' : ` ${reason}`}`;
}
