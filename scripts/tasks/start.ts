import { join } from 'node:path';
import { runToEnd } from '../bootstrap/child.js';
import { coreFlags } from '../bootstrap/core-flags.js';
import { buildIfStale } from '../lib/build.ts';
import { desktopObstacle, fetchElectron, findElectron } from '../lib/electron-binary.ts';
import { root } from '../lib/project.ts';
import { browserHostArguments, hostArguments, parseStartOptions, startUsage } from '../lib/start-options.ts';
import type { StartOptions } from '../lib/start-options.ts';

/** An app that ends this soon with an error did not start at all (missing system libraries, for one). */
const failedStartMs = 5000;

process.exitCode = await start();

async function start(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(startUsage);
    return 0;
  }
  let options: StartOptions;
  try {
    options = parseStartOptions(process.argv.slice(2), process.cwd());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${startUsage}`);
    return 2;
  }
  if (!(await buildIfStale())) return 1;
  if (options.host === 'browser') return startBrowserHost(options);

  const obstacle = await prepareDesktop(options.host === 'desktop');
  if (obstacle === undefined) {
    const startedAt = performance.now();
    const code = await startDesktop(options);
    const hasStarted = code === 0 || performance.now() - startedAt > failedStartMs;
    if (hasStarted || options.host === 'desktop') return code;
    process.stderr.write(`The desktop app ended at once (code ${code}); starting the client in the browser instead.\n`);
  } else if (options.host === 'desktop') {
    process.stderr.write(`${obstacle} Use npm start -- --browser for the client in the browser.\n`);
    return 1;
  } else {
    process.stderr.write(`${obstacle} Starting the client in the browser instead.\n`);
  }
  return startBrowserHost(options);
}

/** Undefined when the desktop app can start, else one sentence why not. */
async function prepareDesktop(isDemanded: boolean): Promise<string | undefined> {
  const obstacle = desktopObstacle(process.platform, process.env, process.getuid?.());
  if (obstacle !== undefined) return obstacle;
  return findElectron() === undefined ? fetchElectron({ triesAgain: isDemanded }) : undefined;
}

function startDesktop(options: StartOptions): Promise<number> {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  return runToEnd(findElectron() ?? 'electron', [root, ...hostArguments(options)], { cwd: root, env: environment });
}

function startBrowserHost(options: StartOptions): Promise<number> {
  const program = [...coreFlags, join(root, 'out/core/loopback.js')];
  return runToEnd(process.execPath, [...program, ...browserHostArguments(options)], { cwd: root });
}
