import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { pausedUntil } from '../../../shared/domain/service/queries/export-request.ts';
import { timeWords } from '../../../shared/domain/service/service-time.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isoOf } from '../program/output.ts';

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
  let pause = 0;
  let isOver = false;
  return new Promise((resolve, reject) => {
    const look = (summary: ExportSummary) => {
      if (summary.id !== started.id) return;
      const { isRunning, ...figures } = underway(summary);
      if (!isRunning) {
        isOver = true;
        for (const stop of stops) stop();
        resolve(summary);
      } else if (clock.monotonicNow() - toldAt >= TELL_EVERY) {
        toldAt = clock.monotonicNow();
        output.tell({ ...figures, state: 'running' });
        output.say(`${format.count(figures.rows, 'lead')} so far.`);
      }
    };
    const lookForPause = ({ services, timeZone }: QuotaSnapshot) => {
      const until = pausedUntil(started.query, services);
      if (isOver || until <= Math.max(pause, clock.wallNow())) return;
      pause = until;
      const reason = `The service asked for a pause until ${timeWords(until, clock.wallNow(), timeZone)}. Lead Console asks again then.`;
      output.tell({ state: 'running', reason, resumeAt: isoOf(until) });
      output.say(reason);
    };
    const stops = [core.on('export:progress', look), core.on('quota:pulse', lookForPause)];
    core.call('quota:snapshot', {}).then(lookForPause).catch(reject);
    // It may have ended before anybody listened.
    core.call('export:get', { exportId: started.id }).then(look).catch(reject);
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
