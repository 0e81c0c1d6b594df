import { runPlaywright } from '../lib/playwright.ts';

/**
 * Imports 600 rows (`LEAD_CONSOLE_MOMENTS_ROWS`) and counts them at 20 random moments (`LEAD_CONSOLE_MOMENTS_SEED`): on the
 * screen, in the batch, in the result file.
 */
process.exitCode = await runPlaywright('moments');
