import { runPlaywright } from '../lib/playwright.ts';

/** Writes pictures of every page to `screenshots/`, which git ignores. */
process.exitCode = await runPlaywright('screenshots');
