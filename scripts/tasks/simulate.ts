import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { campaign, note, type Report, say } from '../campaign/frame.ts';
import { plant, type Plant } from '../simulation/planting.ts';
import { plants } from '../simulation/plants.ts';

/** Lives when nobody says how many; of a planted bug those that stand with it. */
const USUAL = 1000;
const usage = `npm run simulate -- [--lives N] [--seed S] [--only EVENTS] [--watch] [--whole] [--plant NAME]

Lives N lives (${USUAL}) of imports in one process: the journal, the client and the jobs of the product with a simulated clock and
network, on real files between any two writes of which its programs die. Seed S (1) is the first life, the next ones follow.
Laws are looked at after each step. Ends with 1 when one is broken, and says how the life is lived again, with the fewest of
its events.

--only 1,4,7  only these events happen
--watch       tells each life as a story
--whole       leaves a broken life as long as it is
--plant NAME  puts a known bug into the product, in memory, and demands that it is found within the lives that stand with it;
              all: one after the other. ${plants.length} are known:
${plants.map(({ name, says, within }) => `              ${name.padEnd(30)} ${says} (${within})`).join('\n')}
`;

await campaign(
  { usage, numbers: { lives: USUAL, seed: 1 }, texts: ['only', 'plant'], flags: ['watch', 'whole'] },
  async ({ lives, seed }, { only, plant: [name] }, flags) => {
    if (name === 'all') return allPlants(seed);
    const planted = name === undefined ? null : plantNamed(name);
    if (planted !== null) plant(planted);
    // Not before: the product is loaded with the bug in it.
    const { simulate } = await import('../simulation/simulation.ts');
    let lived = 0;
    const ids = only.flatMap((list) => list.split(',')).map(Number);
    const { broken, ...result } = await simulate({
      lives: planted !== null && lives === USUAL ? planted.within : lives,
      seed,
      most: planted === null ? 5 : 1,
      isWhole: flags.has('whole'),
      ...(ids.length === 0 ? {} : { only: new Set(ids) }),
      onLife: ({ story }) => {
        lived += 1;
        if (flags.has('watch')) for (const line of story) say(line);
        else if (lived % 500 === 0) note(`${lived} lives`);
      },
    });
    const with_ = planted === null ? '' : ` --plant ${planted.name}`;
    const lines = broken.flatMap(({ seed: life, words, events, of }) => [
      `life ${life}: ${words}`,
      `  again, with ${events.length} of ${of} events: npm run simulate -- --lives 1 --seed ${life} --only ${events.join(',')} --watch${with_}`,
    ]);
    const figures = { lived: result.lives, ...result.figures, livesPerSecond: perSecond(result.lives, result.took) };
    return planted === null
      ? { lines, figures, broken: broken.map(({ words }) => words) }
      : ofPlant(planted, lines, figures);
  },
);

function plantNamed(name: string): Plant {
  const found = plants.find((one) => one.name === name);
  if (found !== undefined) return found;
  process.stderr.write(`There is no planted bug ${name}.\n\n${usage}`);
  process.exit(2);
}

/** A planted bug that is not found breaks the promise. */
function ofPlant({ name, within }: Plant, lines: readonly string[], figures: Report['figures']): Report {
  return {
    lines,
    figures,
    broken:
      lines.length > 0
        ? []
        : [`${name} is not found in ${String(figures['lived'])} lives, and should be within ${within}`],
  };
}

/** Each in a process of its own: a module is loaded once. */
function allPlants(seed: number): Report {
  const lines: string[] = [];
  const broken: string[] = [];
  for (const { name, within } of plants) {
    const args = [...process.execArgv, import.meta.filename, '--plant', name, '--seed', String(seed), '--whole'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const told = stdout.trimEnd().split('\n');
    const figures = JSON.parse(told.at(-1) ?? '{}') as { lived?: number };
    lines.push(
      `${name.padEnd(30)} ${status === 0 ? `found in life ${figures.lived}` : 'not found'}: ${told[0]?.slice(0, 140)}`,
    );
    note(lines.at(-1) ?? '');
    if (status !== 0) broken.push(`${name} is not found within ${within} lives`);
  }
  return {
    lines,
    figures: {
      plants: plants.length,
      found: plants.length - broken.length,
      processors: availableParallelism(),
      processor: cpus()[0]?.model,
    },
    broken,
  };
}

function perSecond(count: number, milliseconds: number): number {
  return Math.round((count * 10_000) / milliseconds) / 10;
}
