import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRecords } from '../../electron/batch/batch-fixture.ts';
import { DEFAULT_SAVE_FORMATS } from '../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../shared/contract/exports/views.ts';
import { CAMPAIGN, MAPPING, PLAN, writePeople } from '../campaign/imports.ts';
import type { Kind, Piece, World } from './world.ts';

/** What a person at the window, or a scheduler, does now and then. */
export interface Command {
  readonly weight: number;
  run(world: World): Promise<unknown>;
}

const PROJECTS = ['Energi*', 'B2B*', '*'] as const;
const SEGMENTS = ['SEG-0148', 'SEG-0151'] as const;
/** Rows of a file: some seconds of sending. */
const ROWS = { least: 20, more: 50 };
/** Ids of a list: some batches of 500. */
const IDS = { least: 700, more: 1_800 };
/** Files and folders that several exports are saved into. */
const SHARED = 2;

/** Window commands that take nothing but the piece, by kind. */
const PLAIN = {
  job: { pause: 'job:pause', resume: 'job:resume', stop: 'job:stop', remove: 'job:delete' },
  change: {
    pause: 'segment:pause',
    resume: 'segment:start',
    stop: 'segment:stop',
    repair: 'segment:repair',
    remove: 'segment:removeChange',
  },
  export: { cancel: 'export:cancel', refresh: 'export:refresh', remove: 'export:delete' },
} as const;

export const WINDOW: readonly Command[] = [
  { weight: 5, run: startImport },
  { weight: 6, run: (world) => onJob(world, 'pause') },
  { weight: 6, run: (world) => onJob(world, 'resume') },
  { weight: 2, run: (world) => onJob(world, 'stop') },
  { weight: 3, run: (world) => onJob(world, 'remove') },
  { weight: 2, run: saveJob },
  { weight: 4, run: startExport },
  { weight: 4, run: (world) => onExport(world, 'cancel') },
  { weight: 3, run: (world) => onExport(world, 'refresh') },
  { weight: 4, run: (world) => onExport(world, 'remove') },
  { weight: 2, run: renameExport },
  { weight: 4, run: saveExport },
  { weight: 3, run: compare },
  { weight: 4, run: startChange },
  { weight: 4, run: (world) => onChange(world, 'pause') },
  { weight: 4, run: (world) => onChange(world, 'resume') },
  { weight: 2, run: (world) => onChange(world, 'stop') },
  { weight: 2, run: (world) => onChange(world, 'repair') },
  { weight: 3, run: (world) => onChange(world, 'remove') },
  { weight: 5, run: list },
];

export const BATCH: readonly Command[] = [
  { weight: 5, run: importFile },
  { weight: 4, run: (world) => batchOnJob(world, 'pause', (id) => ['pause', id]) },
  { weight: 4, run: (world) => batchOnJob(world, 'resume', (id) => ['resume', id]) },
  { weight: 2, run: (world) => batchOnJob(world, 'stop', (id) => ['stop', id]) },
  { weight: 2, run: (world) => batchOnJob(world, 'remove', (id) => ['jobs', 'delete', id]) },
  { weight: 1, run: (world) => batchOnJob(world, 'save', (id) => ['result', id, saved(world, 'result.csv')]) },
  { weight: 6, run: exportFile },
  { weight: 4, run: exportDataset },
  { weight: 6, run: changeSegment },
  { weight: 3, run: repairSegment },
];

export function draw(world: World, commands: readonly Command[]): Command | undefined {
  let left = world.random() * commands.reduce((sum, { weight }) => sum + weight, 0);
  return commands.find(({ weight }) => (left -= weight) < 0);
}

async function onJob(world: World, verb: keyof typeof PLAIN.job): Promise<void> {
  const piece = world.pick('window', 'job');
  if (piece !== undefined) await world.ask(verb, piece, PLAIN.job[verb], { jobId: piece.id });
}

async function onChange(world: World, verb: keyof typeof PLAIN.change): Promise<void> {
  const piece = world.pick('window', 'change');
  if (piece !== undefined) await world.ask(verb, piece, PLAIN.change[verb], { changeId: piece.id });
}

async function onExport(world: World, verb: keyof typeof PLAIN.export): Promise<void> {
  const piece = world.pick('window', 'export');
  if (piece !== undefined) await world.ask(verb, piece, PLAIN.export[verb], { exportId: piece.id });
}

