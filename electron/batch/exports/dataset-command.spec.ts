import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { onceForAll } from '../../core/foundation/world-fixture.ts';
import { globbed } from '../../core/exports/dataset/dataset-fixture.ts';
import { holdDataset } from '../../core/exports/dataset/dataset-folder.ts';
import { type BatchBench, createBatchBench, importOf, people } from '../batch-fixture.ts';

const LEADS = 60;
let bench: BatchBench;
let folder = '';
let datasets = 0;

onceForAll(async () => (bench = await createBatchBench({ leads: LEADS })));
beforeEach(() => {
  bench.practice.reset();
  folder = bench.path(`dataset-${(datasets += 1)}`);
});

function exported(...more: readonly string[]) {
  const what = ['export', 'simple', '--format', 'parquet', '--partition-by', 'campaign,day', '--output', folder];
  return bench.run([...what, ...more, '--json']);
}

/** Status by id, of what a reader of `**` finds. */
async function statuses(): Promise<Map<unknown, unknown>> {
  const rows = await globbed(folder);
  const found = new Map(rows.map((row) => [row['uniqueId'], row['status']]));
  expect(found.size).toBe(rows.length);
  return found;
}

describe('export --partition-by campaign,day', () => {
  it('writes every lead into the folder of its campaign and day', async () => {
    const ended = await exported();
    expect(ended.stderr).toBe('');
    expect(ended.code).toBe(0);
    expect(ended.last).toMatchObject({
      rows: LEADS,
      state: 'complete',
      file: folder,
      dataset: { rows: LEADS, added: LEADS, changed: 0, unchanged: 0, removed: 0 },
    });
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      rows: number;
      files: { path: string; rows: number; campaign: string; day: string }[];
    };
    expect(manifest.rows).toBe(LEADS);
    for (const { path, rows, campaign, day } of manifest.files) {
      expect(path).toBe(`campaign=${campaign}/day=${day}/leads.parquet`);
      const leads = await globbed(join(folder, path, '..'));
      expect(leads).toHaveLength(rows);
      for (const lead of leads) {
        expect(lead['campaign.code']).toBe(campaign);
        // A time has no zone, and is read as if it were UTC.
        expect(lead['uploadTime']).toBeInstanceOf(Date);
        expect((lead['uploadTime'] as Date).toISOString().slice(0, 10)).toBe(day);
      }
    }
    expect((await statuses()).size).toBe(LEADS);
  });

  it('--since-last asks from the point reached and leaves every lead once, in its latest state', async () => {
    // Without a dataset it makes one.
    const first = await exported('--since-last');
    expect(first.last).toMatchObject({ rows: LEADS, dataset: { added: LEADS } });
    bench.practice.changeLeads({ every: 10, status: 'DoNotCall' });
    const file = bench.file('people.csv', people(3));
    const result = bench.path(`result-${datasets}.csv`);
    await bench.run(importOf(file, result));
    const second = await exported('--since-last');
    expect(second.code).toBe(0);
    const { dataset } = second.last as { dataset: Record<string, number> };
    expect(dataset).toMatchObject({ rows: LEADS + 3, added: 3, changed: LEADS / 10 });
    expect(second.last?.['rows']).toBeLessThan(LEADS);
    const found = await statuses();
    expect(found.size).toBe(LEADS + 3);
    expect([...found.values()].filter((status) => status === 'DoNotCall').length).toBeGreaterThanOrEqual(LEADS / 10);
    // Nothing changed since: nothing is written.
    const third = await exported('--since-last');
    expect(third.last).toMatchObject({ dataset: { rows: LEADS + 3, added: 0, changed: 0, filesChanged: 0 } });
  });

  it('--since-last takes out leads that left the status asked for', async () => {
    const asked = ['--statuses', 'New,RedialAutomatic'];
    const first = await exported(...asked);
    const before = await statuses();
    expect(before.size).toBe(first.last?.['rows']);
    bench.practice.changeLeads({ every: 2, status: 'Failed' });
    const second = await exported(...asked, '--since-last');
    expect(second.code).toBe(0);
    const after = await statuses();
    expect(new Set(after.values())).toEqual(new Set(['New', 'RedialAutomatic']));
    const { dataset } = second.last as { dataset: Record<string, number> };
    expect(dataset['removed']).toBeGreaterThan(0);
    expect(after.size).toBe(before.size - (dataset['removed'] ?? 0));
  });

  it('leaves the dataset as it was when leads are missing, and ends with 3', async () => {
    await exported();
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    for (const more of ['--since-last', '--force']) {
      bench.practice.changeLeads({ every: 1, status: 'Failed' });
      bench.practice.faults.add({ kind: 'truncate', rows: 7, how: 'end', times: 1, match: { path: '/simpleleads' } });
      const ended = await exported(more);
      expect(ended.code).toBe(3);
      expect(ended.last).toMatchObject({ state: 'partial' });
      expect(ended.last).not.toHaveProperty('file');
      expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(manifest);
    }
    folder = bench.path(`dataset-${(datasets += 1)}`);
    bench.practice.faults.add({ kind: 'truncate', rows: 7, how: 'end', times: 1, match: { path: '/simpleleads' } });
    expect((await exported('--since-last')).code).toBe(3);
    expect(existsSync(folder)).toBe(false);
  });

  it('refuses, before anything is sent, what would harm', async () => {
    await exported();
    const requests = () => bench.practice.counts()['SimpleLeads']?.requests;
    const before = requests();
    const refused = async (sentence: RegExp, ...more: readonly string[]) => {
      const ended = await exported(...more);
      expect(ended.code).toBe(2);
      expect(ended.last).toMatchObject({ error: { message: expect.stringMatching(sentence) as string } });
    };
    await refused(/holds a dataset and was left as it is\. Add --since-last/);
    await refused(/belongs to another query/, '--since-last', '--projects', 'DK-*');
    {
      using _held = holdDataset(folder);
      await refused(/Another Lead Console is writing the dataset/, '--since-last');
    }
    folder = bench.path('mine');
    mkdirSync(folder);
    bench.file('mine/letter.txt', 'Dear');
    for (const more of ['--since-last', '--force']) await refused(/holds "letter.txt"/, more);
    expect(readdirSync(folder)).toEqual(['letter.txt']);
    expect(requests()).toBe(before);
  });

  it.each([
    [['--partition-by', 'day'], /--partition-by takes: campaign,day/],
    [['--partition-by', 'campaign,day', '--format', 'csv'], /use --format parquet/],
    [['--partition-by', 'campaign,day', '--since-last', '--force'], /use one of them/],
    // Of more that have changed, those beyond the limit would never come.
    [['--partition-by', 'campaign,day', '--since-last', '--param', 'Take=10'], /--param Take limits their number/],
  ])('refuses %j', async (more, sentence) => {
    const ended = await bench.run(['export', 'simple', '--output', folder, ...more]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(sentence);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a full disk', () => {
  const disk = specFolder('disk');
  let canMount = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    canMount = false;
    process.stderr.write('No small disk can be mounted here: the spec of a full disk is left out.\n');
  }
  afterAll(() => {
    if (canMount) execFileSync('umount', [disk]);
  });

  it.runIf(canMount)('leaves the dataset as it was, and it goes on with room', async () => {
    folder = join(disk, 'leads');
    expect((await exported()).code).toBe(0);
    const before = await statuses();
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    const free = execFileSync('df', ['--output=avail', '-B1', disk]).toString().trim().split('\n').at(-1);
    execFileSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, `bs=${Number(free) - 12_288}`, 'count=1'], {
      stdio: 'ignore',
    });
    bench.practice.changeLeads({ every: 1, status: 'Failed' });
    const ended = await exported('--since-last');
    expect(ended.code).toBe(2);
    expect(ended.last).toMatchObject({ error: { message: expect.stringContaining('disk is full') as string } });
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(manifest);
    expect(await statuses()).toEqual(before);
    rmSync(join(disk, 'filler'));
    expect((await exported('--since-last')).code).toBe(0);
    expect(new Set((await statuses()).values())).toEqual(new Set(['Failed']));
  });
});
