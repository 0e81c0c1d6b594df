import { dirname, join } from 'node:path';
import type { ChannelInput } from '../../../shared/contract/channels.ts';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { FilterCheck } from '../../../shared/contract/exports/answered.ts';
import type { ExportOptions } from './export-arguments.ts';
import { sinceWords } from '../../../shared/domain/service/queries/relative-since.ts';
import { BROKEN_TEXT } from '../../../shared/domain/service/answers/deep-json.ts';
import { leftBehindWords } from '../../../shared/domain/service/queries/since-query.ts';
import { repeatedWords } from '../../../shared/domain/service/leads/repeated-leads.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { exportEndpoint } from '../../../shared/domain/service/queries/export-request.ts';
import { type DatasetOutput, openDataset } from './dataset-output.ts';
import { fetching, followExport, refreshing } from './follow-export.ts';
import { endOnSignal } from '../program/end-on-signal.ts';
import { isThere } from '../program/is-there.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

/** Fetches leads into a file. What arrived before a stream broke is saved too, and called partial. */
export async function exportLeads(tools: FollowTools, options: ExportOptions): Promise<ExitCode> {
  const { core, output } = tools;
  const { query, fixedQuery, windowDays } = options;
  if (options.sinceLast && options.dataset === null && fixedQuery !== null) {
    const findFollowed = async () => {
      const token = core.grant(options.output, 'write');
      return (await core.call('export:findFollowed', { token, query: fixedQuery })).exportId;
    };
    const exportId = await findFollowed();
    // Whoever changes the file while leads come must find it as they left it.
    if (exportId !== null) return refreshLeads(tools, options, exportId, findFollowed);
  }
  const dataset =
    options.dataset === null || fixedQuery === null ? null : await openDataset(tools, options.dataset, fixedQuery);
  const onceEach = options.sinceLast;
  const started = await core.call('export:start', { query: dataset?.query ?? query, windowDays, onceEach });
  output.say(`Fetching leads: ${started.request}`);
  if (started.relativeSince !== null)
    output.say(
      `"Since ${sinceWords(started.relativeSince)}" is ${started.query.modifiedFrom?.replace('T', ' ')} in the account's time zone (--time-zone).`,
    );
  endOnSignal(tools, 'The export', () => core.call('export:cancel', { exportId: started.id }));
  const ended = await followExport(tools, started, fetching);
  for (const filter of ignoredIn(ended)) output.warn(ignoredWords(filter));
  if (ended.sameDay !== null)
    output.say(
      `The service answered nothing for a range within one day. It was asked again from ${ended.sameDay.modifiedFrom} on.${ended.sameDay.cut === null ? ' RawLeads do not say when a lead was changed, so earlier ones are among these.' : ''}`,
    );
  if (ended.mayBeSplit) output.warn('The range can be asked for in several requests: add --window-days 1.');
  if (dataset !== null) return finish(tools, ended, await saveDataset(tools, ended, dataset));
  const file = ended.state === 'complete' || ended.rows > 0 ? await save(tools, ended, options, tools.force) : null;
  return finish(tools, ended, file);
}

/**
 * Brings the result that a file was saved from up to date, and saves it into the file again.
 *
 * @param refuseChanged throws for a file that somebody has changed
 */
async function refreshLeads(
  tools: FollowTools,
  options: ExportOptions,
  exportId: string,
  refuseChanged: () => Promise<unknown>,
): Promise<ExitCode> {
  const { core, output } = tools;
  const started = await core.call('export:refresh', { exportId, windowDays: options.windowDays });
  output.say(`Fetching what changed since ${started.refresh?.since ?? 'the beginning'}: ${started.refresh?.request}`);
  endOnSignal(tools, 'The refresh', () => core.call('export:cancel', { exportId }));
  const summary = await followExport(tools, started, refreshing);
  const { refresh } = summary;
  if (refresh === null) throw new Error('A refresh left no trace.');
  for (const filter of ignoredIn(summary)) output.warn(ignoredWords(filter));
  const { merged, since, arrived } = refresh;
  const facts = { refresh: { since, arrived, ...merged, pointReached: summary.pointReached } };
  if (refresh.state !== 'complete') {
    output.warn('The file was not changed.');
    // What counts is what arrived now: the result itself is as it was.
    const { reason, isUnstored } = refresh;
    const ended = { ...summary, state: 'partial' as const, reason, isUnstored, rows: arrived, repeated: null };
    return finish(tools, ended, null);
  }

  output.say(
    `${format.number(merged.new)} new, ${format.number(merged.changed)} changed, ${format.number(merged.unchanged)} as before, ${format.number(merged.removed)} removed.`,
  );
  await refuseChanged();
  const file = await save(tools, summary, options, true);
  const leftBehind = since === null ? '' : leftBehindWords(summary.query);
  if (leftBehind !== '') output.say(leftBehind);
  return finish(tools, summary, { ...file, facts, notes: [...file.notes, leftBehind].filter((note) => note !== '') });
}

interface SavedLeads {
  readonly path: string;
  readonly rows: number;
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
  if (ended.state === 'complete') return { rows: ended.answered.asked, ...(await dataset.save(ended)) };
  output.warn('The dataset was not changed.');
  return null;
}

