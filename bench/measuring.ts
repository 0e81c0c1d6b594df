/** Milliseconds on the clock, and of the processor time of all threads. */
export interface Time {
  readonly wall: number;
  readonly busy: number;
}

export async function timed<Value>(work: () => Promise<Value>): Promise<Time & { readonly value: Value }> {
  const [used, started] = [process.cpuUsage(), performance.now()];
  const value = await work();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { value, wall, busy: (user + system) / 1000 };
}

/** Highest resident bytes of this process so far. */
export function peakBytes(): number {
  // maxRSS is given in KiB.
  return process.resourceUsage().maxRSS * 1024;
}

/** Tells bugs on stderr. */
export const benchLog = {
  bug(where: string, error: unknown): string {
    process.stderr.write(`${where}: ${String(error)}\n`);
    return 'bench';
  },
  note: () => undefined,
};
