import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { build, builtPrograms } from '../lib/build.ts';
import {
  countsOfBrowserTests,
  countsOfSpecs,
  failuresOfBrowserTests,
  failuresOfSpecs,
  lastLine,
  noTests,
  stageTable,
  sum,
} from '../lib/counts.ts';
import type { Counts, Stage } from '../lib/counts.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { checkPackage } from '../lib/package-check.ts';
import { lint } from '../lib/lint.ts';
import { root } from '../lib/project.ts';
import { type Tool, runTool, runToolQuietly } from '../lib/run-tool.ts';

interface Plan {
  readonly title: string;
  readonly run: () => Promise<boolean>;
  /** Where the stage leaves its report, and how to read it. */
  readonly report?: {
    readonly file: string;
    readonly read: (text: string) => Counts;
    readonly failures: (text: string) => string[];
  };
}

const cores = availableParallelism();
const specsReport = join(root, 'test-results/specs.json');
const pagesReport = join(root, 'test-results/pages.json');
const browserReport = join(root, 'test-results/e2e.json');

/**
 * Cheap stages first. The rows of a step run at once, each up to its first stage that fails: a stage alone leaves a core without
 * work, for much of it is done by one thread, or waits for a pace, a deadline or a page. Vitest would run the specs that need a
 * browser beside the others, too, and nothing beside those that are left.
 */
const steps: readonly (readonly (readonly Plan[])[])[] = [
  [[{ title: 'browser', run: ensureChromium }]],
  [
    [
      { title: 'types', run: async () => (await runTool('tsc', ['-b'])) === 0 },
      { title: 'lint', run: () => lint() },
    ],
    [
      { title: 'format', run: async () => (await runTool('prettier', ['--check', '--log-level', 'warn', '.'])) === 0 },
      // Before the specs: those of the commands start what is built, in half the time that the sources take.
      { title: 'build', run: build },
    ],
  ],
  [
    [
      {
        title: 'specs',
        run: async () =>
          (await runTool('vitest', ['run', '--project', '!browser*', '--maxWorkers', String(cores + 2)], {
            ...builtPrograms,
            LEAD_CONSOLE_SPECS_REPORT: specsReport,
          })) === 0,
        report: { file: specsReport, read: countsOfSpecs, failures: failuresOfSpecs },
      },
    ],
    [
      {
        title: 'pages',
        run: () =>
          runBeside('pages', 'vitest', ['run', '--project', 'browser (chromium)', '--maxWorkers', String(cores)], {
            LEAD_CONSOLE_SPECS_REPORT: pagesReport,
          }),
        report: { file: pagesReport, read: countsOfSpecs, failures: failuresOfSpecs },
      },
      { title: 'package', run: checkPackage },
      {
        title: 'e2e',
        run: () => runBeside('e2e', 'playwright', ['test', '--config=e2e/playwright.config.ts', '--project=browser']),
        report: { file: browserReport, read: countsOfBrowserTests, failures: failuresOfBrowserTests },
      },
    ],
  ],
];

/** What it says is shown when it has ended, in one piece between what the other row says. */
async function runBeside(title: string, tool: Tool, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const { code, said } = await runToolQuietly(tool, args, { ...builtPrograms, ...environment });
  process.stdout.write(`\n── ${title} said\n${said}`);
  return code === 0;
}

async function runStage({ title, run, report }: Plan): Promise<Stage> {
  process.stdout.write(`\n── ${title}\n`);
  if (report !== undefined) rmSync(report.file, { force: true });
  const startedAt = performance.now();
  const ok = await run();
  const seconds = (performance.now() - startedAt) / 1000;
  if (report === undefined || !existsSync(report.file)) return { title, ok, seconds, counts: noTests, failures: [] };
  const text = readFileSync(report.file, 'utf8');
  const counts = report.read(text);
  return { title, ok: ok && counts.failed === 0, seconds, counts, failures: report.failures(text) };
}

/** One after the other; the first one that fails ends the row. Resolves with those that ran. */
async function runRow(plans: readonly Plan[]): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const plan of plans) {
    const stage = await runStage(plan);
    stages.push(stage);
    if (!stage.ok) break;
  }
  return stages;
}

const stages: Stage[] = [];
for (const rows of steps) {
  stages.push(...(await Promise.all(rows.map(runRow))).flat());
  if (stages.some(({ ok }) => !ok)) break;
}
// Here as well as where they failed: those who see only the end of a long run see which.
for (const failure of stages.flatMap((stage) => stage.failures)) {
  process.stdout.write(`failed: ${relative(root, failure)}\n`);
}
const ran = new Set(stages.map(({ title }) => title));
const left = steps.flat(2).flatMap(({ title }) => (ran.has(title) ? [] : [title]));
process.stdout.write(`\n${stageTable(stages)}\n`);
if (left.length > 0) process.stdout.write(`not run: ${left.join(', ')}\n`);
const counts = sum(stages);
process.stdout.write(`\n${lastLine(counts)}\n`);
process.exitCode = counts.failed === 0 && left.length === 0 ? 0 : 1;
