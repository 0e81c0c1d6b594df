import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFiles } from './files.ts';
import { type LifeResult, live } from './life.ts';
import { type Plan, planOf } from './plan.ts';
import { makeTemplate } from './template.ts';
import { watchTurns } from './turns.ts';

/** A life in which a law was broken, and the fewest of its events that still break it. */
export interface BrokenLife {
  readonly seed: number;
  readonly words: string;
  readonly events: readonly number[];
  readonly of: number;
  readonly story: readonly string[];
}

export interface SimulationOptions {
  readonly lives: number;
  /** Seed of the first life; the others follow. */
  readonly seed: number;
  /** Ids of the events that happen, all when left out. */
  readonly only?: ReadonlySet<number>;
  /** Broken lives after which no other is lived. */
  readonly most: number;
  /** A broken life is told with all its events, not with the fewest. */
  readonly isWhole?: boolean;
  readonly onLife?: (result: LifeResult) => void;
}

export interface SimulationResult {
  readonly lives: number;
  readonly figures: LifeResult['figures'];
  readonly broken: readonly BrokenLife[];
  /** Milliseconds. */
  readonly took: number;
}

/** Lives that are lived to make a broken one shorter, at most. */
const MOST_TRIES = 150;

/** Lives lives, one after the other, in a folder of its own. Nothing else may run in this process meanwhile. */
export async function simulate({
  lives,
  seed,
  only,
  most,
  isWhole = false,
  onLife,
}: SimulationOptions): Promise<SimulationResult> {
  // In memory where there is such a disk: what a program forces to the disk is simulated here.
  const home = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : realpathSync(tmpdir()), 'lead-console-simulation-'),
  );
  using _turns = watchTurns();
  using _files = watchFiles();
  try {
    const template = await makeTemplate(home);
    const begun = performance.now();
    const sums: Record<string, number> = {};
    const broken: BrokenLife[] = [];
    let count = 0;
    for (; count < lives && broken.length < most; count += 1) {
      const plan = planOf(seed + count);
      const result = await live(plan, home, template, only);
      for (const [name, figure] of Object.entries(result.figures)) sums[name] = (sums[name] ?? 0) + figure;
      onLife?.(result);
      if (result.broken !== null)
        broken.push(
          await shortest(plan, result, only, (ids) => live(plan, home, template, ids), isWhole ? 0 : MOST_TRIES),
        );
    }
    return { lives: count, figures: sums as unknown as LifeResult['figures'], broken, took: performance.now() - begun };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Takes out events, many at first and then one by one, as long as the same law is broken. @param most lives that it takes */
async function shortest(
  { seed, events }: Plan,
  found: LifeResult,
  only: ReadonlySet<number> | undefined,
  relive: (ids: ReadonlySet<number>) => Promise<LifeResult>,
  most: number,
): Promise<BrokenLife> {
  const law = found.broken?.law ?? '';
  let best = found;
  let kept = events.map(({ id }) => id).filter((id) => only?.has(id) !== false);
  let tries = 0;
  for (
    let size = kept.length >> 1;
    size >= 1 && tries < most;
    size = size === 1 && kept.length > 1 ? size : size >> 1
  ) {
    const before = kept.length;
    for (let from = 0; from < kept.length && tries < most; tries += 1) {
      const fewer = kept.filter((_, index) => index < from || index >= from + size);
      const result = await relive(new Set(fewer));
      if (result.broken?.law === law) {
        kept = fewer;
        best = result;
      } else from += size;
    }
    if (size === 1 && kept.length === before) break;
  }
  return { seed, words: best.broken?.message ?? '', events: kept, of: events.length, story: best.story };
}
