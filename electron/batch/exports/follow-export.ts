import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { FollowTools } from '../program/follow-tools.ts';

const TELL_EVERY = 1_000;

/** What of an export runs: itself, or its refresh. */
interface Underway extends Pick<ExportSummary, 'rows' | 'bytes' | 'rowsPerSecond'> {
  readonly isRunning: boolean;
}

/** Tells how an export or its refresh goes on, until it has ended. */
export function followExport(
  { core, clock, output }: FollowTools,
  started: ExportSummary,
  underway: (summary: ExportSummary) => Underway,
): Promise<ExportSummary> {
  let toldAt = clock.monotonicNow();
  return new Promise((resolve, reject) => {
    const look = (summary: ExportSummary) => {
      if (summary.id !== started.id) return;
      const { isRunning, ...figures } = underway(summary);
      if (!isRunning) {
        stop();
        resolve(summary);
      } else if (clock.monotonicNow() - toldAt >= TELL_EVERY) {
        toldAt = clock.monotonicNow();
        output.tell({ ...figures, state: 'running' });
        output.say(`${format.count(figures.rows, 'lead')} so far.`);
      }
    };
    const stop = core.on('export:progress', look);
    // It may have ended before anybody listened.
    core.call('export:get', { exportId: started.id }).then(look, reject);
  });
}

export function fetching(summary: ExportSummary): Underway {
  const { state, rows, bytes, rowsPerSecond } = summary;
  return { isRunning: state === 'running', rows, bytes, rowsPerSecond };
}

export function refreshing({ refresh }: ExportSummary): Underway {
  return {
    isRunning: refresh?.state === 'running',
    rows: refresh?.arrived ?? 0,
    bytes: refresh?.bytes ?? 0,
    rowsPerSecond: 0,
  };
}
