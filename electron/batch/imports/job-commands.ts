import { format } from '../../../shared/domain/words/format.ts';
import { sleep } from '../../core/foundation/ports.ts';
import { countsLine, countsText, LONGEST_ANSWER, rowsIn } from './follow-job.ts';
import { callUntilSignal, refuseInterrupted } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { type ResultForm, resultChoicesGiven } from './result-arguments.ts';
import { finishJob } from './end-job.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Lists the imports of the account, newest first. */
export async function listJobs({ core, output }: FollowTools): Promise<ExitCode> {
  const { jobs } = await core.call('job:list', {});
  for (const job of jobs) {
    const { name, campaignCode, state, reason, createdAt } = job;
    const created = new Date(createdAt).toISOString();
    output.tell({ ...countsLine(job), name, campaign: campaignCode, state, reason, createdAt: created });
    output.say(`${job.id}  ${state.padEnd(8)}  ${created.slice(0, 16)}Z  ${campaignCode}  ${name}  ${countsText(job)}`);
    if (reason !== '') output.say(`    ${reason}`);
  }
  const line = jobs.length === 0 ? 'This account has no imports.' : `${format.count(jobs.length, 'import')}.`;
  output.end(line, { jobs: jobs.length });
  return EXIT.done;
}

/** One import: its counts, and why it is where it is. */
export async function showJob({ core, output }: FollowTools, jobId: string): Promise<ExitCode> {
  const { summary, refusals, countNotes } = await core.call('job:get', { jobId });
  const { name, campaignCode, state, reason, createdAt } = summary;
  for (const refusal of refusals) {
    output.tell({ refused: refusal.reason, count: refusal.count });
    output.say(`Refused ${format.number(refusal.count)}: ${refusal.reason}`);
  }
  for (const sentence of [reason, ...countNotes]) if (sentence !== '') output.say(sentence);
  output.end(`${name} into ${campaignCode}, ${state}. ${countsText(summary)}.`, {
    ...countsLine(summary),
    name,
    campaign: campaignCode,
    state,
    reason,
    createdAt: new Date(createdAt).toISOString(),
    ...(countNotes.length === 0 ? {} : { countNotes }),
  });
  return EXIT.done;
}

/** Milliseconds between two looks at a job that another program lets go. */
const LOOK = 250;

/** Pauses or stops an import, whichever program runs it, and waits until its rows on their way have their answers. */
export async function endJob(
  { core, clock, output, interruption }: FollowTools,
  jobId: string,
  how: 'pause' | 'stop',
): Promise<ExitCode> {
  const giveUpAt = clock.monotonicNow() + LONGEST_ANSWER;
  for (;;) {
    // Said again at each look: the program that ran the job may have ended before it heeded the wish.
    await core.call(`job:${how}`, { jobId });
    const isOver = (await rowsIn(core, jobId, how === 'stop' ? 'waiting' : 'onTheirWay')) === 0;
    if (isOver || clock.monotonicNow() >= giveUpAt) {
      // Read behind the last answer, which may have come after the wish.
      const { summary } = await core.call('job:get', { jobId });
      output.end(`${countsText(summary)}. Job ${summary.id}.`, { ...countsLine(summary), state: summary.state });
      return isOver ? EXIT.done : EXIT.unknown;
    }
    // The program that runs the job heeds the wish all the same.
    if (interruption.exitCode !== null)
      throw new BatchTrouble(
        `Interrupted. The import ${how}s all the same: "batch job ${jobId}" shows how far it is.`,
        'cancelled',
        interruption.exitCode,
      );
    await sleep(clock, LOOK);
  }
}

/** Removes an import from this computer without asking. Leads in the service stay. */
export async function deleteJob({ core, output }: FollowTools, jobId: string): Promise<ExitCode> {
  await core.call('job:delete', { jobId });
  output.end(
    `Job ${jobId} is deleted: its rows and their answers. Leads in the service stay. The same file still asks before it is sent again.`,
    { deleted: jobId },
  );
  return EXIT.done;
}

