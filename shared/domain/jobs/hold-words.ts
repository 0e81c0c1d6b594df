/** Ends the reason of a job that waits for something outside this computer. */
export const TRIES_AGAIN = 'Lead Console tries again on its own.';

/** The reason, for whoever reads it when the program has ended. */
export function withoutTrying(reason: string): string {
  const end = ` ${TRIES_AGAIN}`;
  return reason.endsWith(end) ? reason.slice(0, -end.length).replace(/;$/, '.') : reason;
}
