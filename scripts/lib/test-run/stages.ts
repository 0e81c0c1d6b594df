import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtPrograms } from '../build.ts';
import {
  countsOfBrowserTests,
  countsOfSpecs,
  failuresOfBrowserTests,
  failuresOfSpecs,
  lastLine,
  noTests,
  stageTable,
  sum,
} from './counts.ts';
import type { Counts, Stage } from './counts.ts';
import { root } from '../project.ts';
import { runTool } from '../run-tool.ts';

/** One stage of a run of tests. */
export interface Plan {
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

/**
 * The specs, against what is built: those of the commands start it in half the time that the sources take.
 *
 * @param runsLong whether `choice` is the long ones, or the others
 */
export function specsStage(choice: readonly string[], runsLong = false): Plan {
  const environment = { ...builtPrograms, LEAD_CONSOLE_SPECS_REPORT: specsReport };
  return {
    title: 'specs',
    run: async () => (await runTool('vitest', ['run', ...choice], environment)) === 0,
    report: { file: specsReport, read: (text) => countsOfSpecs(text, runsLong), failures: failuresOfSpecs },
  };
}

/** The walks through the built client. */
export function walksStage(choice: readonly string[]): Plan {
  const options = ['test', '--config=e2e/playwright.config.ts', '--project=browser'];
  return {
    title: 'e2e',
    run: async () => (await runTool('playwright', [...options, ...choice], builtPrograms)) === 0,
    report: { file: browserReport, read: countsOfBrowserTests, failures: failuresOfBrowserTests },
  };
}

/**
 * Runs the stages until one fails, then tells what failed and counts.
 *
 * @param note said above the last line, for example what was left out
 * @returns the exit code
 */
export async function runStages(plans: readonly Plan[], note = ''): Promise<number> {
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
  process.stdout.write(`${note === '' ? '' : `${note}\n`}\n${lastLine(counts)}\n`);
  return counts.failed === 0 && left.length === 0 ? 0 : 1;
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
