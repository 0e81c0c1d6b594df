import { buildIfStale } from './build.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { runTool } from './run-tool.ts';

/** Runs one project of `e2e` against the built program, with the arguments of this process. Its exit code. */
export async function runPlaywright(project: 'browser' | 'moments' | 'screenshots'): Promise<number> {
  if (!(await buildIfStale()) || !(await ensureChromium())) return 1;
  const options = ['test', '--config=e2e/playwright.config.ts', `--project=${project}`];
  return runTool('playwright', [...options, ...process.argv.slice(2)]);
}
