import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { RunningCommand } from '../lib/batch-desk.ts';
import { startProgram } from './installed.ts';

/** Milliseconds that a program may take that does not answer. */
const LONGEST = 60_000;

export interface WindowSeen {
  /** Milliseconds from the start to the first heading of the page. */
  readonly shownAfter: number;
  readonly broken: readonly string[];
}

/** Starts the app, looks at its page, starts it a second time, and closes it as its installer does. */
export async function checkWindow(program: string, dataFolder: string): Promise<WindowSeen> {
  const own = ['--data-dir', dataFolder];
  const startedAt = performance.now();
  const app = startProgram(program, [...own, '--practice', '--remote-debugging-port=0']);
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(app));
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) return { shownAfter: Number.NaN, broken: ['the program has no window'] };
    await page.getByRole('heading').first().waitFor({ timeout: LONGEST });
    const shownAfter = Math.round(performance.now() - startedAt);
    const origin = await page.evaluate<string>('location.origin');
    const reach = await page.evaluate<string[]>('[typeof require, typeof process]');
    const second = startProgram(program, own);
    const ending = await within(second);
    const isStillOpen = browser.isConnected();
    const closing = startProgram(program, [...own, '--close-for-update']);
    await within(closing);
    const code = await within(app);
    return {
      shownAfter,
      broken: [
        ...(origin === 'app://lead-console' ? [] : [`the page is of ${origin}`]),
        ...(reach.every((type) => type === 'undefined') ? [] : [`the page reaches Node: ${reach.join(', ')}`]),
        ...(ending === 0 && isStillOpen
          ? []
          : [`a second start ended with ${ending}, the first is open: ${isStillOpen}`]),
        ...(code === 0 ? [] : [`closed for an update it ended with ${code}: ${app.error()}`]),
      ],
    };
  } finally {
    app.kill();
  }
}

function within({ ended }: RunningCommand) {
  return Promise.race([ended, sleep(LONGEST, 'still there' as const, { ref: false })]);
}

/** What Chromium writes when its port is open. @throws Error with the program's own words when it does not */
async function debuggingAddress(app: RunningCommand): Promise<string> {
  for (const end = Date.now() + LONGEST; Date.now() < end; await sleep(50)) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(app.error()) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`The program opened no window: ${app.out()}${app.error()}`);
}
