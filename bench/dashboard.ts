import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { type QuotaStory, story, STORY_NOW, tellNow } from '../e2e/quota-story.ts';
import type { QuotaSnapshot } from '../shared/contract/quota/quota.ts';
import { withClientPage } from './check/client-page.ts';
import { longestTask } from './check/page-thread.ts';
import { atMost, type Bench, type BenchContext, type BenchResult, type Cell, within } from './frame.ts';

/** The promises hold for the full time; a shorter one is for a look while the code changes. */
const HOURS = Number(process.env['BENCH_HOURS'] ?? 8);
/** Milliseconds between two pulses, as the core sends them at most. */
const PULSE = 500;
const PARTS_AN_HOUR = 4;
const PULSES_A_PART = 3_600_000 / PARTS_AN_HOUR / PULSE;
/** Pulses that go to the page in one message of the bench. */
const BATCH = 40;
/** Longer than this and a person feels that a key or the wheel was not heard. Processor time of the page's thread. */
const TASK_MS = 50;
const MEBIBYTE = 1024 * 1024;

export const bench: Bench = {
  name: 'dashboard',
  title: `The Quota page open for ${HOURS} simulated hours under 4 requests a second`,
  run,
};

interface BenchTime {
  start(at: number, first: QuotaSnapshot): Promise<void>;
  pulse(pulse: { at: number; used: number; sequence: number }): Promise<void>;
  watch(selector: string): void;
  mostChanges(): number;
}
declare const benchTime: BenchTime;

/** The day this number of pulses after its beginning, at four requests a second. */
function dayAt(pulse: number): QuotaStory {
  const now = STORY_NOW + pulse * PULSE;
  const told = story(now, 'practice');
  const sent = pulse * 2;
  const services = told.snapshot.services.map((service, index) => {
    if (index > 0) return service;
    const { limit } = service.daily;
    const used = (service.daily.used + sent) % (limit ?? 100_000);
    return { ...service, daily: { ...service.daily, used, remaining: (limit ?? 0) - used } };
  });
  return { ...told, snapshot: { ...told.snapshot, services, sequence: pulse + 2 } };
}

function run({ folder, log }: BenchContext): Promise<BenchResult> {
  return withClientPage(folder, ({ browser, page }) => watch(browser, page, log));
}

async function watch(browser: Browser, page: Page, log: (line: string) => void): Promise<BenchResult> {
  let pulse = 0;
  await tellNow(page, () => dayAt(pulse));
  await page.addInitScript({ content: readFileSync(join(import.meta.dirname, 'dashboard/fast-time.js'), 'utf8') });
  await page.reload();
  await page.evaluate(([at, first]) => benchTime.start(at, first), [STORY_NOW, dayAt(0).snapshot] as const);
  await page.getByRole('link', { name: 'Quota' }).first().click();
  await page.getByRole('slider').first().waitFor();
  await page.evaluate(() => benchTime.watch('ul[aria-label="Budgets"]'));
  const session = await page.context().newCDPSession(page);
  const rows: Cell[][] = [];
  const heaps: number[] = [];
  for (let part = 1; part <= HOURS * PARTS_AN_HOUR; part += 1) {
    const { cpuMs, wallMs } = await longestTask(browser, page, async () => {
      const end = part * PULSES_A_PART;
      while (pulse < end) pulse = await feed(page, pulse, Math.min(end, pulse + BATCH));
    });
    const heap = await heapOf(session);
    heaps.push(heap);
    const changes = await page.evaluate(() => benchTime.mostChanges());
    rows.push([part / PARTS_AN_HOUR, cpuMs, wallMs, heap / MEBIBYTE, changes]);
    log(`${part / PARTS_AN_HOUR} h: longest task ${cpuMs} ms, heap ${(heap / MEBIBYTE).toFixed(1)} MiB`);
  }
  return resultOf(rows, heaps);
}

/** Pulses `from` to `to`, one after the other. @returns `to` */
async function feed(page: Page, from: number, to: number): Promise<number> {
  const pulses = Array.from({ length: to - from }, (_, index) => {
    const pulse = from + index + 1;
    const used = dayAt(pulse).snapshot.services[0]?.daily.used ?? 0;
    return { at: STORY_NOW + pulse * PULSE, used, sequence: pulse + 2 };
  });
  await page.evaluate(async (told) => {
    for (const pulse of told) await benchTime.pulse(pulse);
  }, pulses);
  return to;
}

async function heapOf(session: CDPSession): Promise<number> {
  // Twice: what the first round frees may hold the last of something else.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize;
}

function resultOf(rows: Cell[][], heaps: readonly number[]): BenchResult {
  const figures = (column: number): number[] => rows.map((row) => Number(row[column]));
  // The first quarter of an hour fills caches that then stay.
  const [first = Number.NaN] = heaps;
  const worst = Math.max(...heaps.map((heap) => Math.abs(heap / first - 1) * 100));
  return {
    columns: [
      'after hours',
      'longest task, processor ms',
      'the same on the clock, ms',
      'heap, MiB',
      'most changes of the cards in a second',
    ],
    rows,
    notes: [
      'The built page in Chromium; time runs as fast as the page can follow, with two pulses a simulated second.',
      'Heap after garbage collection, against that after the first quarter of an hour.',
      'Promised is the processor time: on a busy computer the clock also counts the time of others.',
    ],
    checks: [
      within('longest-task-ms', Math.max(...figures(1)), TASK_MS),
      atMost('heap-drift-percent', worst, 10),
      atMost('changes-a-second', Math.max(...figures(4)), 2),
    ],
  };
}
