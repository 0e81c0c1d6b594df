import { notZero, sumOf, sumsBy } from '../campaign/frame.ts';
import { buildIfStale } from '../lib/build.ts';
import { type RoundResult, runRound } from './round.ts';
import type { Trouble } from './world.ts';

/*
 * The window and the batch, each the built program in a process of its own, on one data folder. Both are told at random what
 * people and schedules tell them: to begin, pause, stop, save and remove imports, exports, refreshes, comparisons, changes of
 * segments and datasets, also those of the other program. Now and then one of them is killed. Then the service's ledger, the
 * requests that passed and the folder are held against what both said.
 */

export type TwoPrograms = ReturnType<typeof judged>;

/** Milliseconds of a round, at most. Each has a new folder: removed things of an earlier one hide nothing. */
const ROUND = 120_000;

/** Promises that were broken, a sentence each. */
export function brokenPromises({ figures }: TwoPrograms): string[] {
  const { twice, lost, ghosts, falseAnswers, ended, bugs, late } = figures;
  return notZero({ twice, lost, ghosts, falseAnswers, ended, bugs, late });
}

/**
 * @param seed the same seed draws the same commands; what they meet is the machine's affair
 * @param fewest commands that each round carries out at least, however long a busy machine takes for them
 */
export async function twoPrograms(
  minutes: number,
  seed: number,
  tell: (line: string) => void = () => undefined,
  fewest = 0,
): Promise<TwoPrograms> {
  if (!(await buildIfStale())) throw new Error('The programs could not be built.');
  const results: RoundResult[] = [];
  const endAt = Date.now() + minutes * 60_000;
  for (let round = 0; Date.now() < endAt; round += 1) {
    const result = await runRound(Math.min(ROUND, endAt - Date.now()), seed * 1_000 + round, fewest);
    results.push(result);
    tell(`round ${round + 1}: ${result.accepted} leads, ${result.batches} batches, ${result.troubles.length} troubles`);
    for (const { kind, words } of result.troubles) tell(`  ${kind}: ${words}`);
  }
  return judged(results);
}

function judged(results: readonly RoundResult[]) {
  const troubles = results.flatMap((result) => result.troubles);
  const of = (kind: Trouble) => troubles.filter((trouble) => trouble.kind === kind).length;
  const commands = sumsBy(
    results.flatMap((result) => result.commands),
    (command) => command,
  );
  const all = commands.map(([, counts]) => counts);
  const refusals = sumsBy(
    results.flatMap((result) => result.refusals),
    (words) => [words, { times: 1 }],
  );
  return {
    figures: {
      rounds: results.length,
      commands: sumOf(all, ({ asked }) => asked),
      /** Commands for work that the other program was doing. */
      met: sumOf(all, ({ met }) => met),
      refused: sumOf(all, ({ refused }) => refused),
      accepted: sumOf(results, ({ accepted }) => accepted),
      batches: sumOf(results, ({ batches }) => batches),
      twice: sumOf(results, ({ twice }) => twice),
      lost: sumOf(results, ({ lost }) => lost),
      /** What was removed and is there, and what no program does and is said to be done. */
      ghosts: of('ghost'),
      falseAnswers: of('false'),
      /** Programs that ended, and nobody had ended them. */
      ended: of('ended'),
      bugs: of('bug'),
      /** Answers that took longer than anybody may take to let go. */
      late: of('late'),
    },
    commands,
    /** Why commands were refused, with how often, the most frequent first. */
    refusals: refusals.sort(([, one], [, other]) => other.times - one.times),
    troubles: troubles.map(({ kind, words }) => `${kind}: ${words}`),
  };
}
