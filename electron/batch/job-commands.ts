import { countsLine, countsText, type FollowTools } from './follow-job.ts';
import { finishJob } from './end-job.ts';
import { EXIT, type ExitCode } from './trouble.ts';

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
  const line = jobs.length === 1 ? '1 import.' : `${jobs.length.toLocaleString('en')} imports.`;
  output.end(jobs.length === 0 ? 'This account has no imports.' : line, { jobs: jobs.length });
  return EXIT.done;
}

/**
 * Goes on with a job. Only a person's decision in the app sends an unknown row again. Without a new name the result goes
 * where the import was told to put it; that file is its own earlier result and is replaced.
 */
export async function resumeJob(tools: FollowTools, jobId: string, result: string | null): Promise<ExitCode> {
  const job = await tools.core.call('job:resume', { jobId });
  tools.output.say(`Resuming "${job.name}" into ${job.campaignCode}. ${countsText(job)}.`);
  return finishJob(tools, job, result ?? (await tools.core.resultPaths.find(job.id)));
}
