// Why: decision 0012.
/** setTimeout takes 32 bits; a longer wait is taken in several steps. */
const longestTimer = 2_147_483_647;

interface Wait {
  readonly due: number;
  readonly callback: () => void;
  timer: NodeJS.Timeout | null;
}

/** @param start first instant in milliseconds since the epoch (default: the computer's time) */
export function createPracticeClock(settings: { start?: number; speed?: number } = {}): PracticeClock {
  return new PracticeClock(settings.start ?? Date.now(), checkedSpeed(settings.speed ?? 1));
}

/**
 * The service's own clock. One implementation serves the three needs: real time (speed 1), time that runs faster
 * (speed above 1) and time that only moves when told to (speed 0), which is what specs use.
 */
export class PracticeClock {
  readonly #waits = new Set<Wait>();
  #realAnchor = Date.now();
  #serviceAnchor: number;
  #speed: number;

  constructor(start: number, speed: number) {
    this.#serviceAnchor = start;
    this.#speed = speed;
  }

  /** How many service seconds pass in a real one; 0 = stands still until `advance`. */
  get speed(): number {
    return this.#speed;
  }

  /** Milliseconds since the Unix epoch, as the service sees it. */
  now(): number {
    return this.#serviceAnchor + (Date.now() - this.#realAnchor) * this.#speed;
  }

  setSpeed(speed: number): void {
    const checked = checkedSpeed(speed);
    this.#anchorAt(this.now());
    this.#speed = checked;
    this.#settle();
  }

  /** Moves the service's time on by `milliseconds` (0 or more); due waits fire before it returns. */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('The clock can only be moved on by 0 milliseconds or more.');
    this.#anchorAt(this.now() + milliseconds);
    this.#settle();
  }

  /** Puts the service's time to an instant; going back is allowed and fires nothing. */
  set(instant: number): void {
    if (!Number.isFinite(instant)) throw new RangeError('The clock needs an instant in milliseconds.');
    this.#anchorAt(instant);
    this.#settle();
  }

  /** Calls back once after `milliseconds` of service time. */
  after(milliseconds: number, callback: () => void): void {
    const wait: Wait = { due: this.now() + Math.max(0, milliseconds), callback, timer: null };
    this.#waits.add(wait);
    this.#arm(wait);
  }

  #anchorAt(instant: number): void {
    this.#realAnchor = Date.now();
    this.#serviceAnchor = instant;
  }

  #arm(wait: Wait): void {
    if (wait.timer !== null) clearTimeout(wait.timer);
    wait.timer = null;
    if (this.#speed === 0) return;
    const delay = Math.min(Math.max(0, (wait.due - this.now()) / this.#speed), longestTimer);
    wait.timer = setTimeout(() => this.#fireOrRearm(wait), Math.ceil(delay));
    // A wait alone is not a reason to stay alive: the listening server is.
    wait.timer.unref();
  }

  #fireOrRearm(wait: Wait): void {
    if (!this.#waits.has(wait)) return;
    if (this.now() < wait.due && this.#speed > 0) {
      this.#arm(wait);
      return;
    }
    this.#waits.delete(wait);
    wait.callback();
  }

  /** Fires what is due, and sets the timers of the rest again: the time or its speed has changed. */
  #settle(): void {
    const due = [...this.#waits].filter((wait) => wait.due <= this.now()).sort((a, b) => a.due - b.due);
    for (const wait of due) {
      if (!this.#waits.delete(wait)) continue;
      if (wait.timer !== null) clearTimeout(wait.timer);
      wait.callback();
    }
    for (const wait of this.#waits) this.#arm(wait);
  }
}

function checkedSpeed(speed: number): number {
  if (!(speed >= 0 && speed <= 100_000)) throw new RangeError('The speed of the clock is a number from 0 to 100000.');
  return speed;
}
