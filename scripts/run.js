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

/** The file of each task, and what it does. @type {Record<string, [file: string, does: string]>} */
const tasks = {
  start: ['scripts/tasks/start.ts', 'the desktop app, or the same client in your browser; --help lists its options'],
  test: ['scripts/tasks/test.ts', 'types, lint, build, specs, package and end-to-end tests'],
  batch: ['electron/batch/main.ts', 'imports and exports without a window; --help lists its commands'],
  practice: ['electron/practice/main.ts', 'the simulated service alone: --port N; --help lists its options'],
  bench: [
    'bench/run.ts',
    'one measurement with its bounds: NAME; a table, then one JSON object, --json for the object alone',
  ],
  build: ['scripts/tasks/build.ts', 'everything into out/'],
  check: ['scripts/tasks/check.ts', 'types'],
  lint: ['scripts/tasks/lint.ts', 'lint, unused exports, format check'],
  format: ['scripts/tasks/format.ts', 'formats every file'],
  specs: ['scripts/tasks/specs.ts', 'the specs, or those below PATH'],
  mutants: [
    'scripts/tasks/mutants.ts',
    'changes one operator at a time below PATH and shows which changes no spec notices; minutes',
  ],
  damage: [
    'scripts/tasks/damage.ts',
    'damages journal and witness of an import in N ways: no lead twice, no row lost, all unknown said',
  ],
  fuzz: [
    'scripts/tasks/fuzz.ts',
    'calls every channel of the browser host with arguments that fit, nearly fit, or are hostile',
  ],
  'shell-mutants': [
    'scripts/tasks/shell-mutants.ts',
    'removes each protection of the desktop shell and demands that a spec fails; minutes',
  ],
  'kill-test': ['scripts/tasks/kill-test.ts', 'ends the core by SIGKILL N times: no lead twice, no row lost'],
  'two-programs': [
    'scripts/tasks/two-programs.ts',
    'window and batch on one data folder under random commands, kills included: nothing twice, nothing lost',
  ],
  'team-demo': [
    'scripts/tasks/team-demo.ts',
    'a team of three on this computer in the browser, with a database of its own or --server; Ctrl+C ends all',
  ],
  'team-test': [
    'scripts/tasks/team-test.ts',
    'offices of a team on a real PostgreSQL, killed, stopped, cut off and put back: nothing twice, nothing lost; minutes',
  ],
  'write-failures': [
    'scripts/tasks/write-failures.ts',
    'lets every write fail, one after the other: full disk, broken disk, lock; minutes',
  ],
  windows: [
    'scripts/tasks/windows.ts',
    'the built programs under the Node of Windows, through Wine: checks, kill-test, e2e, installer',
  ],
  finish: ['scripts/tasks/finish.ts', 'holds the finish that imports say against the true one; 2 % is the bound'],
  moments: [
    'scripts/tasks/moments.ts',
    'counts an import at 20 random moments: on the screen, in the batch, in the result file',
  ],
  texts: ['scripts/tasks/texts.ts', 'every text a person can read, with its place'],
  e2e: ['scripts/tasks/e2e.ts', 'the end-to-end tests, or some of them: PATH'],
  'electron-smoke': [
    'scripts/tasks/electron-smoke.ts',
    'walks through the built app in a real Electron, whichever a RUNNER brings: import, kill of the core, export',
  ],
  screenshots: ['scripts/tasks/screenshots.ts', 'pictures of every page into screenshots/'],
  icons: ['scripts/tasks/icons.ts', 'makes the icons in build/ from renderer/public/favicon.svg'],
  package: ['scripts/tasks/package.ts', 'installers for this system into release/; --dir for a plain folder'],
  'package:check': [
    'scripts/tasks/package-check.ts',
    'packs for three systems around stand-ins for Electron, then checks files, fuses, icons and the hash of the archive',
  ],
  packed: [
    'scripts/tasks/packed.ts',
    'installs what package made, then uses it: an import that is killed, its window, its removal',
  ],
  'update-feed': [
    'scripts/tasks/update-feed.ts',
    'signs the installers in release/ as an update; --new-key makes the pair of keys for it',
  ],
  'dataset-check': [
    'scripts/tasks/dataset-check.ts',
    'has DuckDB and Spark read a dataset of a million leads; needs Python 3 and Java 17; minutes',
  ],
  'quota-simulation': [
    'scripts/tasks/quota-simulation.ts',
    'days of use and of the forecast against the counters of the practice service; minutes',
  ],
  evidence: [
    'scripts/tasks/evidence.ts',
    'runs the campaigns within a number of minutes and writes the report of a release: --release NAME',
  ],
  simulate: [
    'scripts/tasks/simulate.ts',
    'thousands of simulated lives of imports from one seed, deaths between any two writes; --plant NAME for a known bug',
  ],
};

/** Of the batch, 1 says that the service refused rows. */
const NOT_STARTED = 2;

async function main() {
  const [task = '', ...rest] = process.argv.slice(2);
  if (task === 'help') {
    for (const [name, [, does]] of Object.entries(tasks)) process.stdout.write(`npm run ${name.padEnd(17)} ${does}\n`);
    process.stdout.write('Arguments stand behind --, as in "npm run specs -- electron/core/quota".\n');
    return 0;
  }
  const [file] = (Object.hasOwn(tasks, task) ? tasks[task] : undefined) ?? [];
  if (file === undefined) {
    process.stderr.write(`${task === '' ? 'No task was named' : `There is no task ${task}`}.\n`);
    process.stderr.write(
      `Usage: npm run TASK -- [arguments], with TASK one of: ${Object.keys(tasks).join(', ')}, help.\n`,
    );
    return 2;
  }
  const outside = isInstalled(root) ? undefined : nodeOutside(root, process);
  // Windows replaces no program that runs, and this may be the Node that the packages bring.
  if (outside !== undefined) return runToEnd(outside, process.argv.slice(1));
  if (!(await install(root))) return NOT_STARTED;
  const runtime = findRuntime(root);
  if (runtime === undefined) return NOT_STARTED;
  if (!existsSync(join(root, file))) {
    process.stderr.write(`The task ${task} needs ${file}, and this file is not there.\n`);
    return NOT_STARTED;
  }
  const flags = task === 'batch' ? coreFlags : [];
  // Programs are compiled once and not at every start, those that a task starts as well: half of a short command's time.
  const own = task === 'batch' || task === 'start' ? coreEnvironment : {};
  const env = { ...own, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
  return runToEnd(runtime, [...flags, join(root, file), ...rest], { cwd: process.cwd(), env });
}

process.exitCode = await main();
