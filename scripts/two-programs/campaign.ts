import { buildIfStale } from '../lib/build.ts';
import { type RoundResult, runRound } from './round.ts';

/*
 * The window and the batch, each the built program in a process of its own, on one data folder. Both are told at random what
 * people and schedules tell them: to begin, pause, stop, save and remove imports, exports, refreshes, comparisons, changes of
 * segments and datasets, also those of the other program. Now and then one of them is killed. Then the service's ledger, the
 * requests that passed and the folder are held against what both said.
 */

export interface TwoProgramsFigures {
  readonly rounds: number;
  readonly commands: number;
  /** Commands for work that the other program was doing. */
  readonly met: number;
  readonly refused: number;
  readonly accepted: number;
  readonly batches: number;
  readonly twice: number;
  readonly lost: number;
  /** What was removed and is there, and what no program does and is said to be done. */
  readonly ghosts: number;
  readonly falseAnswers: number;
  /** Programs that ended, and nobody had ended them. */
  readonly ended: number;
  readonly bugs: number;
  /** Answers that took longer than anybody may take to let go. */
  readonly late: number;
}

export interface TwoPrograms {
  readonly figures: TwoProgramsFigures;
  readonly commands: ReadonlyMap<string, { asked: number; refused: number; cut: number; met: number }>;
  /** Why commands were refused, each sentence once, with how often. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly troubles: readonly string[];
}

/** Milliseconds of a round, at most. Each has a new folder: removed things of an earlier one hide nothing. */
const ROUND = 120_000;

/** Promises that were broken, a sentence each. */
export function brokenPromises({ twice, lost, ghosts, falseAnswers, ended, bugs, late }: TwoProgramsFigures): string[] {
  const none = { twice, lost, ghosts, falseAnswers, ended, bugs, late };
  return Object.entries(none).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}, not 0`] : []));
}

/** @param seed the same seed draws the same commands; what they meet is the machine's affair */
export async function twoPrograms(
  minutes: number,
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<TwoPrograms> {
  if (!(await buildIfStale())) throw new Error('The programs could not be built.');
  const results: RoundResult[] = [];
  const endAt = Date.now() + minutes * 60_000;
  for (let round = 0; Date.now() < endAt; round += 1) {
    const result = await runRound(Math.min(ROUND, endAt - Date.now()), seed * 1_000 + round);
    results.push(result);
    tell(`round ${round + 1}: ${result.accepted} leads, ${result.batches} batches, ${result.troubles.length} troubles`);
    for (const { kind, words } of result.troubles) tell(`  ${kind}: ${words}`);
  }
  return judged(results);
}

function judged(results: readonly RoundResult[]): TwoPrograms {
  const sum = (of: (result: RoundResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const troubles = results.flatMap((result) => result.troubles);
  const of = (kind: string) => troubles.filter((trouble) => trouble.kind === kind).length;
  const commands = new Map<string, { asked: number; refused: number; cut: number; met: number }>();
  for (const [name, counts] of results.flatMap((result) => [...result.commands])) {
    const own = commands.get(name) ?? { asked: 0, refused: 0, cut: 0, met: 0 };
    for (const key of ['asked', 'refused', 'cut', 'met'] as const) own[key] += counts[key];
    commands.set(name, own);
  }
  const refusals = new Map<string, number>();
  for (const words of results.flatMap((result) => result.refusals)) refusals.set(words, (refusals.get(words) ?? 0) + 1);
  const all = [...commands.values()];
  const figures: TwoProgramsFigures = {
    rounds: results.length,
    commands: all.reduce((total, { asked }) => total + asked, 0),
    met: all.reduce((total, { met }) => total + met, 0),
    refused: all.reduce((total, { refused }) => total + refused, 0),
    accepted: sum(({ accepted }) => accepted),
    batches: sum(({ batches }) => batches),
    twice: sum(({ twice }) => twice),
    lost: sum(({ lost }) => lost),
    ghosts: of('ghost'),
    falseAnswers: of('false'),
    ended: of('ended'),
    bugs: of('bug'),
    late: of('late'),
  };
  return { figures, commands, refusals, troubles: troubles.map(({ kind, words }) => `${kind}: ${words}`) };
}
