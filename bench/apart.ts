import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Apart {
  /** Options of Node. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program of this folder in a process of its own, so that its peak memory is its own. Answers the object that it prints. */
export async function measureApart<Figures>(
  program: string,
  args: readonly string[],
  { flags = [], env = {} }: Apart = {},
): Promise<Figures> {
  const { stdout } = await execute(process.execPath, [...flags, join(import.meta.dirname, program), ...args], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Figures;
}
