import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import type { ExportSummary } from '../../shared/contract/exports/exports.ts';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import { type Core, createCore } from '../../electron/core/core.ts';
import { systemClock, systemRandom } from '../../electron/core/system/system-clock.ts';

/** More than are sent while one export lasts: the import never ends by itself. */
const ROWS = 20_000;

/**
 * A whole core, in which an import sends rows at the full rate of fair use while an export arrives. Answers the leads, the
 * rows that were created meanwhile, and the delay of the core's main loop.
 */
export async function exportBesideImport(address: string, folder: string): Promise<Record<string, number>> {
  const core = openCore(folder);
  try {
    const signedIn = await core.signIn(address, { username: 'bench', password: 'bench' });
    if (!signedIn.ok) throw new Error(signedIn.error.message);
    const job = await startImport(core, folder);
    await until(core, 'job:progress', (summary: JobSummary) => summary.id === job.id && summary.counts.created >= 3);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = (await call(core, 'job:get', { jobId: job.id })).summary.counts.created;
    delay.enable();
    const since = performance.now();
    const { id } = await call(core, 'export:start', { query: EVERYTHING });
    const ended = await until(
      core,
      'export:progress',
      (summary: ExportSummary) => summary.id === id && summary.state !== 'running',
    );
    const milliseconds = performance.now() - since;
    delay.disable();
    if (ended.state !== 'complete') throw new Error(ended.reason);
    const created = (await call(core, 'job:get', { jobId: job.id })).summary.counts.created - before;
    return {
      rows: ended.rows,
      created,
      createdPerMinute: (created * 60_000) / milliseconds,
      // The histogram counts the 5 ms that it sleeps.
      delayP99: Math.max(0, delay.percentile(99) / 1e6 - 5),
    };
  } finally {
    await core.close();
  }
}

async function startImport(core: Core, folder: string): Promise<JobSummary> {
  const path = join(folder, 'people.csv');
  const lines = Array.from({ length: ROWS }, (_, row) => `Person ${row},+4530${String(row).padStart(6, '0')}`);
  writeFileSync(path, ['FullName,Phone', ...lines, ''].join('\n'));
  core.grant({ token: 'file-00000001', path, name: 'people.csv', access: 'read' });
  const draft = await call(core, 'import:open', { token: 'file-00000001' });
  const plan = { campaignCode: 'BENCH', poolName: 'Bench', stopAfterSameRefusal: 0 };
  await call(core, 'import:saveDraft', { draftId: draft.id, plan });
  return call(core, 'import:start', { draftId: draft.id });
}

function openCore(folder: string): Core {
  const settings = new Map<string, unknown>();
  return createCore({
    dataFolder: join(folder, 'data'),
    clock: systemClock,
    random: systemRandom,
    secrets: {
      protection: 'session',
      read: async () => null,
      write: async () => 'session',
      remove: async () => undefined,
    },
    settings: {
      read: async (key) => settings.get(key),
      write: async (key, value) => void settings.set(key, structuredClone(value)),
    },
    practice: {
      start: () => Promise.reject(new Error('There is none here.')),
      samples: async () => [],
      forget: async () => undefined,
    },
    log: {
      bug(where, error) {
        process.stderr.write(`${where}: ${String(error)}\n`);
        return 'bench';
      },
      note: () => undefined,
    },
    proxyFor: async () => null,
    mode: 'unattended',
  });
}

async function call<Name extends CoreChannelName>(
  core: Core,
  name: Name,
  args: ChannelInput<Name>,
): Promise<ChannelResult<Name>> {
  const outcome = await core.call(name, args);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value as ChannelResult<Name>;
}

/** The first snapshot that is as wanted. */
function until<Snapshot>(core: Core, event: string, isWanted: (summary: Snapshot) => boolean): Promise<Snapshot> {
  return new Promise((resolve) => {
    const stop = core.onEvent((name, payload) => {
      if (name !== event || !isWanted(payload as Snapshot)) return;
      stop();
      resolve(payload as Snapshot);
    });
  });
}
