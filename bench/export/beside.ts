import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startImport, writePeople } from '../../scripts/campaign/imports.ts';
import { type CoreDesk, openCoreDesk } from '../../scripts/lib/core-desk.ts';
import type { ExportSummary } from '../../shared/contract/exports/exports.ts';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';

/** More than are sent while one export lasts: the import never ends by itself. */
const ROWS = 20_000;

/**
 * A whole core, in which an import sends rows at the full rate of fair use while an export arrives. Answers the leads, the
 * rows that were created a minute meanwhile, and the delay of the core's main loop.
 */
export async function exportBesideImport(address: string, folder: string): Promise<Record<string, number>> {
  await using desk = await openCoreDesk({ dataFolder: join(folder, 'data'), url: address, speed: 1 });
  const names = Array.from({ length: ROWS }, (_, row) => `Person ${row}`);
  const path = writePeople(join(folder, 'people.csv'), names, 30_000_000);
  desk.core.grant({ token: 'file-00000001', path, name: 'people.csv', access: 'read' });
  const jobId = await startImport(desk.call, 'file-00000001');
  await until(desk, 'job:progress', ({ id, counts }: JobSummary) => id === jobId && counts.created >= 3);
  const created = async () => (await desk.call('job:get', { jobId })).summary.counts.created;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = await created();
  delay.enable();
  const since = performance.now();
  const { id } = await desk.call('export:start', { query: EVERYTHING });
  const ended = await until(
    desk,
    'export:progress',
    (summary: ExportSummary) => summary.id === id && summary.state !== 'running',
  );
  const milliseconds = performance.now() - since;
  delay.disable();
  if (ended.state !== 'complete') throw new Error(ended.reason);
  const meanwhile = (await created()) - before;
  return {
    rows: ended.rows,
    createdPerMinute: (meanwhile * 60_000) / milliseconds,
    // The histogram counts the 5 ms that it sleeps.
    delayP99: Math.max(0, delay.percentile(99) / 1e6 - 5),
  };
}

/** The first snapshot that is as wanted. */
function until<Snapshot>(desk: CoreDesk, event: string, isWanted: (summary: Snapshot) => boolean): Promise<Snapshot> {
  return new Promise((resolve) => {
    const stop = desk.core.onEvent((name, payload) => {
      if (name !== event || !isWanted(payload as Snapshot)) return;
      stop();
      resolve(payload as Snapshot);
    });
  });
}
