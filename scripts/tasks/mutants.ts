import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../lib/project.ts';
import { oneLine } from '../lib/syntax.ts';
import { figures, judge, killedIn, percent, readJudged, sentenceOf, wantedPercent } from '../mutants/judged.ts';
import type { Mutant } from '../mutants/judged.ts';
import { runsFor } from '../mutants/runs.ts';
import { sampleChanges } from '../mutants/run-changes.ts';
import { runStryker } from '../mutants/run-stryker.ts';

const usage = `npm run mutants -- [PATH...] [--minutes N | --changes N] [--seed S] [--sampled]

Changes one operator or condition at a time, then takes out statements and changes numbers for N minutes (10; 0 leaves them
out), those that seed S draws (1), and shows which changes no spec notices. --changes tries N changes of all four kinds instead,
drawn evenly from all files, however long it takes. --sampled leaves operators and conditions out.
Takes minutes for a folder and is not part of npm test. Survivors that were judged stand in docs/mutants.md. Ends with 1 when
fewer are noticed than wanted, and when specs fail without a change.
`;

const report = join(root, 'test-results/mutants.json');

process.exitCode = await main(process.argv.slice(2));

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        changes: { type: 'string' },
        seed: { type: 'string', default: '1' },
        sampled: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const read = options(args);
  if (typeof read === 'string') {
    process.stderr.write(`${read}\n\n${usage}`);
    return 2;
  }
  const { values, positionals } = read;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const judged = readJudged(readFileSync(join(root, 'docs/mutants.md'), 'utf8'));
  const runs = runsFor(positionals);
  const minutes = Number(values.minutes);
  const changes = values.changes === undefined ? null : Number(values.changes);
  const mutants: Mutant[] = [];
  const isEvenDraw = changes !== null;
  if (!values.sampled && !isEvenDraw) for (const run of runs) mutants.push(...(await runStryker(run)));
  const withOperators = !values.sampled && isEvenDraw;
  const sample =
    minutes > 0 ? await sampleChanges(runs, { minutes, changes, seed: Number(values.seed), withOperators }) : null;
  mutants.push(...(sample?.mutants ?? []));
  for (const failure of sample?.failing ?? []) process.stdout.write(`${failure}\n`);

  const { open, stale } = judge(mutants, judged, (path) => oneLine(readFileSync(join(root, path), 'utf8')));
  for (const survivor of open) process.stdout.write(`${sentenceOf(survivor)}\n`);
  for (const { path, original, mutated } of stale)
    process.stdout.write(`stale in docs/mutants.md: ${path} ${original} → ${mutated}\n`);
  for (const [folder, { killed, all }] of figures(mutants)) process.stdout.write(`${line(folder, killed, all)}\n`);

  const killed = killedIn(mutants);
  const reached = percent(killed, mutants.length);
  process.stdout.write(`${line('together', killed, mutants.length)}; ${open.length} survivors are not judged\n`);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, `${JSON.stringify({ killed, all: mutants.length, percent: reached, open, stale }, null, 2)}\n`);
  if (reached >= wantedPercent) return sample === null || sample.failing.length === 0 ? 0 : 1;
  process.stdout.write(`Wanted: ${wantedPercent} %. Give each survivor a spec, or a reason in docs/mutants.md.\n`);
  return 1;
}

function line(name: string, killed: number, all: number): string {
  return `${percent(killed, all).toFixed(1).padStart(5)} %  ${killed} of ${all} killed  ${name}`;
}