async function startImport(world: World): Promise<void> {
  const file = people(world);
  const token = await world.window.upload('people.csv', readFileSync(file.path, 'utf8'));
  const draft = token === null ? null : await world.ask('open', null, 'import:open', { token });
  if (draft === null) return;
  const plan = { draftId: draft.id, step: 'plan' as const, mapping: MAPPING, plan: PLAN };
  await world.ask('plan', null, 'import:saveDraft', plan);
  const job = await world.ask('start', null, 'import:start', { draftId: draft.id });
  if (job !== null) world.begun({ kind: 'job', id: job.id, by: 'window', ...file });
}

async function saveJob(world: World): Promise<void> {
  const piece = world.pick('window', 'job');
  const token = piece && (await target(world, 'result.csv'));
  if (piece === undefined || token === undefined) return;
  const file = await world.ask('save', piece, 'job:saveResult', { jobId: piece.id, token });
  if (file !== null) await keepDownload(world, token, file.rows);
}

async function startExport(world: World): Promise<void> {
  const projects = [world.one(PROJECTS) ?? '*'];
  const query = { source: 'simple' as const, projects, modifiedFrom: null, statuses: [], closures: [], extra: [] };
  const started = await world.ask('start', null, 'export:start', { query });
  if (started !== null) world.begun(exported(started.id, 'window'));
}

async function renameExport(world: World): Promise<void> {
  const piece = world.pick('window', 'export');
  if (piece === undefined) return;
  await world.ask('rename', piece, 'export:rename', { exportId: piece.id, name: `Name ${world.next()}` });
}

async function saveExport(world: World): Promise<void> {
  const piece = world.pick('window', world.random() < 0.3 ? 'comparison' : 'export');
  // A result in which leads are missing is saved under no other name.
  const token = piece && (await target(world, 'leads.partial.csv'));
  if (piece === undefined || token === undefined) return;
  const view = { ...viewSchema.parse({}), columns: null, format: DEFAULT_SAVE_FORMATS.csv };
  const file = await world.ask('save', piece, 'export:save', { exportId: piece.id, token, ...view });
  if (file !== null) await keepDownload(world, token, file.rows);
}

async function compare(world: World): Promise<void> {
  const [before, now] = [world.pick('window', 'export'), world.pick('window', 'export')];
  if (before === undefined || now === undefined || before === now) return;
  const made = await world.ask('compare', now, 'compare:open', { before: before.id, now: now.id });
  if (made !== null)
    world.begun({ ...exported(made.id, 'window'), kind: 'comparison', path: `${before.id} ${now.id}` });
}

async function startChange(world: World): Promise<void> {
  const { path, names } = ids(world);
  const prepared = await world.ask('prepare', null, 'segment:prepare', {
    segmentId: world.one(SEGMENTS) ?? '',
    kind: world.random() < 0.7 ? 'add' : 'remove',
    source: { from: 'text', text: [...names].join('\n'), words: 'pasted list' },
    leaveOutEarlier: false,
  });
  if (prepared === null) return;
  const piece = world.begun({ kind: 'change', id: prepared.id, by: 'window', path, names });
  await world.ask('start', piece, 'segment:start', { changeId: piece.id });
}

/** A page that is opened: it shows what the other program began, and nothing that was removed. */
async function list(world: World): Promise<void> {
  const askedAt = Date.now();
  const jobs = await world.ask('list', null, 'job:list', {});
  for (const { id } of jobs?.jobs ?? []) notRemoved(world, 'job', id, askedAt);
  const changes = await world.ask('list', null, 'segment:changes', {});
  for (const { id } of changes?.changes ?? []) notRemoved(world, 'change', id, askedAt);
  const exports = await world.ask('list', null, 'export:list', {});
  for (const { id, state, refresh } of exports?.exports ?? []) {
    notRemoved(world, 'export', id, askedAt);
    const known = world.pieces.find((piece) => piece.id === id);
    const piece = known ?? world.begun(exported(id, 'batch'));
    world.sees(piece, state === 'running' || refresh?.state === 'running');
  }
}

function notRemoved(world: World, kind: Kind, id: string, askedAt: number): void {
  const removal = world.told.find(
    ({ piece, verb, outcome, toldAt }) =>
      piece?.kind === kind && piece.id === id && verb === 'remove' && outcome === 'done' && toldAt < askedAt,
  );
  if (removal !== undefined) world.troubles.push({ kind: 'ghost', words: `${kind} ${id} is listed after its removal` });
}

