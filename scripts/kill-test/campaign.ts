import { join } from 'node:path';
import { inFolder, notZero, sumOf, sumsBy } from '../campaign/frame.ts';
import { addsUp, lostOf, type TellRow, untrueOf } from '../lib/told-jobs.ts';
import { type LaneResult, runLane } from './lane.ts';
import { nightOf } from './lives.ts';

/*
 * Ends the real core by SIGKILL again and again, at random times and at every step of a row, and then counts at the service
 * what arrived and in the journal what is known of it.
 */

export type KillTest = ReturnType<typeof judged>;

/** Rows a kill may leave in doubt at 240 rows a minute. */
const MOST_IN_DOUBT = 1.5;
const BY_KILL = /ended before it kept an answer|the program ended in that moment/;

/** The promises that were broken, a sentence each. */
export function brokenPromises(figures: KillTest['figures']): string[] {
  const { twice, lost, untrue, notAddingUp, intentsLeft, unlisted, stuck, inDoubtPerKill } = figures;
  const broken = notZero({ twice, lost, untrue, notAddingUp, intentsLeft, unlisted, stuck });
  return inDoubtPerKill > MOST_IN_DOUBT ? [...broken, `rows in doubt a kill: ${inDoubtPerKill}`] : broken;
}

/**
 * @param lanes data folders that are killed at the same time, each with a service of its own
 * @param seed the same seed draws the same kills; when the machine meets them is its own affair
 */
export async function killTest(kills: number, seed: number, lanes: number): Promise<KillTest> {
  return inFolder('kill', async (root) => {
    const share = Math.ceil(kills / lanes);
    // All of them, also when one fails: the others still use the folder.
    const ended = await Promise.allSettled(
      Array.from({ length: lanes }, (_, lane) =>
        runLane(join(root, `lane-${lane}`), share, seed * 1_000 + lane, nightOf(lane)),
      ),
    );
    const results = ended.map((lane) => {
      if (lane.status === 'rejected') throw lane.reason;
      return lane.value;
    });
    return judged(results);
  });
}

const perKill = (rows: number, kills: number) => Math.round((rows / Math.max(1, kills)) * 1_000) / 1_000;

function judged(results: readonly LaneResult[]) {
  const kills = results.flatMap((result) => result.kills);
  const jobs = results.flatMap((result) => result.jobs);
  const rows = jobs.flatMap((job) => job.rows);
  const inDoubt = rows.filter(({ state, reason }) => state === 'unknown' && BY_KILL.test(reason)).length;
  const atRandom = kills.filter(({ kind }) => kind === 'random');
  const figures = {
    kills: kills.length,
    jobs: jobs.length,
    rows: rows.length,
    accepted: sumOf(results, ({ accepted }) => accepted.length),
    /** Leads that the service accepted more than once. */
    twice: sumOf(results, ({ accepted }) => accepted.length - new Set(accepted).size),
    /** Rows that no job counts any more, and leads that arrived and are neither created nor unknown. */
    lost: sumOf(results, (lane) => lostOf(lane.jobs, lane.accepted)),
    /** Rows that a job calls created and the service does not know. */
    untrue: sumOf(results, (lane) => untrueOf(lane.jobs, lane.accepted)),
    /** Jobs whose states do not add up to their rows. */
    notAddingUp: jobs.filter((job) => !addsUp(job)).length,
    /** Rows that are on their way although nothing runs. */
    intentsLeft: rows.filter(({ state }) => state === 'intent').length,
    /** Unknown rows that the list of unknown rows does not show. */
    unlisted: sumOf(jobs, (job) => Math.max(0, unknownIn(job.rows) - job.unknownListed)),
    /** Unknown rows in all, and those that are unknown because of a kill. */
    unknown: unknownIn(rows),
    inDoubt,
    inDoubtPerKill: perKill(inDoubt, kills.length),
    /** One kill in five waits for a moment in which a row is on its way, and so leaves one in doubt whatever the program does. */
    inDoubtPerRandomKill: perKill(
      sumOf(atRandom, ({ doubts }) => doubts),
      atRandom.length,
    ),
    /** Lives in which the job stood still: nothing came forward in ninety seconds. */
    stuck: kills.filter(({ stuck }) => stuck !== null).length,
  };
  return {
    figures,
    /** By kind: kills, those that met their moment, and rows on their way right after them. */
    kinds: sumsBy(kills, ({ kind, doubts, wasMet }) => [kind, { kills: 1, met: Number(wasMet), doubts }]),
    /** Kills in a night in which clocks are set, by its name: before and after that. */
    nights: sumsBy(
      kills.flatMap(({ night }) => night ?? []),
      ({ name, isOver }) => [name, { before: Number(!isOver), after: Number(isOver) }],
    ),
    said: [...new Set(results.flatMap((result) => result.said))],
    /** What the lives said last whose job stood still. */
    stood: kills.flatMap(({ stuck }) => stuck ?? []),
    /** A disk could be filled up and made read-only. */
    hasDisk: results.some((result) => result.hasDisk),
  };
}

const unknownIn = (rows: readonly TellRow[]) => rows.filter(({ state }) => state === 'unknown').length;
