import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type ConsoleMessage, type Page } from '@playwright/test';
import { Host } from '../scripts/lib/host.ts';
import { PracticeService } from './practice-service.ts';

/** Trouble the page reported by itself: a test fails on any that it did not expect. */
class Troubles {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  /** From now on, trouble with such a text is part of what the test is about. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  unexpected(): string[] {
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  async watch(page: Page): Promise<void> {
    page.on('pageerror', (error) => this.#seen.push(`uncaught: ${error.message}`));
    page.on('crash', () => this.#seen.push('the page crashed'));
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    // Chromium words violations differently from version to version; the event is the same in all.
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
  }
}

export interface Options {
  /** Arguments for the host beyond data folder, port and --no-open. */
  hostArguments: readonly string[];
}

export interface Fixtures {
  /** An empty folder that lasts as long as the test, for files to import and save. */
  folder: string;
  /** The running host; a test may stop, kill and start it again. */
  host: Host;
  troubles: Troubles;
  /** Opened at the host's address, watched for errors. */
  page: Page;
}

export const test = base.extend<Options & Fixtures>({
  hostArguments: [['--practice'], { option: true }],

  // Playwright wants the first argument to be an object pattern, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'lead-console-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  host: async ({ folder, hostArguments }, use, info) => {
    const host = new Host(join(folder, 'data'), hostArguments);
    try {
      await host.start();
      await use(host);
    } finally {
      await host.stop();
      if (info.status !== info.expectedStatus)
        await info.attach('host', { body: host.said, contentType: 'text/plain' });
    }
  },

  // oxlint-disable-next-line no-empty-pattern
  troubles: async ({}, use) => {
    const troubles = new Troubles();
    await use(troubles);
    expect(troubles.unexpected(), 'trouble the page reported by itself').toEqual([]);
  },

  page: async ({ page, host, troubles }, use) => {
    await troubles.watch(page);
    await page.goto(host.address);
    await use(page);
  },
});

/** With a simulated service in a process of its own, to connect to by address; the host starts without an account. */
export const testWithService = test.extend<{ serviceArguments: string[]; service: PracticeService }>({
  hostArguments: [],
  serviceArguments: [['--leads', '3000', '--calls'], { option: true }],
  service: async ({ serviceArguments }, use) => {
    const service = new PracticeService(serviceArguments);
    await service.start();
    await use(service);
    await service.stop();
  },
});

export { expect };
