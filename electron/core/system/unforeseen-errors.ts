/** The part of `process` that is used here. */
export interface UnforeseenErrors {
  on(name: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/**
 * Reports every error of this process that nobody caught. Rejected promises count too: Electron only warns of them on a
 * terminal that nobody sees.
 */
export function hearUnforeseen(source: UnforeseenErrors, report: (error: unknown) => void): void {
  source.on('uncaughtException', report);
  source.on('unhandledRejection', report);
}
