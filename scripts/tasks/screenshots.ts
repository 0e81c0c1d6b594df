import { buildIfStale } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { runTool } from '../lib/run-tool.ts';

/** Writes pictures of every page to `screenshots/`, which git ignores. */
process.exitCode =
  (await buildIfStale()) && (await ensureChromium())
    ? await runTool('playwright', [
        'test',
        '--config=e2e/playwright.config.ts',
        '--project=screenshots',
        ...process.argv.slice(2),
      ])
    : 1;
