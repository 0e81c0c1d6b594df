import type { Browser, Page } from 'playwright';

/** One event of Chromium's trace format; times in microseconds. `ts`: when it began. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly ts?: number;
  readonly args?: {
    readonly name?: string;
    readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string };
  };
}

/** What the measuring program asks of the page comes over this: its selectors are not work of the page. */
const MEASURING = 'blink.mojom.DevToolsSession';

export interface LongestTask {
  /** Milliseconds, one decimal. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/**
 * The longest task of the main threads of the pages while `act` goes on. Tasks are what the browser cannot interrupt:
 * as long as one lasts, no key and no wheel is heard. What this program itself asks of the page does not count.
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
  const onPage = traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
  const asked = onPage.filter(({ args }) => args?.chrome_mojo_event_info?.mojo_interface_tag === MEASURING);
  const isAsked = ({ pid, tid, ts = 0, dur = 0 }: TraceEvent) =>
    asked.some((event) => event.pid === pid && event.tid === tid && isWithin(event.ts ?? 0, ts, dur));
  const tasks = onPage.filter((event) => /RunTask$/.test(event.name) && !isAsked(event));
  if (tasks.length === 0) throw new Error('The trace names no task of the page.');
  const most = (figures: readonly (number | undefined)[]) =>
    Math.round(Math.max(0, ...figures.map((figure) => figure ?? 0)) / 100) / 10;
  // Tasks without processor time would make every promise hold.
  if (tasks.every(({ tdur }) => tdur === undefined)) throw new Error('The trace holds no processor times.');
  return { cpuMs: most(tasks.map(({ tdur }) => tdur)), wallMs: most(tasks.map(({ dur }) => dur)) };
}

function isWithin(moment: number, start: number, length: number): boolean {
  return moment >= start && moment <= start + length;
}