/**
 * Saves what arrived. When leads are missing, the core puts `.partial` into the name, and an earlier such file goes.
 *
 * @param overwrite false: a file that another program has put there since the command began stays
 */
async function save(
  { core, output }: FollowTools,
  ended: ExportSummary,
  options: Pick<ExportOptions, 'output' | 'format'>,
  overwrite: boolean,
): Promise<SavedLeads> {
  try {
    // Only what was asked for is written: a program that reads the file cannot look at the marks.
    const keeps = ignoredIn(ended).length > 0 ? 'asked' : 'all';
    if (keeps === 'asked') await core.call('export:keep', { exportId: ended.id, keeps });
    const file = await core.call('export:save', {
      exportId: ended.id,
      token: core.grant(options.output, 'write'),
      format: options.format,
      keeps,
      follows: true,
      overwrite,
      ...orderOf(ended),
    });
    const path = join(dirname(options.output), file.name);
    output.say(`${format.count(file.rows, 'lead')} saved in ${path}`);
    for (const note of file.notes) output.say(note);
    return { path, rows: file.rows, notes: file.notes };
  } catch (error) {
    if (!(error instanceof BatchTrouble)) throw error;
    const isKept = await isThere(core.call('export:get', { exportId: ended.id }));
    throw new BatchTrouble(
      isKept ? `${error.message} The leads that arrived are kept and can be saved from the app.` : error.message,
      error.code,
      error.exitCode,
      { cause: error },
    );
  }
}

/** Filters of which leads came that do not fit them. */
function ignoredIn({ answered }: ExportSummary): FilterCheck[] {
  return answered.filters.filter(({ verdict }) => verdict === 'ignored');
}

function ignoredWords({ filter, others, matching, unchecked }: FilterCheck): string {
  const fate = others === 1 ? 'does not fit. It is left out.' : 'do not fit. They are left out.';
  return `The service ignored ${filter}: ${format.number(others)} of ${format.count(others + matching + unchecked, 'lead')} ${fate}`;
}

/**
 * The lines of RawLeads come in any order: rows by id and columns by name make the same file of the same leads. Other
 * results stay as they came.
 */
function orderOf({ query, columns }: ExportSummary): Pick<ChannelInput<'export:save'>, 'columns' | 'sort'> {
  const id = columns.find(({ path }) => path === 'uniqueId');
  if (query.source !== 'raw' || id === undefined) return { columns: null, sort: [] };
  const others = columns
    .filter((column) => column !== id)
    .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  return {
    columns: [id, ...others].map(({ index }) => index),
    sort: [{ column: id.index, direction: 'asc' }],
  };
}

async function finish(
  { core, output, interruption }: FollowTools,
  ended: ExportSummary,
  file: SavedLeads | null,
): Promise<ExitCode> {
  const isComplete = ended.state === 'complete';
  const exitCode = isComplete ? EXIT.done : (interruption.exitCode ?? (await codeOfPartial(core, ended)));
  const partial = exitCode === EXIT.usage ? 'file' : 'partial';
  const error = isComplete
    ? {}
    : { error: { code: interruption.exitCode === null ? partial : 'cancelled', message: ended.reason } };
  if (!isComplete) output.warn(ended.reason);
  const repeated = repeatedWords(ended);
  if (repeated !== '') output.warn(repeated);
  if (ended.hasBrokenText) output.warn(BROKEN_TEXT);
  const ignored = ignoredIn(ended).map(({ filter, others, matching }) => ({ filter, others, matching }));
  const state = !isComplete ? 'partial' : ignored.length > 0 ? 'filtered' : 'complete';
  const rows = file?.rows ?? ended.rows;
  output.end(`${format.count(rows, 'lead')}, ${state}.`, {
    rows,
    state,
    ignored,
    ...(repeated === '' ? {} : { repeated: ended.repeated }),
    ...(ended.hasBrokenText ? { brokenText: true } : {}),
    ...(file === null ? {} : { file: file.path, ...file.facts }),
    ...(file === null || file.notes.length === 0 ? {} : { notes: file.notes }),
    // They are of the first request, and a refresh is another.
    ...(ended.sameDay === null || ended.refresh !== null ? {} : { sameDay: ended.sameDay }),
    ...(ended.windows === null || ended.refresh !== null ? {} : { windows: ended.windows }),
    request: ended.refresh?.request ?? ended.request,
    export: ended.id,
    ...error,
  });
  return exitCode;
}

/**
 * Without any lead, a disk that took none is this computer's matter. Else how the request was answered decides: a connection
 * that broke before is the service's.
 */
async function codeOfPartial(core: FollowTools['core'], ended: ExportSummary): Promise<ExitCode> {
  if (ended.rows > 0) return EXIT.unknown;
  if (ended.isUnstored) return EXIT.usage;
  const service = exportEndpoint(ended.query);
  const { total } = await core.call('quota:log', { offset: 0, limit: 1 });
  const { entries } = await core.call('quota:log', { offset: Math.max(0, total - 100), limit: 100 });
  const status = entries.findLast((entry) => entry.service === service)?.status ?? null;
  return status !== null && status >= 200 && status < 300 ? EXIT.unknown : EXIT.stopped;
}
