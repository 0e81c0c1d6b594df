import type { Log } from '../core/foundation/ports.ts';

/** Starts work that nobody waits for. An error in it goes to the log, with the name of the work. */
export type StartWork = (what: string, work: () => Promise<unknown>) => void;

export function backgroundWork(log: Log): StartWork {
  return (what, work) => {
    work().catch((error: unknown) => log.bug(what, error));
  };
}
