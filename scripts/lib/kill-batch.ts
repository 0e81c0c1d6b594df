import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { BatchDesk, RunningCommand } from './batch-desk.ts';

/** Milliseconds of the longest life of a victim from its first word on: then it sends. */
const LONGEST_LIFE = 6_000;
/** The share of lives that may end before the first word. */
const DEATHS_AT_START = 0.1;

export interface Killed {
  readonly kills: number;
  /** Rows that arrived, and those of them that the program does not know for sure. */
  readonly arrived: number;
  readonly unknown: number;
  readonly broken: readonly string[];
}

export interface KillPlan {
  readonly kills: number;
  /** Draws the moments. */
  readonly seed: number;
  readonly rows: number;
}

/**
 * Kills the batch while it imports, with no chance to tidy up, resumes it and kills it again; then lets it come to its end.
 */
export async function killBatch(desk: BatchDesk, { kills, seed, rows }: KillPlan): Promise<Killed> {
  const random = seededRandom(seed);
  const data = desk.pathOf(join(desk.folder, 'killed'));
  const access = ['--url', desk.service.url, '--data-dir', data, '--json'];
  const first = desk.import(desk.people('killed.csv', rows), data);
  let done = 0;
  while (done < kills) {
    const job = await jobOf(desk, access);
    if (job?.waiting === 0) break;
    const program = desk.start(...(job === null ? first : ['resume', job.job, ...access]));
    // One in ten dies while it starts. On a busy computer that takes longer than any life, and no row would ever leave.
    const life = async () => {
      if (random() >= DEATHS_AT_START) await hasSpoken(program);
      await sleep(random() * LONGEST_LIFE);
      return 'alive' as const;
    };
    if ((await Promise.race([program.ended, life()])) !== 'alive') continue;
    program.kill();
    await program.ended;
    done += 1;
  }
  const open = await jobOf(desk, access);
  if (open !== null && open.waiting > 0) await desk.batch('resume', open.job, ...access);
  const last = await jobOf(desk, access);
  const arrived = desk.service.ledger.entries().length;
  if (last === null) return { kills: done, arrived, unknown: 0, broken: ['the job is not listed'] };
  const { created, unknown, waiting, refused, skipped } = last;
  return {
    kills: done,
    arrived,
    unknown,
    broken: [
      ...desk.twice.map((name) => `"${name}" arrived twice`),
      ...(created + unknown + waiting + refused + skipped === rows
        ? []
        : [`counts ${JSON.stringify(last)} are not ${rows}`]),
      ...(arrived >= created && arrived <= created + unknown
        ? []
        : [`${arrived} arrived, ${created} created, ${unknown} unknown`]),
      ...(waiting === 0 ? [] : [`${waiting} rows still wait`]),
    ],
  };
}

/** Resolves when the program has written something, or has ended. */
async function hasSpoken(program: RunningCommand): Promise<void> {
  let isOver = false;
  const ending = program.ended.finally(() => (isOver = true));
  ending.catch(() => undefined);
  while (!isOver && program.out() === '') await sleep(50);
}

/** As `batch jobs --json` tells a job. */
interface Job {
  readonly job: string;
  readonly created: number;
  readonly unknown: number;
  readonly waiting: number;
  readonly refused: number;
  readonly skipped: number;
}

async function jobOf(desk: BatchDesk, access: readonly string[]): Promise<Job | null> {
  const { out } = await desk.batch('jobs', ...access);
  const lines = out.split('\n').filter((text) => text.startsWith('{'));
  return lines.map((text) => JSON.parse(text) as Job).find((found) => 'job' in found) ?? null;
}
