import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { withoutTrying } from '../../../shared/domain/jobs/hold-words.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { countsLine, countsText, followJob, type JobEnd, NO_COUNT } from './follow-job.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isThere } from '../program/is-there.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

export interface JobVerdict {
  readonly exitCode: ExitCode;
  /** What a person should do, or empty. */
  readonly sentence: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/**
 * Follows a job to the end of this run, saves its result, and says the last line. Answers the exit code.
 *
 * @param result `isOwn`: the job was told earlier to put its result there, so what is there is its earlier result
 * @param named what else the last line has
 */
export async function finishJob(
  tools: FollowTools,
  started: JobSummary,
  result: { readonly path: string; readonly isOwn: boolean } | null,
  named: { readonly template?: string } = {},
): Promise<ExitCode> {
  const { core, output } = tools;
  const end = await followJob(tools, started);
  const verdict = judge(end, tools.interruption.exitCode, result !== null);
  const saved = result === null ? null : await save(end.summary.id, result.path, tools.force || result.isOwn);
  await lastCount(tools, started.id);
  const { sentElsewhere, countNotes } = await core.call('job:get', { jobId: started.id });
  const error = saved ?? verdict.error;
  const exitCode = saved === null ? verdict.exitCode : EXIT.usage;
  const sentences = [
    verdict.sentence,
    elsewhereSentence(sentElsewhere, started.id),
    ...countNotes,
    saved?.message ?? '',
  ].filter((sentence) => sentence !== '');
  if (sentences.length > 0) output.warn(sentences.join(' '));
  const { summary } = end;
  output.end(`${countsText(summary)}. Job ${summary.id}.`, {
    ...countsLine(summary),
    ...named,
    ...(sentElsewhere === 0 ? {} : { sentElsewhere }),
    ...(countNotes.length === 0 ? {} : { countNotes }),
    ...(error === null ? {} : { error }),
  });
  return exitCode;

  async function save(jobId: string, path: string, overwrite: boolean): Promise<JobVerdict['error']> {
    try {
      const file = await core.call('job:saveResult', { jobId, token: core.grant(path, 'write'), overwrite });
      output.say(`Result of ${format.count(file.rows, 'row')} in ${path}`);
      return null;
    } catch (trouble) {
      if (!(trouble instanceof BatchTrouble)) throw trouble;
      // Another program has put its file there meanwhile: this job, when it is resumed, must not replace it.
      const isTaken = !overwrite && existsSync(path) && (await core.resultPaths.find(jobId)) === resolve(path);
      if (isTaken) await core.resultPaths.forget(jobId);
      const isKept = await isThere(core.call('job:get', { jobId }));
      const wayOn = ` The import itself is kept: save its result with "batch result ${jobId} FILE".`;
      const message = `${trouble.message}${isKept ? wayOn : ''}`;
      return { code: trouble.code, message };
    }
  }
}

/** Waits for what the service counted. That may never come, because it may be out of reach by now; after a signal nobody waits. */
async function lastCount({ core, clock, interruption, answerTimeout }: FollowTools, jobId: string): Promise<void> {
  const over = Promise.withResolvers<void>();
  interruption.onSignal(over.resolve);
  const timer = clock.after(answerTimeout ?? NO_COUNT, over.resolve);
  await Promise.race([core.call('job:countAtEnd', { jobId }), over.promise]).finally(() => timer.cancel());
}

function elsewhereSentence(rows: number, jobId: string): string {
  if (rows === 0) return '';
  return `${format.count(rows, 'row was', 'rows were')} not sent: another import or a colleague’s computer has sent the same leads, or the campaign holds them already. Send them all the same with "batch resume ${jobId} --send-again".`;
}

/** What a run's end means for a person and for a scheduler. */
function judge(
  { summary, unanswered, why, reason: saidWhile, holdKind: waitedFor }: JobEnd,
  signal: ExitCode | null,
  hasResult: boolean,
): JobVerdict {
  const { counts, holdKind, id } = summary;
  const reason = withoutTrying(saidWhile);
  const goOn = `Resume it with "batch resume ${id}".`;
  // Not more: whether anything was lost on a damaged disk is known only when the account is opened.
  const waiting = `${unansweredWords(unanswered)}The rows that were not sent wait. ${goOn}`;
  const said = (exitCode: ExitCode, code: string, message: string): JobVerdict => ({
    exitCode,
    sentence: message,
    error: { code, message },
  });

  if (counts.waiting > 0 || summary.state === 'stopped') {
    if (why === 'interrupted')
      return said(
        signal ?? EXIT.interrupted,
        'cancelled',
        unanswered === 0
          ? `Interrupted. Every row on its way was answered; the others wait. ${goOn}`
          : `Interrupted. ${waiting}`,
      );
    const without =
      waitedFor === 'count'
        ? ` Without that count, "batch resume ${id} --only-new" compares the waiting rows with the campaign first; "batch resume ${id} --go-on" sends them as they are.`
        : '';
    if (why === 'quota') return said(EXIT.stopped, 'rateLimited', `${reason} ${waiting}${without}`);
    if (why === 'unreachable' && waitedFor === 'count')
      return said(EXIT.stopped, 'network', `${reason} ${waiting}${without}`);
    if (why === 'unreachable' && waitedFor === 'team') return said(EXIT.stopped, 'team', `${reason} ${waiting}`);
    if (why === 'unreachable') {
      const wasReached = counts.created + counts.refused + counts.unknown > 0;
      return said(wasReached ? EXIT.stopped : EXIT.usage, 'network', `${reason} ${waiting}`);
    }
    if (summary.state === 'stopped')
      return said(byCounts(summary), 'cancelled', 'The import was stopped in the app or by another command.');
    if (summary.state === 'paused' && holdKind === undefined)
      return said(EXIT.unknown, 'cancelled', `Paused in the app or by another command. ${waiting}`);
    switch (holdKind) {
      case 'auth':
      case 'forbidden':
        return said(EXIT.stopped, holdKind, `${reason} ${waiting}`);
      case 'encryption':
      case 'journal':
        return said(EXIT.usage, holdKind === 'journal' ? 'file' : 'network', `${reason} ${waiting}`);
      case 'teamPerson':
        return said(EXIT.usage, 'team', `${reason} ${waiting}`);
      case 'team':
        return said(EXIT.stopped, 'team', `${reason} ${waiting}`);
      case 'unreadable':
        return said(counts.unknown > 0 ? EXIT.unknown : EXIT.usage, 'network', `${reason} ${goOn}`);
      case 'trial':
        return said(EXIT.unknown, 'cancelled', `${reason} ${goOn}`);
      case 'older':
        return said(
          EXIT.unknown,
          'unknown',
          `${reason} "batch resume ${id} --only-new" compares the waiting rows with the campaign, leaves out those that it holds, and goes on; "batch resume ${id} --go-on" sends them as they are. Unknown rows stay unknown.`,
        );
      case 'stopRule':
        return said(byCounts(summary), 'rejected', `${reason} ${goOn}`);
      case undefined:
      case 'trouble':
      case 'daily':
      case 'minute':
      case 'offline':
      case 'planned':
      case 'count':
        return said(EXIT.unknown, 'network', `${reason} ${goOn}`);
    }
  }
  const sentence =
    counts.unknown > 0
      ? `${summary.reason} Lead Console never sends them again on its own. Open the app and decide for each row.`
      : counts.refused > 0
        ? `The service refused rows; ${hasResult ? 'the result file says why' : `"batch result ${id} FILE" writes a file that says why`}.`
        : '';
  return { exitCode: byCounts(summary), sentence, error: null };
}

function unansweredWords(rows: number): string {
  if (rows === 0) return '';
  const which =
    rows === 1 ? '1 row was sent, and its answer is' : `${format.number(rows)} rows were sent, and their answers are`;
  return `${which} not written down: unknown now. `;
}

function byCounts({ counts }: JobSummary): ExitCode {
  if (counts.unknown > 0) return EXIT.unknown;
  return counts.refused > 0 ? EXIT.refused : EXIT.done;
}
