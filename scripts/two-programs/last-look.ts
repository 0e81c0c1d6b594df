import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { MANIFEST, readManifest } from '../../electron/core/exports/dataset/manifest.ts';
import { accountFolder } from '../campaign/imports.ts';
import { openCoreDesk } from '../lib/core-desk.ts';
import { type TellJob, tellJobs } from '../lib/told-jobs.ts';
import type { World } from './world.ts';

export interface LastLook {
  readonly jobs: readonly TellJob[];
  /** What is listed, or lies in the folder, although it was removed or its program has ended. */
  readonly ghosts: readonly string[];
  readonly bugs: readonly string[];
}

/** Milliseconds in which what a killed program left is settled. */
const SETTLES = 30_000;

/** Opens the folder when both programs have ended, ends what still waits, and looks at all that is there. */
export async function lastLook(world: World): Promise<LastLook> {
  const jobs: TellJob[] = [];
  const ghosts: string[] = [];
  const bugs: string[] = [];
  {
    await using desk = await openCoreDesk({ dataFolder: world.dataFolder, url: world.road.url, speed: 1 });
    for await (const job of tellJobs(desk)) jobs.push(job);
    const changes = async () => (await desk.call('segment:changes', {})).changes;
    for (const { id, state } of await changes())
      if (state === 'running') await desk.call('segment:pause', { changeId: id });
    for (const { counts, leads, id } of await changes()) {
      const { moved, missing, refused, unknown, waiting } = counts;
      if (moved + missing + refused + unknown + waiting !== leads) ghosts.push(`change ${id} does not add up`);
    }
    const running = async () =>
      (await desk.call('export:list', {})).exports.filter(
        ({ state, refresh }) => state === 'running' || refresh?.state === 'running',
      );
    for (const giveUpAt = Date.now() + SETTLES; (await running()).length > 0 && Date.now() < giveUpAt;)
      await setTimeout(100);
    ghosts.push(...(await running()).map(({ id }) => `export ${id} runs, and nobody fetches it`));
    bugs.push(...desk.bugs);
  }
  ghosts.push(...inJournal(world, accountFolder(world.dataFolder)));
  ghosts.push(...beside(world));
  return { jobs, ghosts, bugs: [...bugs, ...logged(world.dataFolder)] };
}

/** What was removed, and files that belong to nothing. */
function inJournal(world: World, folder: string): string[] {
  using journal = new DatabaseSync(join(folder, 'journal.sqlite'), { readOnly: true });
  const ids = (sql: string) =>
    new Set(
      journal
        .prepare(sql)
        .all()
        .map(({ id }) => String(id)),
    );
  const exports = ids('SELECT id FROM export');
  const compared = ids('SELECT id FROM comparison WHERE facts IS NOT NULL');
  const known = {
    job: ids('SELECT id FROM import_job'),
    change: ids('SELECT id FROM segment_change'),
    export: exports,
    comparison: compared,
  };
  const found = world.told.flatMap(({ piece, verb, outcome }) =>
    piece !== null && verb === 'remove' && outcome === 'done' && known[piece.kind].has(piece.id)
      ? [`${piece.kind} ${piece.id} is there after its removal`]
      : [],
  );
  for (const { before, now, id } of journal.prepare('SELECT id, before, now FROM comparison').all())
    if (!exports.has(String(before)) || !exports.has(String(now)))
      found.push(`comparison ${String(id)} of a removed result`);
  for (const name of namesIn(join(folder, 'results')))
    if (![...exports, ...compared].some((id) => name.startsWith(id))) found.push(`file of no result: ${name}`);
  const all = [...exports, ...compared, ...known.job, ...known.change];
  for (const name of namesIn(join(folder, 'locks')))
    if (!name.endsWith('-journal') && !all.some((id) => name.includes(id))) found.push(`lease of nothing: ${name}`);
  return found;
}

/** Half files beside those that were saved, and datasets that are not whole. */
function beside(world: World): string[] {
  const found = globSync('*.part', { cwd: world.folder }).map((name) => `half file: ${name}`);
  for (const name of globSync('dataset-*', { cwd: world.folder })) {
    const folder = join(world.folder, name);
    if (!existsSync(join(folder, MANIFEST))) continue;
    const manifest = readManifest(folder);
    const named = new Set(manifest?.files.map(({ path }) => path));
    const there = globSync('**/*.parquet', { cwd: folder });
    for (const path of named) if (!there.includes(path)) found.push(`${name} has no ${path}`);
    for (const path of there) if (!named.has(path)) found.push(`${name} has ${path}, which its manifest does not name`);
  }
  return found;
}

function logged(dataFolder: string): string[] {
  const folder = join(dataFolder, 'logs');
  const lines = namesIn(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => / bug \w+ in /.test(line));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
