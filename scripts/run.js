// Why: decision 0001.
/**
 * `node scripts/run.js TASK [arguments]`: installs what is missing, then runs the task under the pinned Node.
 * Only this file and scripts/bootstrap/ run on whatever Node the machine has (18 or newer), before anything is
 * installed: plain JavaScript, `node:` modules only. Everything it says goes to stderr; stdout is the task's.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreEnvironment, coreFlags } from './bootstrap/core-flags.js';
import { install, isInstalled } from './bootstrap/install.js';
import { findRuntime, nodeOutside } from './bootstrap/runtime.js';
import { runToEnd } from './bootstrap/child.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string>} */
const tasks = {
  start: 'scripts/tasks/start.ts',
  test: 'scripts/tasks/test.ts',
  batch: 'electron/batch/main.ts',
  practice: 'electron/practice/main.ts',
  bench: 'bench/run.ts',
  build: 'scripts/tasks/build.ts',
  check: 'scripts/tasks/check.ts',
  lint: 'scripts/tasks/lint.ts',
  format: 'scripts/tasks/format.ts',
  specs: 'scripts/tasks/specs.ts',
  mutants: 'scripts/tasks/mutants.ts',
  damage: 'scripts/tasks/damage.ts',
  fuzz: 'scripts/tasks/fuzz.ts',
  'shell-mutants': 'scripts/tasks/shell-mutants.ts',
  'kill-test': 'scripts/tasks/kill-test.ts',
  'two-programs': 'scripts/tasks/two-programs.ts',
  'write-failures': 'scripts/tasks/write-failures.ts',
  windows: 'scripts/tasks/windows.ts',
  finish: 'scripts/tasks/finish.ts',
  moments: 'scripts/tasks/moments.ts',
  texts: 'scripts/tasks/texts.ts',
  e2e: 'scripts/tasks/e2e.ts',
  screenshots: 'scripts/tasks/screenshots.ts',
  icons: 'scripts/tasks/icons.ts',
  package: 'scripts/tasks/package.ts',
  'package:check': 'scripts/tasks/package-check.ts',
  'dataset-check': 'scripts/tasks/dataset-check.ts',
  'quota-simulation': 'scripts/tasks/quota-simulation.ts',
};

async function main() {
  const [task = '', ...rest] = process.argv.slice(2);
  const file = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  if (file === undefined) {
    process.stderr.write(`${task === '' ? 'No task was named' : `There is no task ${task}`}.\n`);
    process.stderr.write(`Usage: npm run TASK -- [arguments], with TASK one of: ${Object.keys(tasks).join(', ')}.\n`);
    return 2;
  }
  const outside = isInstalled(root) ? undefined : nodeOutside(root, process);
  // Windows replaces no program that runs, and this may be the Node that the packages bring.
  if (outside !== undefined) return runToEnd(outside, process.argv.slice(1));
  if (!(await install(root))) return 1;
  const runtime = findRuntime(root);
  if (runtime === undefined) return 1;
  if (!existsSync(join(root, file))) {
    process.stderr.write(`The task ${task} needs ${file}, and this file is not there.\n`);
    return 1;
  }
  const flags = task === 'batch' ? coreFlags : [];
  // Programs are compiled once and not at every start, those that a task starts as well: half of a short command's time.
  const own = task === 'batch' || task === 'start' ? coreEnvironment : {};
  const env = { ...own, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
  return runToEnd(runtime, [...flags, join(root, file), ...rest], { cwd: process.cwd(), env });
}

process.exitCode = await main();
