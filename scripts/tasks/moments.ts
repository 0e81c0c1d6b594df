import { buildIfStale } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { runTool } from '../lib/run-tool.ts';

/**
 * Imports 600 rows (`LEAD_CONSOLE_MOMENTS_ROWS`) and counts them at 20 random moments (`LEAD_CONSOLE_MOMENTS_SEED`): on the
 * screen, in the batch, in the result file.
 */
process.exitCode =
  (await buildIfStale()) && (await ensureChromium())
    ? await runTool('playwright', [
        'test',
        '--config=e2e/playwright.config.ts',
        '--project=moments',
        ...process.argv.slice(2),
      ])
    : 1;