/** Saves what became of the rows so far. */
export async function saveJobResult(
  { core, output, force }: FollowTools,
  jobId: string,
  path: string,
  form: ResultForm | null,
): Promise<ExitCode> {
  const { summary } = await core.call('job:get', { jobId });
  const choices = form === null ? {} : { choices: await resultChoicesGiven(core, form) };
  const file = await core.call('job:saveResult', {
    jobId,
    token: core.grant(path, 'write'),
    overwrite: force,
    ...choices,
  });
  output.end(`Result of ${format.count(file.rows, 'row')} in ${path}`, {
    ...countsLine(summary),
    state: summary.state,
    file: path,
  });
  return EXIT.done;
}

/** Where the result of a job goes: to the file that is named now, or where the import was told to put it. */
export async function resultTarget({ core }: Pick<FollowTools, 'core'>, jobId: string, named: string | null) {
  const path = named ?? (await core.resultPaths.find(jobId));
  return path === null ? null : { path, isOwn: named === null };
}

export interface ResumeWords {
  readonly result: string | null;
  readonly goOn: boolean;
  readonly onlyNew: boolean;
  readonly sendAgain: boolean;
}

/**
 * A stop that its program did not live to end. Resuming would send the rows that a person wanted to keep back.
 *
 * @throws BatchTrouble with the words that end it, or take it back
 */
export async function refuseStopped({ core }: Pick<FollowTools, 'core'>, jobId: string): Promise<void> {
  const { state, counts } = (await core.call('job:get', { jobId })).summary;
  if (state !== 'stopped' || counts.waiting === 0) return;
  const wait = format.count(counts.waiting, 'row still waits', 'rows still wait');
  throw new BatchTrouble(
    `A person stopped this import, and the stop has not come to its end: ${wait}. Nothing was sent. End it with "batch stop ${jobId}"; or take it back with "batch pause ${jobId}", then go on.`,
    'validation',
  );
}

/** Waiting rows that the campaign holds are not sent. */
async function leaveOutThere(tools: FollowTools, jobId: string): Promise<void> {
  const { core, output } = tools;
  const { summary } = await core.call('job:get', { jobId });
  if (summary.counts.waiting === 0) return;
  const { leftOut, leads, doubt } = await callUntilSignal(tools, 'job:compareWaiting', { jobId });
  if (doubt !== null) throw new BatchTrouble(`${doubt} Nothing was sent.`, 'notComparable');
  output.say(
    `Compared with ${format.count(leads, 'lead')} of ${summary.campaignCode}: ${format.count(leftOut, 'waiting row is there already and is', 'waiting rows are there already and are')} not sent.`,
  );
  output.tell({ compared: leads, leftOut });
}

/**
 * Goes on with a job. Only a person's decision in the app sends an unknown row again. Without a new name the result goes
 * where the import was told to put it; that file is its own earlier result and is replaced.
 */
export async function resumeJob(
  tools: FollowTools,
  jobId: string,
  { result, goOn, onlyNew, sendAgain }: ResumeWords,
): Promise<ExitCode> {
  await refuseStopped(tools, jobId);
  if (onlyNew) await leaveOutThere(tools, jobId);
  // What runs is paused only after its first rows may have left.
  refuseInterrupted(tools.interruption);
  const job = await tools.core.call('job:resume', { jobId, goOn: goOn || onlyNew, sendAgain });
  tools.output.say(`Resuming "${job.name}" into ${job.campaignCode}. ${countsText(job)}.`);
  const target = await resultTarget(tools, job.id, result);
  if (target === null)
    tools.output.say(
      `No result file is written: a later import has its name, or none was named. "batch result ${job.id} FILE" writes one at any time.`,
    );
  return finishJob(tools, job, target);
}
