import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from '../scripts/campaign/frame.ts';
import { atSpeed, type Bench, type BenchResult, SLOWEST } from './frame.ts';
import { toJson, toTable } from './report.ts';

/** Modules of this folder that are the frame itself, not benches. */
const frameModules = new Set(['apart', 'frame', 'machine-speed', 'measuring', 'median', 'report', 'run', 'runner']);

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export interface Helpers {
  installPeers(folder: string): Promise<boolean>;
  /** See `machine-speed.ts`. */
  machineSpeed(): number;
}

export const exitCodes = { held: 0, fellShort: 1, usage: 2 } as const;

/** Names of the benches in a folder, sorted. */
export function benchNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !frameModules.has(name))
    .sort();
}

/**
 * Runs the bench that `args` name and prints its result: a table for people, then one JSON object as the last line;
 * with `--json` only that. Resolves with the exit code; a bench that throws is an error of the bench and is thrown on.
 */
export async function runBench(
  args: readonly string[],
  folder: string,
  output: Output,
  { installPeers, machineSpeed }: Helpers,
): Promise<number> {
  const isForMachines = args.includes('--json');
  const rest = args.filter((argument) => argument !== '--json');
  const names = benchNames(folder);
  const name = rest[0];
  if (rest.length !== 1 || name === undefined || !names.includes(name)) {
    const reason = name === undefined ? 'No bench was named.' : `There is no bench called ${rest.join(' ')}.`;
    const known = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
    output.err(`${reason} ${known}\nUsage: npm run -s bench -- NAME [--json]\n`);
    return exitCodes.usage;
  }
  const bench = await load(folder, name);
  if ((bench.peers ?? []).length > 0 && !(await installPeers(folder))) return exitCodes.fellShort;
  const result = await run(bench, output, machineSpeed);
  if (!isForMachines) output.out(`${toTable(bench, result)}\n`);
  output.out(`${toJson(bench, result)}\n`);
  return result.checks.every((check) => check.ok) ? exitCodes.held : exitCodes.fellShort;
}

async function load(folder: string, name: string): Promise<Bench> {
  const file = join(folder, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  const { bench } = (await import(pathToFileURL(file).href)) as { bench?: Bench };
  if (bench === undefined) throw new Error(`${file} exports no bench.`);
  if (bench.name !== name) throw new Error(`${file} exports a bench called ${bench.name}; name it as the file.`);
  return bench;
}

/** The speed is measured before and after, because other programs on this machine and its host come and go. */
async function run(bench: Bench, output: Output, machineSpeed: () => number): Promise<BenchResult> {
  const before = machineSpeed();
  const result = await inFolder(`bench-${bench.name}`, (folder) =>
    bench.run({ folder, log: (line) => output.err(`${line}\n`) }),
  );
  const speed = (before + machineSpeed()) / 2;
  const checks = result.checks.map((check) => atSpeed(check, speed));
  if (checks.every((check) => check.speed === undefined)) return result;
  const note = `This machine ran at ${Math.round(100 * speed)} percent of the speed with which bounds of times were set.`;
  const notes = [...result.notes, speed < SLOWEST ? `${note} That is too slow to say whether they hold.` : note];
  return { ...result, checks, notes };
}
