import type { Browser, Page } from 'playwright';

/** One event of Chromium's trace format; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface LongestTask {
  /** Milliseconds, one decimal. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/**
 * The longest task of the main threads of the pages while `act` goes on. Tasks are what the browser cannot interrupt:
 * as long as one lasts, no key and no wheel is heard.
 */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(page, {
    categories: ['-*', 'toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  let bytes: Buffer;
  try {
    await act();
  } finally {
    bytes = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(bytes.toString('utf8')) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace names no task of the page.');
  const most = (figures: readonly (number | undefined)[]) =>
    Math.round(Math.max(0, ...figures.map((figure) => figure ?? 0)) / 100) / 10;
  // Tasks without processor time would make every promise hold.
  if (tasks.every(({ tdur }) => tdur === undefined)) throw new Error('The trace holds no processor times.');
  return { cpuMs: most(tasks.map(({ tdur }) => tdur)), wallMs: most(tasks.map(({ dur }) => dur)) };
}
