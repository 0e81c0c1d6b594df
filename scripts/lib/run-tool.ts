import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runToEnd, toItsEnd } from '../bootstrap/child.js';
import { root } from './project.ts';

/** The program behind each tool's name: their .bin links are shell scripts on Windows. */
const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  knip: 'node_modules/knip/bin/knip.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  vitest: 'node_modules/vitest/vitest.mjs',
  vite: 'node_modules/vite/bin/vite.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  'electron-builder': 'node_modules/electron-builder/cli.js',
} as const;

export type Tool = keyof typeof tools;

/** Runs a tool of node_modules in the project's folder, under the Node we run on. Resolves with its exit code. */
export function runTool(tool: Tool, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  return runToEnd(process.execPath, [join(root, tools[tool]), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
}

/** As `runTool`, but keeps what the tool says (both streams together) and shows it only to the caller. */
export async function runToolQuietly(
  tool: Tool,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(root, tools[tool]), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const keep = (chunk: Buffer): void => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // Its last words may come behind its end.
  const closed = once(child, 'close');
  const code = await toItsEnd(child);
  await closed;
  return { code, said };
}
