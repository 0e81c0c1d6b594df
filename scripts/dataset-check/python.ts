import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../lib/project.ts';
import type { Figures } from './figures.ts';

const folder = join(root, 'node_modules/.cache/dataset-check');
const requirements = join(root, 'scripts/dataset-check/requirements.txt');
const python = join(folder, process.platform === 'win32' ? 'venv/Scripts/python.exe' : 'venv/bin/python');

/** Installs the readers for Python beside node_modules, once. Answers why that is not possible, or null. */
export function installReaders(say: (line: string) => void): string | null {
  const stamp = join(folder, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  say('Installing duckdb and pyspark for Python, once (about 500 MB).');
  mkdirSync(folder, { recursive: true });
  for (const [command, ...args] of [
    process.platform === 'win32'
      ? ['py', '-3', '-m', 'venv', join(folder, 'venv')]
      : ['python3', '-m', 'venv', join(folder, 'venv')],
    [python, '-m', 'pip', 'install', '--quiet', '--requirement', requirements],
  ] as const) {
    const ran = run(command, args, folder);
    if (ran.error !== undefined) return ran.error.message;
    if (ran.status !== 0) return ran.stderr.trim().split('\n').at(-1) ?? `${command} ended with ${ran.status}`;
  }
  writeFileSync(stamp, wanted);
  return null;
}

const text = z.string().nullable();
const answerSchema = z.object({
  /** Campaign and day of the path, code in the file, status, leads, sum of the priorities. */
  groups: z.array(z.tuple([text, text, text, z.string(), z.number(), z.number()])),
  total: z.tuple([z.number(), z.number()]),
});

export const READERS = ['duckdb', 'spark'] as const;
export type Reader = (typeof READERS)[number];

export interface ReaderAnswer {
  readonly figures: Figures;
  /** Codes in the files by the campaign that the reader has from the path. */
  readonly codes: ReadonlyMap<string | null, string | null>;
}

/**
 * Runs the lines of the guide in the folder that holds `leads`.
 * @throws Error with what the reader said when it failed
 */
export function readWith(reader: Reader, lines: string, cwd: string): ReaderAnswer {
  const ran = run(python, [join(root, 'scripts/dataset-check/read.py'), reader], cwd, lines);
  if (ran.status !== 0) throw new Error(ran.stderr.trim().split('\n').slice(-3).join('\n'));
  const { groups, total } = answerSchema.parse(JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? ''));
  const statuses: Record<string, number> = {};
  const places: Record<string, [number, number]> = {};
  for (const [campaign, day, , status, leads, priorities] of groups) {
    statuses[status] = (statuses[status] ?? 0) + leads;
    const place = (places[`${campaign} ${day}`] ??= [0, 0]);
    place[0] += leads;
    place[1] += priorities;
  }
  return {
    figures: { leads: total[0], ids: total[1], statuses, places },
    codes: new Map(groups.map(([campaign, , code]) => [campaign, code])),
  };
}

function run(command: string, args: readonly string[], cwd: string, input = '') {
  // Spark would otherwise look for a name of this computer.
  const env = { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' };
  return spawnSync(command, args, { cwd, env, input, encoding: 'utf8', maxBuffer: 2 ** 30 });
}
