import type { Browser, Page } from 'playwright';
import { format } from '../shared/domain/words/format.ts';
import { withClientPage } from './check/client-page.ts';
import { longestTask } from './check/page-thread.ts';
import {
  atMost,
  type Bench,
  type BenchCheck,
  type BenchContext,
  type BenchResult,
  type Cell,
  within,
} from './frame.ts';
import { figuresOf, untilIdle } from './grid/process-time.ts';
import { storeResults } from './grid/stored-result.ts';
import { columns } from './save/leads.ts';

/** The promises hold for the full size; a smaller one is for a look while the code changes. */
const LEADS = Number(process.env['BENCH_LEADS'] ?? 1_000_000);
const HALF = LEADS / 2;
const OPENINGS = 3;
const JUMPS = 40;
/** Longer than this and a person feels that a key or the wheel was not heard. */
const TASK_MS = 100;
const MEBIBYTE = 1024 * 1024;
const column = (name: (typeof columns)[number]): number => columns.indexOf(name);

export const bench: Bench = {
  name: 'grid',
  title: `A result of ${format.number(LEADS)} leads with ${columns.length} columns in the page: opened, scrolled, sorted, filtered, searched`,
  run,
};

/** What was measured; milliseconds. `core` and `page`: processor time. */
interface Measured {
  readonly what: string;
  readonly clock: number;
  readonly core: number;
  readonly longestTask: number;
}

/** The page with one result or the other, and the program behind it. */
class Client {
  readonly #browser: Browser;
  readonly page: Page;
  readonly #processId: number;
  readonly measured: Measured[] = [];

  constructor(browser: Browser, page: Page, processId: number) {
    this.#browser = browser;
    this.page = page;
    this.#processId = processId;
  }

