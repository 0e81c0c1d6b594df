import type { IDatasource, IGetRowsParams } from 'ag-grid-community';

/** Places in a list, counted from 0; `end` is the first place behind them. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

export interface LoadedRows<Row> {
  readonly rows: readonly Row[];
  /** Rows in the whole list. */
  readonly total: number;
}

/**
 * Reads one page of a list. `signal` aborts when nobody
 * waits for the page any more; what the loader answers then is not looked at.
 */
export type LoadRows<Row> = (
  page: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<LoadedRows<Row>>;

/** Calls `draw` when what is shown may be drawn anew. */
export type Redraw = (draw: () => void) => Promise<void>;

export interface FailedRows extends RowRange {
  readonly message: string;
}

/** Pages that are read at the same time. The core answers a person's calls one after the other anyway. */
const AT_ONCE = 2;
/** Pages that are remembered after they were loaded: more than the grid itself keeps. */
const REMEMBERED = 64;

interface Page extends RowRange {
  readonly params: IGetRowsParams;
  state: 'waiting' | 'loading' | 'loaded' | 'failed';
  /** It shows rows already: it is read again because they may have changed. */
  isShown: boolean;
  /** The list ended inside it. */
  isShort: boolean;
  /** The list has become longer since. */
  hasGrown: boolean;
  message: string;
  reading: AbortController | null;
}

/**
 * The rows of a list for a grid, page by page. The grid hands over every page that it would like at once (see
 * `maxConcurrentDatasourceRequests` in `PagedGrid`); which is read when is decided here: what is on the screen comes
 * first, what was scrolled away is cancelled, and a page that failed can be tried again on its own. The grid itself
 * can only read all its pages again.
 */
export class RowPages<Row> implements IDatasource {
  readonly #load: LoadRows<Row>;
  readonly #messageOf: (failure: unknown) => string;
  readonly #redraw: Redraw;
  readonly #pages = new Map<number, Page>();
  readonly #listeners = new Set<() => void>();
  #failed: readonly FailedRows[] = [];
  #visible: RowRange | null = null;
  /** Rows that a growing list has by now: more than a page that was read a moment ago knows of. */
  #grown = 0;

  /**
   * @param messageOf what to say about something that `load` threw
   * @param redraw draws rows that are shown already
   */
  constructor(load: LoadRows<Row>, messageOf: (failure: unknown) => string, redraw: Redraw) {
    this.#load = load;
    this.#messageOf = messageOf;
    this.#redraw = redraw;
  }

  /** Calls the listener when a page was loaded and when `failed` changes; returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Pages that could not be loaded, in the order of the list. */
  readonly failed = (): readonly FailedRows[] => this.#failed;

  /** Called by the grid for a page it has no rows of, or wants to have again. */
  readonly getRows = (params: IGetRowsParams): void => {
    const { startRow: start, endRow: end } = params;
    const former = this.#pages.get(start);
    former?.reading?.abort();
    const isShown = former?.isShown === true;
    this.#pages.delete(start);
    this.#pages.set(start, {
      start,
      end,
      params,
      state: 'waiting',
      isShown,
      isShort: false,
      hasGrown: false,
      message: '',
      reading: null,
    });
    if (former?.state === 'failed') this.#noteFailed();
    this.#forgetOld();
    this.#readNext();
  };

  /** Says which rows are on the screen; null: not known yet, every page is wanted. */
  look(visible: RowRange | null): void {
    this.#visible = visible;
    for (const page of this.#pages.values()) {
      const isWanted = this.#isWanted(page);
      if (page.state === 'loading' && !page.isShown && !isWanted) {
        page.reading?.abort();
        page.reading = null;
        page.state = 'waiting';
      }
      if (page.state === 'loaded' && page.hasGrown && isWanted) page.state = 'waiting';
    }
    this.#readNext();
  }

  /** Tries all pages again that could not be loaded. */
  retry(): void {
    for (const page of this.#pages.values()) if (page.state === 'failed') page.state = 'waiting';
    this.#noteFailed();
    this.#readNext();
  }

  /** The list has grown: pages that were not full are read again as soon as they are on the screen. */
  grow(rows: number): void {
    this.#grown = rows;
    for (const page of this.#pages.values()) if (page.isShort) page.hasGrown = true;
    this.look(this.#visible);
  }

  /** Pages that are remembered now. */
  get size(): number {
    return this.#pages.size;
  }

  hasFailed(row: number): boolean {
    return [...this.#pages.values()].some(
      (page) => page.state === 'failed' && !page.isShown && page.start <= row && row < page.end,
    );
  }

  /** Called by the grid when it goes or gets another list. A grid that comes back starts anew. */
  destroy(): void {
    for (const page of this.#pages.values()) page.reading?.abort();
    this.#pages.clear();
    this.#noteFailed();
  }

  #readNext(): void {
    const pages = [...this.#pages.values()];
    const free = AT_ONCE - pages.filter((page) => page.state === 'loading').length;
    const waiting = pages.filter((page) => page.state === 'waiting');
    const next = [
      ...waiting.filter((page) => this.#isWanted(page)),
      ...waiting.filter((page) => page.isShown && !this.#isWanted(page)),
    ];
    for (const page of next.slice(0, Math.max(0, free)))
      this.#read(page).catch((error: unknown) => window.reportError(error));
  }

  #isWanted({ start, end }: RowRange): boolean {
    return this.#visible === null || (start < this.#visible.end && end > this.#visible.start);
  }

  async #read(page: Page): Promise<void> {
    const reading = new AbortController();
    page.state = 'loading';
    page.hasGrown = false;
    page.reading = reading;
    try {
      const { rows, total } = await this.#load({ offset: page.start, limit: page.end - page.start }, reading.signal);
      const draw = (): void => {
        if (reading.signal.aborted) return;
        page.state = 'loaded';
        page.isShown = true;
        page.isShort = rows.length < page.end - page.start;
        page.params.successCallback([...rows], Math.max(total, this.#grown));
        this.#tell();
      };
      if (page.isShown) await this.#redraw(draw);
      else draw();
    } catch (failure) {
      if (reading.signal.aborted) return;
      page.state = 'failed';
      page.message = this.#messageOf(failure);
      this.#noteFailed();
    } finally {
      if (page.reading === reading) page.reading = null;
      this.#readNext();
    }
  }

  #noteFailed(): void {
    this.#failed = [...this.#pages.values()]
      .filter((page) => page.state === 'failed')
      .sort((one, other) => one.start - other.start)
      .map(({ start, end, message }) => ({ start, end, message }));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A grid over a million rows asks for ten thousand pages in its life. */
  #forgetOld(): void {
    for (const page of this.#pages.values()) {
      if (this.#pages.size <= REMEMBERED) return;
      const isLet = page.state === 'loaded' && !page.isShort;
      if (isLet || (page.state === 'waiting' && !this.#isWanted(page))) this.#pages.delete(page.start);
    }
  }
}
