import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inFolder, say, told } from '../campaign/frame.ts';
import { BatchDesk } from '../lib/batch-desk.ts';
import { killBatch } from '../lib/kill-batch.ts';
import { installPackage, startProgram } from '../packed/installed.ts';
import { checkWindow } from '../packed/window.ts';

const usage = `npm run packed -- [--program PATH] [--without-window] [--kills N] [--rows N]

Installs what "npm run package" left in release/ (Linux: as root, through sudo) and uses it: an import of ROWS rows (200)
through its command line, killed N times (5) and resumed; its window; a second start; its end for an update; its removal,
which leaves the data. With --program a program that is installed already. Ends with 1 when a promise is broken.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    program: { type: 'string' },
    'without-window': { type: 'boolean' },
    kills: { type: 'string', default: '5' },
    rows: { type: 'string', default: '200' },
  },
});

async function main(): Promise<number> {
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  return inFolder('packed Ü', async (folder) => {
    const installed = values.program === undefined ? installPackage(folder) : null;
    const program = installed?.program ?? values.program ?? '';
    const dataFolder = join(folder, 'data');
    const results = [await checkBatch(program, join(folder, 'desk'))];
    if (values['without-window'] === true) say('left out the window');
    else results.push(await checkItsWindow(program, dataFolder));
    if (installed !== null) results.push(checkRemoval(installed.remove, program, [dataFolder, join(folder, 'desk')]));
    return Math.max(...results);
  });
}

async function checkBatch(program: string, folder: string): Promise<number> {
  const start = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
    startProgram(program, ['--batch', '--', ...args], environment);
  await using desk = await BatchDesk.open({ start, pathOf: (path) => path }, folder);
  const [kills, rows] = [Number(values.kills), Number(values.rows)];
  const killed = await killBatch(desk, { kills, rows, seed: 1 });
  const broken = [...killed.broken, ...(killed.kills > 0 ? [] : ['nothing was killed: the import was over before'])];
  return told(`an import of ${rows} rows: ${killed.kills} kills, ${killed.unknown} rows unknown`, broken);
}

async function checkItsWindow(program: string, dataFolder: string): Promise<number> {
  const { shownAfter, broken } = await checkWindow(program, dataFolder);
  return told(`the window, shown after ${shownAfter} ms`, [
    ...broken,
    // Five seconds are promised on a computer that does nothing else.
    ...(shownAfter < 5_000 ? [] : [`it took ${shownAfter} ms to show`]),
  ]);
}

function checkRemoval(remove: () => void, program: string, kept: readonly string[]): number {
  remove();
  return told('its removal leaves the data', [
    ...(process.platform === 'darwin' || !existsSync(program) ? [] : [`${program} is still there`]),
    ...kept.filter((path) => !existsSync(path)).map((path) => `${path} is gone`),
  ]);
}

process.exitCode = await main();
