/**
 * The service's own clock. One implementation serves the three needs: real time (speed 1), time that runs faster
 * (speed above 1) and time that only moves when told to (speed 0), which is what specs use.
 */
export interface PracticeClock {
  /** Milliseconds since the Unix epoch, as the service sees it. */
  now(): number;
  /** How many service seconds pass in a real one; 0 = stands still until `advance`. */
  readonly speed: number;
  setSpeed(speed: number): void;
  /** Moves the service's time on by `milliseconds` (0 or more); due waits fire before it returns. */
  advance(milliseconds: number): void;
  /** Puts the service's time to an instant; going back is allowed and fires nothing. */
  set(instant: number): void;
  /** Calls back once after `milliseconds` of service time; the returned function calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** setTimeout takes 32 bits; a longer wait is taken in several steps. */
const longestTimer = 2_147_483_647;

interface Wait {
  readonly due: number;
  readonly callback: () => void;
  timer: NodeJS.Timeout | null;
}

/** @param start first instant in milliseconds since the epoch (default: the computer's time) */
export function createPracticeClock(settings: { start?: number; speed?: number } = {}): PracticeClock {
  let speed = checkedSpeed(settings.speed ?? 1);
  let realAnchor = Date.now();
  let serviceAnchor = settings.start ?? realAnchor;
  const waits = new Set<Wait>();

  const now = () => serviceAnchor + (Date.now() - realAnchor) * speed;
  const anchorAt = (instant: number) => {
    realAnchor = Date.now();
    serviceAnchor = instant;
  };
  const arm = (wait: Wait) => {
    if (wait.timer !== null) clearTimeout(wait.timer);
    wait.timer = null;
    if (speed === 0) return;
    const delay = Math.min(Math.max(0, (wait.due - now()) / speed), longestTimer);
    wait.timer = setTimeout(() => fireOrRearm(wait), Math.ceil(delay));
    // A wait alone is no reason to stay alive: the listening server is.
    wait.timer.unref();
  };
  const fireOrRearm = (wait: Wait) => {
    if (!waits.has(wait)) return;
    if (now() < wait.due && speed > 0) {
      arm(wait);
      return;
    }
    waits.delete(wait);
    wait.callback();
  };
  const settle = () => {
    const due = [...waits].filter((wait) => wait.due <= now()).sort((a, b) => a.due - b.due);
    for (const wait of due) {
      if (!waits.delete(wait)) continue;
      if (wait.timer !== null) clearTimeout(wait.timer);
      wait.callback();
    }
    for (const wait of waits) arm(wait);
  };

  return {
    now,
    get speed() {
      return speed;
    },
    setSpeed(next) {
      const checked = checkedSpeed(next);
      anchorAt(now());
      speed = checked;
      settle();
    },
    advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError('The clock can only be moved on by 0 milliseconds or more.');
      anchorAt(now() + milliseconds);
      settle();
    },
    set(instant) {
      if (!Number.isFinite(instant)) throw new RangeError('The clock needs an instant in milliseconds.');
      anchorAt(instant);
      settle();
    },
    after(milliseconds, callback) {
      const wait: Wait = { due: now() + Math.max(0, milliseconds), callback, timer: null };
      waits.add(wait);
      arm(wait);
      return () => {
        waits.delete(wait);
        if (wait.timer !== null) clearTimeout(wait.timer);
      };
    },
  };
}

function checkedSpeed(speed: number): number {
  if (!(speed >= 0 && speed <= 100_000)) throw new RangeError('The speed of the clock is a number from 0 to 100000.');
  return speed;
}
