import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { globbed, isWhole } from './dataset-fixture.ts';
import { holdDataset } from './dataset-folder.ts';

// Each round starts a program, which takes a while on a busy computer.
vi.setConfig({ testTimeout: 240_000 });

const PATHS = ['uniqueId', 'uploadTime', 'lastModifiedTime', 'campaign.code', 'data.Name'];
const LEADS = 300;
/** Days, so files: a commit renames them one after the other. */
const DAYS = 75;
/** The append moves one lead out of this many to another campaign. */
const MOVES = 10;

let root = '';
let folder = '';
beforeEach(() => {
  root = specFolder('dataset-kill');
  folder = join(root, 'leads');
});

const dayOf = (index: number) => new Date(Date.UTC(2026, 8, 1 + (index % DAYS))).toISOString().slice(0, 10);

/** A result on the disk: the leads as they were in `state`. */
function makeResult(path: string, state: string): void {
  using store = new ResultStore(path);
  store.append(
    Array.from({ length: LEADS }, (_, index) => [
      `lead-${index}`,
      `${dayOf(index)}T08:00:00`,
      '2026-11-20T08:00:00',
      state !== 'old' && index % MOVES === 0 ? 'NO-2' : 'DK-1',
      state,
    ]),
    PATHS.length,
  );
}

/** Puts a result into the dataset, in a program of its own. It says `begun` when the folder is held. */
function append(result: string): ChildProcess {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { ResultStore } from ${here('../result/result-store.ts')};
    import { holdDataset } from ${here('./dataset-folder.ts')};
    import { writeDataset } from ${here('./write-dataset.ts')};
    const store = new ResultStore(${JSON.stringify(result)});
    using held = holdDataset(${JSON.stringify(folder)});
    console.log('begun');
    await writeDataset(
      { rows: store.rows, inOrder: (columns) => store.rowsAt(columns, store.rows), at: (columns, numbers) => store.rowsAt(columns, numbers) },
      {
        folder: held.folder, paths: ${JSON.stringify(PATHS)}, keepsLeads: held.manifest !== null, isWhole: false, statuses: [], closures: [],
        facts: { service: 'https://leads.example/api', account: 'anna', query: {} },
        zone: 'UTC', askedAt: '2026-11-21T00:00:00', writtenAt: '',
      },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    store.close();`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function appendToTheEnd(result: string): Promise<number> {
  const child = append(result);
  const begun = once(child.stdout ?? child, 'data');
  const [code] = (await once(child, 'exit')) as [number];
  await begun;
  return code;
}

/** Ends the program at the chosen moment; false when it had ended before. */
async function killed(child: ChildProcess, moment: number | 'commit'): Promise<boolean> {
  const ended = once(child, 'exit');
  await once(child.stdout ?? child, 'data');
  if (moment === 'commit') {
    const list = join(folder, '.lead-console', 'commit.json');
    while (child.exitCode === null && !existsSync(list)) await after(0);
  } else {
    await after(moment);
  }
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [number | null, string | null];
  return signal === 'SIGKILL';
}

/** State by id, of what a reader of `**` finds. */
async function states(): Promise<Map<string, unknown>> {
  const rows = await globbed(folder);
  const found = new Map(rows.map((row) => [String(row['uniqueId']), row['data.Name']]));
  expect(found.size).toBe(rows.length);
  return found;
}

const isMover = (id: string) => Number(id.slice('lead-'.length)) % MOVES === 0;

it('a program killed at any moment of an append leaves every lead once, and the next run finishes', async () => {
  makeResult(join(root, 'old.sqlite'), 'old');
  makeResult(join(root, 'new.sqlite'), 'new');
  const startedAt = Date.now();
  expect(await appendToTheEnd(join(root, 'old.sqlite'))).toBe(0);
  const wholeRun = Date.now() - startedAt;
  const moments: (number | 'commit')[] = Array.from({ length: 12 }, (_, round) =>
    round % 2 === 0 ? 'commit' : Math.random() * wholeRun,
  );
  let current = 'old';
  let kills = 0;
  let finishedByTheNext = 0;
  for (const moment of moments) {
    const next = current === 'old' ? 'new' : 'old';
    if (await killed(append(join(root, `${next}.sqlite`)), moment)) kills += 1;
    const wasCommitted = existsSync(join(folder, '.lead-console', 'commit.json'));
    if (wasCommitted) finishedByTheNext += 1;
    // What a reader sees before anybody repairs: no lead twice, none but one that moves missing.
    const seen = await states();
    for (let index = 0; index < LEADS; index += 1)
      if (!isMover(`lead-${index}`)) expect(seen.has(`lead-${index}`)).toBe(true);
    // The next program.
    holdDataset(folder)[Symbol.dispose]();
    expect(await isWhole(folder)).toBe(true);
    const after = await states();
    expect(after.size).toBe(LEADS);
    const [state] = after.values();
    expect(new Set(after.values())).toEqual(new Set([state]));
    if (wasCommitted) expect(state).toBe(next);
    current = String(state);
  }
  // Otherwise this has proved nothing.
  expect(kills).toBeGreaterThan(6);
  expect(finishedByTheNext).toBeGreaterThan(0);
});
