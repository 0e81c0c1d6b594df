import { existsSync, readFileSync, rmSync } from 'node:fs';
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
import { runTool } from '../lib/run-tool.ts';

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

const specsReport = join(root, 'test-results/specs.json');
const browserReport = join(root, 'test-results/e2e.json');

/** Cheap stages first: the first one that fails ends the run. */
const plans: readonly Plan[] = [
  { title: 'browser', run: ensureChromium },
  { title: 'types', run: async () => (await runTool('tsc', ['-b'])) === 0 },
  { title: 'lint', run: () => lint() },
  { title: 'format', run: async () => (await runTool('prettier', ['--check', '--log-level', 'warn', '.'])) === 0 },
  // Before the specs: those of the commands start what is built, in half the time that the sources take.
  { title: 'build', run: build },
  {
    title: 'specs',
    run: async () =>
      (await runTool('vitest', ['run'], { ...builtPrograms, LEAD_CONSOLE_SPECS_REPORT: specsReport })) === 0,
    report: { file: specsReport, read: countsOfSpecs, failures: failuresOfSpecs },
  },
  { title: 'package', run: checkPackage },
  {
    title: 'e2e',
    run: async () =>
      (await runTool(
        'playwright',
        ['test', '--config=e2e/playwright.config.ts', '--project=browser'],
        builtPrograms,
      )) === 0,
    report: { file: browserReport, read: countsOfBrowserTests, failures: failuresOfBrowserTests },
  },
];

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

const stages: Stage[] = [];
for (const plan of plans) {
  const stage = await runStage(plan);
  stages.push(stage);
  if (!stage.ok) break;
}
// Here as well as where they failed: those who see only the end of a long run see which.
for (const failure of stages.flatMap((stage) => stage.failures)) {
  process.stdout.write(`failed: ${relative(root, failure)}\n`);
}
const left = plans.slice(stages.length).map((plan) => plan.title);
process.stdout.write(`\n${stageTable(stages)}\n`);
if (left.length > 0) process.stdout.write(`not run: ${left.join(', ')}\n`);
const counts = sum(stages);
process.stdout.write(`\n${lastLine(counts)}\n`);
process.exitCode = counts.failed === 0 && left.length === 0 ? 0 : 1;
