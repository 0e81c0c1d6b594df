import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { startImport } from '../campaign/imports.ts';
import { type CoreDesk, openCoreDesk } from '../lib/core-desk.ts';
import { tellJobs } from '../lib/told-jobs.ts';
import { armKillPoint, type KillPoint } from './kill-points.ts';

/*
 * The program that is killed: the real core in a process of its own. It goes on with the import of a file, or begins it.
 * Its orders are the first argument, as JSON; what it says goes to standard output, a line each.
 */

export interface Orders {
  readonly dataFolder: string;
  readonly url: string;
  readonly file: string;
  /** Milliseconds by which the clock of this computer is wrong. */
  readonly offset: number;
  readonly killAt: KillPoint | null;
  /** `look`: looks for unknown rows. `save`: saves the result. `end`: stops what waits, and tells every row. */
  readonly task: 'send' | 'look' | 'save' | 'end';
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const orders = JSON.parse(process.argv[2] ?? '') as Orders;
if (orders.killAt !== null) armKillPoint(orders.killAt);
const { dataFolder, url, offset, task } = orders;
try {
  await using desk = await openCoreDesk({ dataFolder, url, speed: 1, offset });
  say('open');
  if (task === 'look') await look(desk);
  else if (task === 'save') await save(desk);
  if (task === 'end') await end(desk);
  else await send(desk);
} catch (error) {
  say(`refused ${error instanceof Error ? error.message : String(error)}`);
}

async function jobs(desk: CoreDesk): Promise<readonly JobSummary[]> {
  return (await desk.call('job:list', {})).jobs;
}

async function send(desk: CoreDesk): Promise<void> {
  const name = `file-${orders.file.replaceAll(/\D/g, '').padStart(8, '0')}`;
  const own = (await jobs(desk)).find((job) => orders.file.endsWith(job.fileName));
  const id = own?.id ?? (await begin(desk, name));
  let told = '';
  let bugs = 0;
  for (let isFirst = true; ; isFirst = false) {
    const { summary } = await desk.call('job:get', { jobId: id });
    if (summary.counts.waiting === 0) return void say('done');
    const standing = standingOf(summary);
    if (standing !== told) say(standing);
    told = standing;
    for (; bugs < desk.bugs.length; bugs += 1) say(`bug ${(desk.bugs[bugs] ?? '').replaceAll(/\s+/g, ' ')}`);
    // A person, who is asked for everything, and goes on.
    if (isFirst || summary.state === 'needsYou' || summary.state === 'paused') {
      if (!isFirst) say(`held ${summary.reason}`);
      await desk.call('job:resume', { jobId: id, goOn: summary.holdKind === 'older' });
      if (isFirst) say('going');
    }
    await setTimeout(20);
  }
}

/** What a job that stands still waits for. */
function standingOf({ state, holdKind, reason, rateReason, resumeAt }: JobSummary): string {
  const until = resumeAt === null ? '' : new Date(resumeAt).toISOString();
  return `now ${[state, holdKind, reason, rateReason, until].filter(Boolean).join(', ')}`;
}

async function begin(desk: CoreDesk, token: string): Promise<string> {
  const { file } = orders;
  desk.core.grant({ token, path: file, name: basename(file), access: 'read' });
  return startImport(desk.call, token);
}

async function look(desk: CoreDesk): Promise<void> {
  const doubtful = (await jobs(desk)).find(({ counts }) => counts.unknown > 0);
  if (doubtful === undefined) return;
  await desk.call('job:look', { jobId: doubtful.id, callId: 'kill-look' }).catch((error: unknown) => {
    say(`look ${String(error)}`);
  });
}

async function save(desk: CoreDesk): Promise<void> {
  const [job] = await jobs(desk);
  if (job === undefined) return;
  const path = join(orders.dataFolder, '..', `result-${Date.now()}.csv`);
  desk.core.grant({ token: 'file-00000000', path, name: 'result.csv', access: 'write' });
  say('saving');
  await desk.call('job:saveResult', { jobId: job.id, token: 'file-00000000', callId: 'kill-save' });
}

async function end(desk: CoreDesk): Promise<void> {
  for await (const told of tellJobs(desk)) say(`job ${JSON.stringify(told)}`);
  say('told');
}
