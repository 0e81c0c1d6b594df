import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from '../scripts/campaign/frame.ts';
import { atSpeed, type Bench, type BenchResult } from './frame.ts';
import { toJson, toTable } from './report.ts';

/** Modules of this folder that are the frame itself, not benches. */
const frameModules = new Set(['frame', 'machine-speed', 'median', 'report', 'run', 'runner']);

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export interface Helpers {
  installPeers(folder: string): Promise<boolean>;
  /** See `MachineSpeed`. */
  readonly speed: { ofRun(): number };
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
  { installPeers, speed }: Helpers,
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
  const result = await run(bench, output, speed);
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

/** The speed is that of the time before and after: other programs of the machine, and its host's, come and go. */
async function run(bench: Bench, output: Output, speed: Helpers['speed']): Promise<BenchResult> {
  const before = speed.ofRun();
  const result = await inFolder(`bench-${bench.name}`, (folder) =>
    bench.run({ folder, log: (line) => output.err(`${line}\n`) }),
  );
  const ofRun = (before + speed.ofRun()) / 2;
  const checks = result.checks.map((check) => atSpeed(check, ofRun));
  if (checks.every((check) => check.speed === undefined)) return result;
  const note = `This machine ran at ${Math.round(100 * ofRun)} percent of the speed with which bounds of times were set.`;
  return { ...result, checks, notes: [...result.notes, note] };
}
