import { runPlaywright } from '../lib/playwright.ts';

process.exitCode = await runPlaywright('browser');
