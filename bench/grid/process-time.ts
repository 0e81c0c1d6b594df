import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kernel counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

export interface ProcessFigures {
  /** Milliseconds of processor time so far, all threads. */
  readonly cpuMs: number;
  /** Highest resident bytes so far. */
  readonly peakBytes: number;
}

/** Figures of another process. Not a number where the system has no `/proc`. */
export function figuresOf(processId: number): ProcessFigures {
  try {
    // The name in brackets may have spaces.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
    return { cpuMs: TICK_MS * (Number(fields[11]) + Number(fields[12])), peakBytes: 1024 * Number(peak) };
  } catch {
    return { cpuMs: Number.NaN, peakBytes: Number.NaN };
  }
}

/** Milliseconds between two looks: some ticks, so that a program at work is seen at every one. */
const LOOK_MS = 50;
/** Looks in a row that must find it idle. A timer that ticks once in a while does not count as work. */
const IDLE_LOOKS = 6;

/** Resolves when the process has used next to no processor time for 0.3 s. At once where the system has no `/proc`. */
export async function untilIdle(processId: number): Promise<void> {
  let before = figuresOf(processId).cpuMs;
  for (let idle = 0; idle < IDLE_LOOKS && !Number.isNaN(before); idle += 1) {
    await sleep(LOOK_MS);
    const now = figuresOf(processId).cpuMs;
    if (now - before > TICK_MS) idle = -1;
    before = now;
  }
}