function importFile(world: World): Promise<unknown> {
  const file = people(world);
  const args = ['import', file.path, '--campaign', CAMPAIGN, '--map', 'auto', '--result', saved(world, 'result.csv')];
  return world.run('start', null, args, ({ job }) =>
    typeof job === 'string' ? world.begun({ kind: 'job', id: job, by: 'batch', ...file }) : null,
  );
}

async function batchOnJob(world: World, verb: string, args: (id: string) => readonly string[]): Promise<void> {
  const piece = world.pick('batch', 'job');
  if (piece !== undefined) await world.run(verb, piece, args(piece.id));
}

async function exportFile(world: World): Promise<void> {
  const number = world.below(SHARED);
  const project = PROJECTS[number] ?? '*';
  const path = join(world.folder, `leads-${number}.csv`);
  const how = world.random() < 0.6 ? '--since-last' : '--force';
  const args = ['export', 'simple', '--projects', project, '--output', path, how];
  const { code, last } = await world.run('fetch', null, args);
  if (code === 0) world.saved.push({ path, rows: Number(last?.['rows']), isShared: true });
}

function exportDataset(world: World): Promise<unknown> {
  const number = world.below(SHARED);
  const path = join(world.folder, `dataset-${number}`);
  const how = ['--partition-by', 'campaign,day', '--since-last', '--projects', PROJECTS[number] ?? '*'];
  return world.run('dataset', null, ['export', 'simple', '--output', path, ...how]);
}

function changeSegment(world: World): Promise<unknown> {
  const { path, names } = ids(world);
  const how = [world.random() < 0.7 ? 'add' : 'remove', world.one(SEGMENTS) ?? ''];
  return world.run('start', null, ['segments', ...how, '--ids', path], ({ change }) =>
    typeof change === 'string'
      ? world.begun({ kind: 'change', id: change, by: 'batch', path: `${path} ${how.join(' ')}`, names })
      : null,
  );
}

/** The command of an earlier run once more. */
async function repairSegment(world: World): Promise<void> {
  const earlier = world.pick('batch', 'change');
  const [path, how = '', segment = ''] = earlier?.path.split(' ') ?? [];
  if (earlier?.by !== 'batch' || path === undefined) return;
  await world.run('repair', earlier, ['segments', how, segment, '--ids', path, '--repair'], ({ change }) => {
    if (typeof change !== 'string' || change === earlier.id) return earlier;
    // Nothing was left of it, or it was removed: the whole list is a change of its own.
    return world.begun({ ...earlier, id: change });
  });
}

function exported(id: string, by: Piece['by']): Piece {
  return { kind: 'export', id, by, names: new Set(), path: '' };
}

function people(world: World): Pick<Piece, 'path' | 'names'> {
  const file = world.next();
  const names = Array.from(
    { length: ROWS.least + world.below(ROWS.more) },
    (_, index) => `Person ${file}-${index + 1}`,
  );
  const path = writePeople(join(world.folder, `people-${file}.csv`), names, 30_000_000 + file * 100);
  return { path, names: new Set(names) };
}

function ids(world: World): Pick<Piece, 'path' | 'names'> {
  const file = world.next();
  const names = Array.from({ length: IDS.least + world.below(IDS.more) }, (_, index) => `lead-${file}-${index + 1}`);
  const path = join(world.folder, `ids-${file}.txt`);
  writeFileSync(path, names.join('\n'));
  return { path, names: new Set(names) };
}

function saved(world: World, name: string): string {
  return join(world.folder, `${world.next()}-${name}`);
}

async function target(world: World, suggestedName: string): Promise<string | undefined> {
  return (await world.ask('choose', null, 'host:chooseTarget', { suggestedName }))?.target?.token;
}

/** The text of a file that was said to be saved, as a person gets it. */
async function keepDownload(world: World, token: string, rows: number): Promise<void> {
  const text = await world.window.download(token);
  if (text === null) return;
  const path = saved(world, 'download.csv');
  writeFileSync(path, text);
  world.saved.push({ path, rows, isShared: false });
}

/** The files that answers called saved and that are not there as they were called. */
export function unsaved(world: World): string[] {
  return world.saved.flatMap(({ path, rows, isShared }) => {
    // Without leads there are no columns, and no header either.
    const found = existsSync(path) ? Math.max(0, csvRecords(path).length - 1) : null;
    // If several were saved into one file, the last one is there.
    const said = isShared ? world.saved.filter((file) => file.path === path).map((file) => file.rows) : [rows];
    return found !== null && said.includes(found)
      ? []
      : [`${path} has ${found ?? 'no'} rows, not ${said.join(' or ')}`];
  });
}
