// Why: decision 0300.
import { cancelled } from '../foundation/failure.ts';
import { letOtherWorkRun } from './thread-server.ts';

/**
 * Long work of the core's own thread, cut into slices. Each `yield` ends a slice, says how many rows are done, and gets the
 * number of rows for the next one; nothing may be left open across it, a transaction least of all. A cancel is thrown into
 * it there: what it did before can be taken back in slices, too.
 */
export type Slices<Result = void> = Generator<number, Result, number>;

/** Yielded before work of another kind, whose rows may take longer: its slices begin small again. */
export const OTHER_WORK = -1;

/** Milliseconds of processor time of a slice. A row that is sent, a click and a timer wait no longer for it. */
const SLICE = 20;
/** Rows of the first slice: nobody knows yet how long one takes. */
const FIRST = 25;
/** Rows of a slice, however long they take, and however short. */
const FEWEST = 20;
const MOST = 2_000;

export interface SliceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends the work where it is, without taking anything back: the program closes. */
  readonly closing?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Does a slice. Left out: as it is. */
  readonly does?: <Step>(slice: () => Step) => Step;
  /** Milliseconds of processor time that this thread has used. Left out: what the operating system says. */
  readonly used?: () => number;
}

/**
 * Does the work; all other work of this thread has a turn after each slice.
 *
 * @throws Failure `cancelled` when the signal is aborted, after the work has taken back what it wants to take back, and when
 *   the program closes
 */
export async function inSlices<Result>(work: Slices<Result>, options: SliceOptions): Promise<Result> {
  const { signal, closing, onProgress, does = (slice) => slice(), used = usedByThread } = options;
  let size = new SliceSize();
  let isCancelled = false;
  for (;;) {
    if (closing?.aborted === true) {
      work.return(undefined as Result);
      throw cancelled('Lead Console closes.');
    }
    const mustEnd: boolean = signal?.aborted === true && !isCancelled;
    isCancelled ||= mustEnd;
    const before = used();
    const step = does(() => (mustEnd ? work.throw(cancelled()) : work.next(size.rows)));
    if (step.done === true) return step.value;
    if (!isCancelled && step.value > 0) onProgress?.(step.value);
    if (step.value === OTHER_WORK) size = new SliceSize();
    else size.took(used() - before);
    await letOtherWorkRun();
  }
}

/** Share of what is known of earlier slices that still counts after the next one. */
const STILL_COUNTS = 0.8;

/**
 * How many rows fit into a slice. By processor time: on a busy computer smaller slices would only make more of them. By the
 * last few slices: some systems count in steps of sixteen milliseconds.
 */
class SliceSize {
  rows = FIRST;
  #rows = 0;
  #milliseconds = 0;

  took(milliseconds: number): void {
    this.#rows = this.#rows * STILL_COUNTS + this.rows;
    this.#milliseconds = this.#milliseconds * STILL_COUNTS + milliseconds;
    const fitting = (SLICE * this.#rows) / this.#milliseconds;
    this.rows = Math.round(Math.min(MOST, 2 * this.rows, Math.max(FEWEST, fitting)));
  }
}

/** Milliseconds of the processor. */
export function usedByThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Rows by their numbers, page by page; other work has a turn after each. @param after the rows after this one */
export async function* pages<Row extends { readonly row: number }>(
  after: (last: number) => readonly Row[],
  pause: () => Promise<void> = letOtherWorkRun,
): AsyncGenerator<readonly Row[], void> {
  for (let last = 0; ;) {
    const page = after(last);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = end.row;
    await pause();
  }
}
