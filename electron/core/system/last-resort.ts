import { featureNow } from '../foundation/feature-context.ts';
import type { Clock } from '../foundation/ports.ts';
import { hearUnforeseen, type UnforeseenErrors } from './unforeseen-errors.ts';

/** Milliseconds in which rows on their way can be answered. The desktop host waits 15 s for a core that closes. */
const CLOSE_LIMIT = 10_000;

export interface UnforeseenEnd {
  readonly clock: Clock;
  /** Logs the error, and shows it where a person looks. */
  report(error: unknown, feature: string): void;
  /** Sends nothing more. Resolves when the rows on their way are answered and every file is closed. */
  close(): Promise<unknown>;
  exit(): void;
}

/**
 * For a process that sends leads. After an uncaught error its state cannot be trusted, so the process ends. It closes the
 * core first, because a row becomes unknown when nothing waits for its answer. A second error, a close that fails, or one
 * that takes longer than ten seconds ends the process at once; the journal stays correct.
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
