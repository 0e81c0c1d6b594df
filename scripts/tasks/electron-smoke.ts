import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inFolder, say } from '../campaign/frame.ts';
import { buildIfStale } from '../lib/build.ts';
import { root } from '../lib/project.ts';

const usage = `npm run electron-smoke -- RUNNER

Walks through the built app in a real Electron: practice, a file in the system's dialog, an import whose core is killed, an
export, every page; then an import that goes on when the window is closed. RUNNER is a program that starts a built app and
drives it by a script: RUNNER PROJECT --script FILE --out FOLDER, with a report.json in the folder. Ends with 1 when something
failed, with 2 without a runner. Which Electron it was is said; nothing holds for another one.
`;

const WALKS = ['e2e/electron-smoke.mjs', 'e2e/electron-background.mjs'];

const reportSchema = z.object({
  ok: z.boolean(),
  failures: z.array(z.string()),
  electron: z.object({ electron: z.string(), chrome: z.string() }).partial().optional(),
  script: z.unknown().optional(),
});

async function main([runner, ...rest]: readonly string[]): Promise<number> {
  if (runner === undefined || rest.length > 0 || !existsSync(runner)) {
    process.stderr.write(usage);
    return 2;
  }
  if (!(await buildIfStale())) return 1;
  return inFolder('electron-smoke', async (folder) => Math.max(...WALKS.map((walk) => walked(runner, walk, folder))));
}

function walked(runner: string, walk: string, folder: string): number {
  const args = [root, '--script', join(root, walk), '--out', folder, '--timeout', '240'];
  const { status, stderr } = spawnSync(runner, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const path = join(folder, 'report.json');
  if (!existsSync(path)) {
    say(`FAILED ${walk}: the runner ended with ${status}. ${stderr.trim().slice(-600)}`);
    return 1;
  }
  const { ok, failures, electron, script } = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  rmSync(path);
  const version = electron?.electron ?? 'of an unknown version';
  say(`${ok ? 'holds ' : 'FAILED'} ${walk} in Electron ${version}: ${JSON.stringify(script ?? null)}`);
  for (const failure of failures) say(`       ${failure}`);
  return ok ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
