import { readFileSync } from 'node:fs';

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
