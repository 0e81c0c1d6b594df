import type { Clock, Random } from '../../foundation/ports.ts';

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  isCancelled: boolean;
}

/**
 * Time that passes only when it is told to: hours of pacing are simulated in a moment. Timers fire in order of their
 * time; whatever a callback starts in the same turn runs before the next timer.
 */
export class VirtualClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #heap: Entry[] = [];
  #order = 0;

  constructor(wallStart = Date.UTC(2026, 10, 20, 9)) {
    this.#wallOffset = wallStart;
  }

  wallNow(): number {
    return this.#wallOffset + this.#monotonic;
  }

  monotonicNow(): number {
    return this.#monotonic;
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    const entry: Entry = {
      at: this.#monotonic + Math.max(0, delayMs),
      order: this.#order++,
      callback,
      isCancelled: false,
    };
    this.#push(entry);
    return { cancel: () => void (entry.isCancelled = true) };
  }

  /** Lets time pass up to `until` (monotonic milliseconds). */
  run(until: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= until; next = this.#heap[0]) {
      this.#pop();
      if (next.isCancelled) continue;
      this.#monotonic = Math.max(this.#monotonic, next.at);
      next.callback();
    }
    this.#monotonic = Math.max(this.#monotonic, until);
  }

  /** As `run`, and awaits `settle` after every timer, for code that works with promises. */
  async runAsync(until: number, settle: () => Promise<void>): Promise<void> {
    await settle();
    for (let next = this.#heap[0]; next !== undefined && next.at <= until; next = this.#heap[0]) {
      this.#pop();
      if (next.isCancelled) continue;
      this.#monotonic = Math.max(this.#monotonic, next.at);
      next.callback();
      await settle();
    }
    this.#monotonic = Math.max(this.#monotonic, until);
  }

  /** No timer of before runs out any more. */
  forgetTimers(): void {
    this.#heap = [];
  }

  /** The computer sleeps: the wall clock goes on, the monotonic one stands still, as on Linux and macOS. */
  sleep(milliseconds: number): void {
    this.#wallOffset += milliseconds;
  }

  /** The computer sleeps and both clocks go on, as on Windows: every timer of that time is late. */
  freeze(milliseconds: number): void {
    this.#monotonic += milliseconds;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(heap[index], heap[parent])) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let index = 0; ;) {
      const left = index * 2 + 1;
      const right = left + 1;
      let least = index;
      if (isBefore(heap[left], heap[least])) least = left;
      if (isBefore(heap[right], heap[least])) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#heap[one] = second;
    this.#heap[other] = first;
  }
}

function isBefore(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Numbers that look random and are the same every time (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
