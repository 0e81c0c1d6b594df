import { buildIfStale } from './build.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { runTool } from './run-tool.ts';

/**
 * Runs one project of `e2e` against the built program. Its exit code.
 * @param args for Playwright: those of this process
 */
export async function runPlaywright(
  project: 'browser' | 'moments' | 'screenshots',
  args: readonly string[] = process.argv.slice(2),
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  if (!(await buildIfStale()) || !(await ensureChromium())) return 1;
  const options = ['test', '--config=e2e/playwright.config.ts', `--project=${project}`];
  return runTool('playwright', [...options, ...args], environment);
}
