import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../lib/project.ts';
import type { Figures } from './figures.ts';

const folder = join(root, 'node_modules/.cache/dataset-check');
const requirements = join(root, 'scripts/dataset-check/requirements.txt');
const python = join(folder, process.platform === 'win32' ? 'venv/Scripts/python.exe' : 'venv/bin/python');

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Installs the readers for Python beside node_modules, once. Answers why that is not possible, or null. */
export async function installReaders(say: (line: string) => void): Promise<string | null> {
  const stamp = join(folder, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  say('Installing duckdb and pyspark for Python, once (about 500 MB).');
  mkdirSync(folder, { recursive: true });
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', join(folder, 'venv')],
    [python, '-m', 'pip', 'install', '--quiet', '--requirement', requirements],
  ] as const) {
    const ran = await run(command, args, { cwd: folder, input: '' }).catch((error: unknown) => String(error));
    if (typeof ran === 'string') return ran;
    if (ran.code !== 0) return ran.stderr.trim().split('\n').at(-1) ?? `${command} ended with ${ran.code}`;
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

export interface ReaderAnswer {
  readonly figures: Figures;
  /** Codes in the files by the campaign that the reader has from the path. */
  readonly codes: ReadonlyMap<string | null, string | null>;
}

/**
 * Runs the lines of the guide in the folder that holds `leads`.
 * @throws Error with what the reader said when it failed
 */
export async function readWith(reader: 'duckdb' | 'spark', lines: string, cwd: string): Promise<ReaderAnswer> {
  const ran = await run(python, [join(root, 'scripts/dataset-check/read.py'), reader], { cwd, input: lines });
  if (ran.code !== 0) throw new Error(ran.stderr.trim().split('\n').slice(-3).join('\n'));
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

function run(command: string, args: readonly string[], { cwd, input }: { cwd: string; input: string }): Promise<Ran> {
  return new Promise((resolve, reject) => {
    // Spark would otherwise look for a name of this computer.
    const child = spawn(command, args, { cwd, env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
    child.stdin.end(input);
  });
}
