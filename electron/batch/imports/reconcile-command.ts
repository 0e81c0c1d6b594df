import { PAGE_LIMIT } from '../../../shared/contract/primitives.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { finishJob } from './end-job.ts';
import { refuseStopped, resultTarget } from './job-commands.ts';
import { countsLine, countsText } from './follow-job.ts';
import { callUntilSignal, refuseInterrupted } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

interface ReconcileOptions {
  readonly job: string;
  readonly apply: boolean;
  /** Null: where the import was told to put it. */
  readonly result: string | null;
}

/**
 * Looks for the unknown rows of a job in the service, and prints a line for each. With `apply` it links what exists and
 * sends once what is absent. Ends with 0 when every row has a conclusive verdict.
 */
export async function reconcileJob(tools: FollowTools, options: ReconcileOptions): Promise<ExitCode> {
  const { core, output } = tools;
  const jobId = options.job;
  const found = await callUntilSignal(tools, 'job:look', { jobId });
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { verdicts } = await core.call('job:verdicts', { jobId, offset, limit: PAGE_LIMIT });
    for (const { row, verdict, leadId, evidence } of verdicts) {
      output.say(`Row ${row}: ${verdict}. ${evidence}`);
      output.tell({ row, verdict, lead: leadId, evidence });
    }
    if (verdicts.length < PAGE_LIMIT) break;
  }
  const { exists, absent, several, unclear } = found;
  const look = { exists, absent, several, unclear };
  if (options.apply && exists + absent > 0) {
    // What runs is paused only after its first rows may have left.
    refuseInterrupted(tools.interruption);
    if (absent > 0) await refuseStopped(tools, jobId);
    const applied = await core.call('job:applyVerdicts', { jobId });
    if (applied.isElsewhere === true && applied.state === 'running') {
      // Whoever follows a job pauses it at a signal or a used-up day: only the program that runs it may do that.
      output.warn(
        `Another Lead Console on this computer runs this import${absent > 0 ? ', and sends the absent rows' : ''}. "batch result ${jobId} FILE" writes its result at any time.`,
      );
      output.end(`${countsText(applied)}. Job ${jobId}.`, { ...countsLine(applied), ...look, state: applied.state });
      return EXIT.unknown;
    }
    // An import that was interrupted is paused; the absent rows are to be sent all the same.
    const job = absent > 0 && applied.state === 'paused' ? await core.call('job:resume', { jobId }) : applied;
    // Rows without a conclusive verdict stay unknown, and the job ends by its counts.
    return finishJob(tools, job, await resultTarget(tools, jobId, options.result));
  }
  const { summary } = await core.call('job:get', { jobId });
  const rows = exists + absent + several + unclear;
  const others = Math.max(0, summary.counts.unknown - rows);
  const notLooked =
    others === 0
      ? ''
      : ` Not looked for: ${format.count(others, 'unknown row')} of which the journal kept nothing to compare, or that became unknown since.`;
  output.end(
    `${format.count(rows, 'unknown row')}: ${format.count(exists, 'exists', 'exist')}, ${absent} absent, ${several + unclear} unclear. ${countsText(summary)}.${notLooked}`,
    { ...countsLine(summary), ...look, looked: found.looked, ...(others === 0 ? {} : { notLooked: others }) },
  );
  return several + unclear + others === 0 ? EXIT.done : EXIT.unknown;
}
