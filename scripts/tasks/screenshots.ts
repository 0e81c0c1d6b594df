import { runPlaywright } from '../lib/playwright.ts';

const LONGER = '--longer';
const args = process.argv.slice(2);

/** Writes pictures of every page to `screenshots/`, which git ignores; with `--longer` in longer words to `longer/` there. */
process.exitCode = await runPlaywright(
  'screenshots',
  args.filter((argument) => argument !== LONGER),
  args.includes(LONGER) ? { LEAD_CONSOLE_LONGER_WORDS: '1' } : {},
);
