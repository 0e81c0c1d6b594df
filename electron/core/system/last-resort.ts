import { featureNow } from '../foundation/feature-context.ts';
import type { Clock } from '../foundation/ports.ts';
import { hearUnforeseen, type UnforeseenErrors } from './unforeseen-errors.ts';

/** Milliseconds for what is on its way to be answered. The desktop host waits 15 s for a core that closes. */
const CLOSE_LIMIT = 10_000;

export interface UnforeseenEnd {
  readonly clock: Clock;
  /** Logs the error, and says so where a person looks. */
  report(error: unknown, feature: string): void;
  /** Sends nothing more; resolves when what is on its way is answered and every file is closed. */
  close(): Promise<unknown>;
  exit(): void;
}

/**
 * For a process that sends leads: after an error that nobody caught its state is not trusted, so it ends. But it ends
 * in order, since a row whose answer is not waited for is unknown for good. A second error, a close that fails or takes
 * longer than ten seconds ends it at once; the journal bears that.
 */
export function endAtUnforeseen(source: UnforeseenErrors, { clock, report, close, exit }: UnforeseenEnd): void {
  let isEnding = false;
  hearUnforeseen(source, (error) => {
    report(error, featureNow());
    if (isEnding) return exit();
    isEnding = true;
    clock.after(CLOSE_LIMIT, exit);
    close().then(exit, (trouble: unknown) => {
      report(trouble, 'close after an error');
      exit();
    });
  });
}
