import { dirname, join } from 'node:path';
import { DEFAULT_SAVE_FORMATS } from '../../shared/contract/exports/save-formats.ts';
import type { ExportSummary } from '../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../shared/contract/exports/queries.ts';
import type { ExportOptions } from './arguments.ts';
import { type DatasetOutput, openDataset } from './dataset-output.ts';
import type { FollowTools } from './follow-job.ts';
import { BatchTrouble, EXIT, type ExitCode } from './trouble.ts';

const TELL_EVERY = 1_000;

/** Fetches leads into a file. What arrived before a stream broke is saved too, and called partial. */
export async function exportLeads(tools: FollowTools, options: ExportOptions): Promise<ExitCode> {
  const { core, output, interruption } = tools;
  const query: ExportQuery = {
    source: 'simple',
    projects: [...options.projects],
    modifiedFrom: options.modifiedFrom,
    statuses: [...options.statuses],
    closures: [...options.closures],
    extra: [],
  };
  const dataset = options.dataset === null ? null : await openDataset(tools, options.dataset, query);
  const started = await core.call('export:start', { query: dataset?.query ?? query });
  output.say(`Fetching leads: ${started.request}`);
  interruption.onSignal(() => void core.call('export:cancel', { exportId: started.id }).catch(() => undefined));
  const ended = await follow(tools, started);
  if (dataset !== null) return finish(tools, ended, await saveDataset(tools, ended, dataset));
  const file = ended.state === 'complete' || ended.rows > 0 ? await save(tools, ended, options) : null;
  return finish(tools, ended, file);
}

function follow({ core, clock, output }: FollowTools, started: ExportSummary): Promise<ExportSummary> {
  let toldAt = clock.monotonicNow();
  return new Promise((resolve, reject) => {
    const look = (summary: ExportSummary) => {
      if (summary.id !== started.id) return;
      if (summary.state !== 'running') {
        stop();
        resolve(summary);
      } else if (clock.monotonicNow() - toldAt >= TELL_EVERY) {
        toldAt = clock.monotonicNow();
        output.tell({
          rows: summary.rows,
          state: 'running',
          bytes: summary.bytes,
          rowsPerSecond: summary.rowsPerSecond,
        });
        output.say(`${summary.rows.toLocaleString('en')} leads so far.`);
      }
    };
    const stop = core.on('export:progress', look);
    // It may have ended before anybody listened.
    core.call('export:get', { exportId: started.id }).then(look, reject);
  });
}

interface SavedLeads {
  readonly path: string;
  readonly notes: readonly string[];
  /** What else the last line says. */
  readonly facts?: object;
}

/** Leads that are missing never get into a dataset. */
async function saveDataset(
  { output }: FollowTools,
  ended: ExportSummary,
  dataset: DatasetOutput,
): Promise<SavedLeads | null> {
  if (ended.state === 'complete') return { notes: [], ...(await dataset.save(ended)) };
  output.warn('The dataset was not changed.');
  return null;
}

/** Saves what arrived. When leads are missing, the core puts `.partial` into the name, and an earlier such file goes. */
async function save(
  { core, output }: FollowTools,
  ended: ExportSummary,
  options: Pick<ExportOptions, 'output' | 'format'>,
): Promise<SavedLeads> {
  try {
    const file = await core.call('export:save', {
      exportId: ended.id,
      token: core.grant(options.output, 'write'),
      format: DEFAULT_SAVE_FORMATS[options.format],
      columns: null,
      sort: [],
      search: '',
    });
    const path = join(dirname(options.output), file.name);
    output.say(`${file.rows.toLocaleString('en')} leads saved in ${path}`);
    for (const note of file.notes) output.say(note);
    return { path, notes: file.notes };
  } catch (error) {
    if (!(error instanceof BatchTrouble)) throw error;
    throw new BatchTrouble(
      `${error.message} The leads that arrived are kept and can be saved from the app.`,
      error.exitCode,
      error.code,
      { cause: error },
    );
  }
}

async function finish(
  { core, output, interruption }: FollowTools,
  ended: ExportSummary,
  file: SavedLeads | null,
): Promise<ExitCode> {
  const isComplete = ended.state === 'complete';
  const exitCode = isComplete ? EXIT.done : (interruption.exitCode ?? (await codeOfPartial(core, ended)));
  const error = isComplete
    ? {}
    : { error: { code: interruption.exitCode === null ? 'partial' : 'cancelled', message: ended.reason } };
  if (!isComplete) output.warn(ended.reason);
  const state = isComplete ? 'complete' : 'partial';
  output.end(`${ended.rows.toLocaleString('en')} leads, ${state}.`, {
    rows: ended.rows,
    state,
    ...(file === null ? {} : { file: file.path, ...file.facts }),
    ...(file === null || file.notes.length === 0 ? {} : { notes: file.notes }),
    export: ended.id,
    ...error,
  });
  return exitCode;
}

/** How the request of an export without any lead was answered decides whose turn it is. */
async function codeOfPartial(core: FollowTools['core'], ended: ExportSummary): Promise<ExitCode> {
  if (ended.rows > 0) return EXIT.unknown;
  const { total } = await core.call('quota:log', { offset: 0, limit: 1 });
  const { entries } = await core.call('quota:log', { offset: Math.max(0, total - 100), limit: 100 });
  const last = entries.findLast((entry) => entry.service === 'GET simpleleads');
  if (last?.status === undefined || last.status === null) return EXIT.usage;
  return last.status >= 200 && last.status < 300 ? EXIT.unknown : EXIT.stopped;
}
