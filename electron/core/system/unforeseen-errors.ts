/** The part of `process` that is used here. */
export interface UnforeseenErrors {
  on(name: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/**
 * Reports every uncaught error of this process, rejected promises too: Electron only warns of those, on a terminal that
 * no one reads.
 */
export function hearUnforeseen(source: UnforeseenErrors, report: (error: unknown) => void): void {
  source.on('uncaughtException', report);
  source.on('unhandledRejection', report);
}
