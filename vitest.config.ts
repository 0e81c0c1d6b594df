// Why: decision 0004.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findChromium } from './scripts/lib/chromium.ts';
import { LONG } from './scripts/lib/test-run/long-runs.ts';
import { SecondTries } from './scripts/lib/test-run/second-tries.ts';

const define = { __PRODUCT_VERSION__: JSON.stringify('0.0.0-spec') };
const chromium = findChromium();
/** Where `npm test` wants a report that it can count. */
const report = process.env['LEAD_CONSOLE_SPECS_REPORT'];

/** A shared build machine may stall for seconds; every spec that needed its second try is named at the end. Never on a desk. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** The rules hold nothing outside themselves, so their specs share two threads instead of starting one each. */
const domain: TestProjectConfiguration = {
  define,
  test: {
    name: 'domain',
    environment: 'node',
    include: ['shared/**/*.spec.ts'],
    pool: 'threads',
    isolate: false,
    // Thousands of headers and random tables take seconds on a computer that is busy, and say nothing of the rules then.
    testTimeout: 60_000,
  },
};

/** Threads start from what `npm test` has just built, in a third of the time that their sources take. */
const builtThreads = {
  find: /^.*\/threads\/program-beside\.ts$/,
  replacement: join(import.meta.dirname, 'electron/core/threads/built-threads-fixture.ts'),
};

const node: TestProjectConfiguration = {
  define,
  resolve: { alias: process.env['LEAD_CONSOLE_BUILT_CORE'] === undefined ? [] : [builtThreads] },
  test: {
    name: 'node',
    environment: 'node',
    include: ['{electron,scripts,bench}/**/*.spec.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: './scripts/lib/test-run/spec-folder.ts',
    // A process for each file: the core's specs open databases, sockets and worker threads.
    pool: 'forks',
    retry,
    // Real files, sockets and processes on a computer that may be busy; a spec that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
};

/** The page shows every time by the clock of the account in use. */
const setupFiles = './renderer/src/testing/account-clock.ts';

const page: TestProjectConfiguration = {
  define,
  plugins: [react()],
  test: {
    name: 'page',
    environment: 'happy-dom',
    // Most of the time of these specs was spent on a new window for each file; each one tidies up after itself.
    isolate: false,
    setupFiles,
    include: ['renderer/**/*.spec.{ts,tsx}'],
    exclude: ['**/*.browser.spec.{ts,tsx}', '**/node_modules/**'],
  },
};

/** Layout, focus and the grid exist in a real browser only. */
function browser(executablePath: string): TestProjectConfiguration {
  return {
    define,
    plugins: [react()],
    // Found up front: a dependency met later makes Vite reload the page under a running spec.
    optimizeDeps: { entries: ['renderer/src/**/*.{ts,tsx}'], include: ['react/jsx-dev-runtime'] },
    test: {
      name: 'browser',
      setupFiles,
      include: ['renderer/**/*.browser.spec.{ts,tsx}'],
      retry,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { executablePath } }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}

if (chromium === undefined) {
  process.stderr.write(
    'No Chromium was found: the specs named *.browser.spec.tsx are left out. npm test installs one.\n',
  );
}

export default defineConfig({
  test: {
    projects: [domain, node, page, ...(chromium === undefined ? [] : [browser(chromium)])],
    reporters: [
      'default',
      new SecondTries(),
      ...(report === undefined ? [] : [['json', { outputFile: report }] satisfies [string, object]]),
    ],
    tags: [{ name: LONG, description: 'Repeats a promise with other data, or waits for minutes: npm run long.' }],
    passWithNoTests: true,
    // Forgotten .only would let the rest pass unseen.
    allowOnly: false,
    // Twice the cores of a small machine: at three a fifth of their time passed unused, in waits for a pace or a deadline.
    maxWorkers: Math.max(4, availableParallelism()),
  },
});
