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

/** What each task does. @type {Record<string, string>} */
const tasks = {
  start: 'the desktop app, or the same client in your browser; --help lists its options',
  test: 'types, lint, build, specs, package and end-to-end tests',
  long: 'the long specs and walks, which npm test leaves out; minutes',
  batch: 'imports and exports without a window; --help lists its commands',
  practice: 'the simulated service alone: --port N; --help lists its options',
  bench: 'one measurement with its bounds: NAME; a table, then one JSON object, --json for the object alone',
  build: 'everything into out/',
  check: 'types',
  lint: 'lint, unused exports, format check',
  format: 'formats every file',
  specs: 'the specs, or those below PATH',
  mutants: 'changes one operator at a time below PATH and shows which changes no spec notices; minutes',
  damage: 'damages journal and witness of an import in N ways: no lead twice, no row lost, all unknown said',
  fuzz: 'calls every channel of the browser host with arguments that fit, nearly fit, or are hostile',
  'shell-mutants': 'removes each protection of the desktop shell and demands that a spec fails; minutes',
  'kill-test': 'ends the core by SIGKILL N times: no lead twice, no row lost',
  'two-programs':
    'window and batch on one data folder under random commands, kills included: nothing twice, nothing lost',
  'team-demo':
    'a team of three on this computer in the browser, with a database of its own or --server; Ctrl+C ends all',
  'team-test':
    'offices of a team on a real PostgreSQL, killed, stopped, cut off and put back: nothing twice, nothing lost; minutes',
  'write-failures': 'lets every write fail, one after the other: full disk, broken disk, lock; minutes',
  windows: 'the built programs under the Node of Windows, through Wine: checks, kill-test, e2e, installer',
  finish: 'holds the finish that imports say against the true one; 2 % is the bound',
  moments: 'counts an import at 20 random moments: on the screen, in the batch, in the result file',
  texts: 'every text a person can read, with its place',
  e2e: 'the end-to-end tests, or some of them: PATH',
  'electron-smoke':
    'walks through the built app in a real Electron, whichever a RUNNER brings: import, kill of the core, export',
  screenshots: 'pictures of every page into screenshots/',
  icons: 'makes the icons in build/ from renderer/public/favicon.svg',
  package: 'installers for this system into release/; --dir for a plain folder',
  'package:check':
    'packs for three systems around stand-ins for Electron, then checks files, fuses, icons and the hash of the archive',
  packed: 'installs what package made, then uses it: an import that is killed, its window, its removal',
  'update-feed': 'signs the installers in release/ as an update; --new-key makes the pair of keys for it',
  'dataset-check': 'has DuckDB and Spark read a dataset of a million leads; needs Python 3 and Java 17; minutes',
  'quota-simulation': 'days of use and of the forecast against the counters of the practice service; minutes',
  evidence: 'runs the campaigns within a number of minutes and writes the report of a release: --release NAME',
  simulate:
    'thousands of simulated lives of imports from one seed, deaths between any two writes; --plant NAME for a known bug',
};

/** Tasks whose file does not have their name. @type {Record<string, string>} */
const files = {
  batch: 'electron/batch/main.ts',
  practice: 'electron/practice/main.ts',
  bench: 'bench/run.ts',
};

/** Tasks for people: they write numbers as this computer does. The others read what programs say, in English. */
const forPeople = ['start', 'batch', 'practice', 'team-demo'];

/** Of the batch, 1 says that the service refused rows. */
const NOT_STARTED = 2;

async function main() {
  const [task = '', ...rest] = process.argv.slice(2);
  if (task === 'help') {
    for (const [name, does] of Object.entries(tasks)) process.stdout.write(`npm run ${name.padEnd(17)} ${does}\n`);
    process.stdout.write('Arguments stand behind --, as in "npm run specs -- electron/core/quota".\n');
    return 0;
  }
  if (!Object.hasOwn(tasks, task)) {
    process.stderr.write(`${task === '' ? 'No task was named' : `There is no task ${task}`}.\n`);
    process.stderr.write(
      `Usage: npm run TASK -- [arguments], with TASK one of: ${Object.keys(tasks).join(', ')}, help.\n`,
    );
    return 2;
  }
  const file = files[task] ?? `scripts/tasks/${task.replace(':', '-')}.ts`;
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
  const english = forPeople.includes(task) ? {} : { LC_ALL: 'C.UTF-8' };
  const compiled = join(root, 'node_modules', '.cache', 'compiled');
  const env = { ...own, NODE_COMPILE_CACHE: compiled, ...process.env, ...english };
  return runToEnd(runtime, [...flags, join(root, file), ...rest], { cwd: process.cwd(), env });
}

process.exitCode = await main();
