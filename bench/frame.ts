// Why: decision 0008.
/**
 * What a bench is: a module `bench/<name>.ts` that exports `bench: Bench`. It measures, and says what it promises
 * about the figures as checks; the runner prints them and fails when a promise does not hold.
 */
export interface Bench {
  /** As on the command line; the same as the file's name. */
  readonly name: string;
  /** One line for people. */
  readonly title: string;
  /** Packages of bench/package.json that it measures beside; installed before the run when there is one. */
  readonly peers?: readonly string[];
  run(context: BenchContext): Promise<BenchResult>;
}

export interface BenchContext {
  /** An empty folder that is removed after the run. */
  readonly folder: string;
  /** Progress for people, on stderr. */
  log(line: string): void;
}

export type Cell = string | number | null;

export interface BenchResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** How and on what it was measured, one sentence each. */
  readonly notes: readonly string[];
  readonly checks: readonly BenchCheck[];
}

export interface BenchCheck {
  /** Stable; unit in the name where there is one, as in `first-row-ms`. */
  readonly id: string;
  readonly value: number;
  readonly bound: number;
  readonly ok: boolean;
  readonly direction: 'at most' | 'at least';
  /** Of the machine, for a time that is held against it; see `machineSpeed`. The runner puts it in. */
  readonly speed?: number;
}

/** Holds when `value <= bound`; a value that is not a number never holds. */
export function atMost(id: string, value: number, bound: number): BenchCheck {
  return { id, value, bound, ok: value <= bound, direction: 'at most' };
}

/** As `atMost`, for a time in any unit: what it would be at full speed is held against the bound. */
export function within(id: string, time: number, bound: number): BenchCheck {
  return { ...atMost(id, time, bound), speed: 1 };
}

/** A slower machine says nothing of a time: on it none holds. */
export const SLOWEST = 0.5;

export function atSpeed(check: BenchCheck, speed: number): BenchCheck {
  if (check.speed === undefined) return check;
  return { ...check, speed, ok: speed >= SLOWEST && check.value * speed <= check.bound };
}

/** Holds when `value >= bound`; a value that is not a number never holds. */
export function atLeast(id: string, value: number, bound: number): BenchCheck {
  return { id, value, bound, ok: value >= bound, direction: 'at least' };
}
