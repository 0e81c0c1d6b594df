// Why: decision 0006.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/lib/chromium.ts';

const executablePath = findChromium();

/** Tests drive the built client in its browser host; every test starts a host of its own (see fixtures.ts). */
export default defineConfig({
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  // A shared build machine may stall for seconds; the list names every test that needed its second try. Never on a desk.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // One more than a small machine has cores: walks wait for the pace of imports.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: join(import.meta.dirname, '../test-results/e2e.json') }]],
  use: {
    // Without a UTF-8 locale, as on a bare build machine, Chromium opens no file whose name has letters beyond ASCII.
    launchOptions: { env: { ...process.env, LC_ALL: 'C.UTF-8' }, ...(executablePath && { executablePath }) },
    actionTimeout: 15_000,
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step costs a sixth of the time of all tests, so only a second try is recorded; `--trace on` records all.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser', testDir: './specs', testMatch: '**/*.spec.ts' },
    { name: 'screenshots', testDir: './screenshots', testMatch: '**/*.ts' },
    { name: 'moments', testDir: './moments', testMatch: '**/*.ts' },
  ],
});
