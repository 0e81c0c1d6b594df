import { buildIfStale } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { runTool } from '../lib/run-tool.ts';

process.exitCode =
  (await buildIfStale()) && (await ensureChromium())
    ? await runTool('playwright', [
        'test',
        '--config=e2e/playwright.config.ts',
        '--project=browser',
        ...process.argv.slice(2),
      ])
    : 1;
