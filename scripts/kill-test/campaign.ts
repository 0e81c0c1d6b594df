import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addsUp, lostOf, type TellRow, untrueOf } from '../lib/told-jobs.ts';
import { type LaneResult, runLane } from './lane.ts';
import { nightOf } from './lives.ts';

/*
 * Ends the real core by SIGKILL again and again, at random times and at every step of a row, and then counts at the service
 * what arrived and in the journal what is known of it.
 */

export interface KillFigures {
  readonly kills: number;
  readonly jobs: number;
  readonly rows: number;
  readonly accepted: number;
  /** Leads that the service accepted more than once. */
  readonly twice: number;
  /** Rows that no job counts any more, and leads that arrived and are neither created nor unknown. */
  readonly lost: number;
  /** Rows that a job calls created and the service does not know. */
  readonly untrue: number;
  /** Jobs whose states do not add up to their rows. */
  readonly notAddingUp: number;
  /** Rows that are on their way although nothing runs. */
  readonly intentsLeft: number;
  /** Unknown rows that the list of unknown rows does not show. */
  readonly unlisted: number;
  /** Unknown rows in all, and those that are unknown because of a kill. */
  readonly unknown: number;
  readonly inDoubt: number;
  readonly inDoubtPerKill: number;
  /** Lives in which the job stood still: nothing came forward in ninety seconds. */
  readonly stuck: number;
}

export interface KillTest {
  readonly figures: KillFigures;
  /** By kind: kills, those that met their moment, and rows on their way right after them. */
  readonly kinds: ReadonlyMap<string, { readonly kills: number; readonly met: number; readonly doubts: number }>;
  /** Kills in a night in which clocks are set, by its name: before and after that. */
  readonly nights: ReadonlyMap<string, { readonly before: number; readonly after: number }>;
  readonly said: readonly string[];
  /** What the lives said last whose job stood still. */
  readonly stood: readonly string[];
  /** A disk could be filled up and made read-only. */
  readonly hasDisk: boolean;
}

/** Rows a kill may leave in doubt at 240 rows a minute. */
const MOST_IN_DOUBT = 1.5;
const BY_KILL = /ended before the answer was read|the program ended in that moment/;

/** The promises that were broken, a sentence each. */
export function brokenPromises(figures: KillFigures): string[] {
  const { twice, lost, untrue, notAddingUp, intentsLeft, unlisted, stuck, inDoubtPerKill } = figures;
  const none = { twice, lost, untrue, notAddingUp, intentsLeft, unlisted, stuck };
  const broken = Object.entries(none).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}, not 0`] : []));
  return inDoubtPerKill > MOST_IN_DOUBT ? [...broken, `rows in doubt a kill: ${inDoubtPerKill}`] : broken;
}

/**
 * @param lanes data folders that are killed at the same time, each with a service of its own
 * @param seed the same seed draws the same kills; when the machine meets them is its own affair
 */
export async function killTest(kills: number, seed: number, lanes: number): Promise<KillTest> {
  const root = mkdtempSync(join(tmpdir(), 'lead-console-kill-'));
  try {
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
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function judged(results: readonly LaneResult[]): KillTest {
  const sum = (of: (result: LaneResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const rowsOf = ({ jobs }: LaneResult) => jobs.flatMap(({ rows }) => rows);
  const kills = results.flatMap((result) => result.kills);
  const inDoubt = sum(
    (result) => rowsOf(result).filter(({ state, reason }) => state === 'unknown' && BY_KILL.test(reason)).length,
  );
  const kinds = new Map<string, { kills: number; met: number; doubts: number }>();
  for (const { kind, doubts, wasMet } of kills) {
    const own = kinds.get(kind) ?? { kills: 0, met: 0, doubts: 0 };
    kinds.set(kind, { kills: own.kills + 1, met: own.met + (wasMet ? 1 : 0), doubts: own.doubts + doubts });
  }
  const nights = new Map<string, { before: number; after: number }>();
  for (const { night } of kills) {
    if (night === null) continue;
    const own = nights.get(night.name) ?? { before: 0, after: 0 };
    own[night.isOver ? 'after' : 'before'] += 1;
    nights.set(night.name, own);
  }
  const figures: KillFigures = {
    kills: kills.length,
    jobs: sum(({ jobs }) => jobs.length),
    rows: sum((result) => rowsOf(result).length),
    accepted: sum(({ accepted }) => accepted.length),
    twice: sum(({ accepted }) => accepted.length - new Set(accepted).size),
    lost: sum(({ jobs, accepted }) => lostOf(jobs, accepted)),
    untrue: sum(({ jobs, accepted }) => untrueOf(jobs, accepted)),
    notAddingUp: sum(({ jobs }) => jobs.filter((job) => !addsUp(job)).length),
    intentsLeft: sum((result) => rowsOf(result).filter(({ state }) => state === 'intent').length),
    unlisted: sum(({ jobs }) =>
      jobs.reduce((total, job) => total + unknownIn(job.rows) - Math.min(unknownIn(job.rows), job.unknownListed), 0),
    ),
    unknown: sum((result) => unknownIn(rowsOf(result))),
    inDoubt,
    inDoubtPerKill: Math.round((inDoubt / Math.max(1, kills.length)) * 1_000) / 1_000,
    stuck: kills.filter(({ stuck }) => stuck !== null).length,
  };
  return {
    figures,
    kinds,
    nights,
    said: [...new Set(results.flatMap((result) => result.said))],
    stood: kills.flatMap(({ stuck }) => stuck ?? []),
    hasDisk: results.some((result) => result.hasDisk),
  };
}

const unknownIn = (rows: readonly TellRow[]) => rows.filter(({ state }) => state === 'unknown').length;