  get peakBytes(): number {
    return figuresOf(this.#processId).peakBytes;
  }

  /** @param act answers the milliseconds it counts itself, or nothing */
  async measure(what: string, act: () => Promise<number | void>): Promise<Measured> {
    // Neither makes a search fast any more, nor draws what was asked before.
    await untilIdle(this.#processId);
    await this.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    let clock = 0;
    const before = figuresOf(this.#processId).cpuMs;
    const { cpuMs } = await longestTask(this.#browser, this.page, async () => {
      const start = performance.now();
      clock = (await act()) ?? performance.now() - start;
    });
    const measured = { what, clock, core: figuresOf(this.#processId).cpuMs - before, longestTask: cpuMs };
    this.measured.push(measured);
    return measured;
  }

  /** Asks the core over the page's own bridge; answers the value and the milliseconds until it was there. */
  async ask(channel: string, args: object): Promise<{ value: Record<string, unknown>; clock: number }> {
    return this.page.evaluate(
      async ([name, body]) => {
        const start = performance.now();
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const outcome = (await response.json()) as { ok: boolean; value: Record<string, unknown> };
        if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
        return { value: outcome.value, clock: performance.now() - start };
      },
      [channel, args] as const,
    );
  }
}

function run({ folder, log }: BenchContext): Promise<BenchResult> {
  return withClientPage(folder, async ({ host, browser, page }) => {
    await host.stop();
    log(`storing ${format.number(LEADS)} and ${format.number(HALF)} leads…`);
    const ids = storeResults(host.dataFolder, [
      { name: 'The large result', leads: LEADS },
      { name: 'The half result', leads: HALF },
    ]);
    await host.start();
    await page.goto('about:blank');
    await page.goto(host.address);
    await page.getByRole('link', { name: 'Export' }).first().click();
    const client = new Client(browser, page, host.processId ?? 0);
    return measureAll(client, ids[0] ?? '', ids[1] ?? '', log);
  });
}

async function measureAll(client: Client, large: string, half: string, log: BenchContext['log']): Promise<BenchResult> {
  const checks: BenchCheck[] = [];
  const promise = (id: string, value: number, bound: number) => checks.push(within(id, value, bound));
  log('opening…');
  const openings: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    await open(client.page, 'The half result');
    openings.push((await client.measure('open the large result', () => open(client.page, 'The large result'))).clock);
  }
  // Both wait for something else than the processor, too: the pause before pages are read, frames, and the driver.
  checks.push(atMost('open-ms', Math.min(...openings), 1000));

  log('scrolling…');
  let waits: number[] = [];
  await client.measure(`scroll to ${JUMPS} random places (clock: 95 of 100)`, async () => {
    waits = await jumps(client.page);
    return at95(waits);
  });
  checks.push(atMost('scroll-p95-ms', at95(waits), 200));

  log('sorting and searching in the page…');
  await client.measure('sort by a click on a header, in the page', () => sortInPage(client.page));
  await client.measure('type a search and see its first hit, in the page', () => searchInPage(client.page));

  for (const { id, what, act, bound } of questions(client, large, half)) {
    log(`${what}…`);
    const { clock, core } = await client.measure(what, act);
    // On a busy computer the clock counts the time of others too; the core's own time cannot.
    promise(id, core > 0 ? Math.min(clock, core) : clock, bound);
  }
  promise('longest-task-ms', Math.max(...client.measured.map((entry) => entry.longestTask)), TASK_MS);
  checks.push(atMost('page-heap-mib', (await heapBytes(client.page)) / MEBIBYTE, 120));
  return {
    columns: ['what', 'clock ms', 'core cpu ms', 'longest task of the page, cpu ms'],
    rows: client.measured.map(({ what, clock, core, longestTask: task }): Cell[] => [
      what,
      Math.round(clock),
      Math.round(core),
      task,
    ]),
    notes: [
      'Chromium with the built page over the browser host; the program behind the page is another process.',
      'Questions go over the page’s own bridge while the grid is on the screen. Each is asked of columns that were not in memory.',
      'What is done in the page has no promise of its own beside the longest task: the clock there also counts the pause of the field.',
      'Tasks in which this program asks the page something, by its selectors, are none of the page and do not count.',
      'Promised for opening and scrolling is the clock, the best of three openings; for questions the clock or, where it is less, the processor time of the core: on a busy computer the clock also counts the time of others.',
      `The core had ${Math.round(client.peakBytes / MEBIBYTE)} MiB resident at most, after sorting by three columns of different values.`,
    ],
    checks,
  };
}

/** What is asked of the core, in order; each of columns that none before has asked for. */
function questions(client: Client, large: string, half: string) {
  const ask = (channel: string, args: object) => async () => {
    await client.ask(channel, args);
  };
  const rows = (exportId: string, view: object) => ask('export:rows', { exportId, offset: 0, limit: 200, ...view });
  const find = { exportId: large, find: 'lead.777777', columns: null };
  const values = { exportId: half, column: column('uniqueId'), offset: 0, limit: 100 };
  return [
    {
      id: 'sort-500k-ms',
      what: `sort ${format.number(HALF)} by company and name`,
      bound: 2500,
      act: rows(half, { sort: sortBy('data.Virksomhed', 'data.Efternavn') }),
    },
    {
      id: 'sort-500k-different-ms',
      what: `sort ${format.number(HALF)} different e-mails`,
      bound: 2500,
      act: rows(half, { sort: sortBy('data.E-mail') }),
    },
    {
      id: 'page-while-sorting-ms',
      what: 'a page of another view, at its slowest, while different phones are sorted',
      bound: 200,
      act: () => pagesWhileSorting(client, half),
    },
    {
      id: 'filter-ms',
      what: 'filter by two towns',
      bound: 500,
      act: rows(large, {
        filters: [{ kind: 'values', column: column('data.By'), values: ['Køge', 'Århus'], empty: false, not: false }],
      }),
    },
    {
      id: 'filter-text-ms',
      what: 'filter by a part of the e-mail',
      bound: 500,
      act: rows(large, {
        filters: [{ kind: 'text', column: column('data.E-mail'), match: 'contains', text: '77@', not: false }],
      }),
    },
    {
      id: 'first-hit-ms',
      what: 'first hit of a search over all columns, late in the result',
      bound: 300,
      act: ask('export:hit', { ...find, wanted: { by: 'ordinal', ordinal: 0 } }),
    },
    {
      id: 'count-hits-ms',
      what: 'count the hits of a text that most leads have',
      bound: 2000,
      act: ask('export:countHits', { ...find, find: 'Ener' }),
    },
    {
      id: 'values-ms',
      what: `values of a column of ${format.number(HALF)} different ones, first page`,
      bound: 300,
      act: ask('export:values', values),
    },
    {
      id: 'values-next-page-ms',
      what: 'the next page of them',
      bound: 300,
      act: ask('export:values', { ...values, offset: 100 }),
    },
    {
      id: 'profile-estimate-ms',
      what: 'profile of a column, estimated',
      bound: 500,
      act: ask('export:profile', { exportId: large, column: column('data.Telefon'), accuracy: 'estimate' }),
    },
  ];
}

function sortBy(...names: (typeof columns)[number][]) {
  return names.map((name) => ({ column: column(name), direction: 'asc' }));
}

/** @returns the slowest page, in milliseconds */
async function pagesWhileSorting(client: Client, exportId: string): Promise<number> {
  let isSorted = false;
  const sorted = client
    .ask('export:rows', { exportId, offset: 0, limit: 200, sort: sortBy('data.Telefon') })
    .then(() => {
      isSorted = true;
    });
  let slowest = 0;
  for (let turn = 0; !isSorted; turn += 1) {
    const offset = (turn * 7919) % HALF;
    slowest = Math.max(slowest, (await client.ask('export:rows', { exportId, offset, limit: 200 })).clock);
  }
  await sorted;
  return slowest;
}

/** By the list of past results, until the first rows are there. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page
    .locator('[data-count="leads"]', { hasText: name.includes('large') ? groups(LEADS) : groups(HALF) })
    .waitFor();
  await page.locator('.ag-row:not([class*=loadingRow]) [role=gridcell]').nth(3).waitFor();
}

async function sortInPage(page: Page): Promise<void> {
  await page.getByRole('columnheader', { name: 'Status' }).click();
  await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();
  await page.locator('.ag-row[class*=loadingRow]').first().waitFor({ state: 'detached' });
}

async function searchInPage(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Search in these leads' }).fill('Tromsø');
  await page.locator('[role=gridcell] mark').first().waitFor();
}

function groups(count: number): RegExp {
  return new RegExp(format.number(count).replaceAll(',', String.raw`\D?`));
}

/** Milliseconds until the rows of each place were there, counted by the page itself. */
function jumps(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const viewport = document.querySelector('.ag-grid-viewport');
    if (viewport === null) throw new Error('There is no table to scroll.');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const waits: number[] = [];
    for (let jump = 1; jump <= count; jump += 1) {
      const start = performance.now();
      viewport.scrollTop = ((jump * 0.618_034) % 1) * (viewport.scrollHeight - viewport.clientHeight);
      do await frame();
      while (document.querySelector('.ag-row-loading, [class*=loadingRow]') !== null);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return waits;
  }, JUMPS);
}

function at95(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
