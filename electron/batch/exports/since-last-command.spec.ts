import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it } from 'vitest';
import { onceForAll } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench, importOf, people } from '../batch-fixture.ts';

const LEADS = 40;
let bench: BatchBench;
let output: string;
let files = 0;

onceForAll(async () => (bench = await createBatchBench({ leads: LEADS })));
beforeEach(() => {
  bench.practice.reset();
  output = bench.path(`leads-${(files += 1)}.csv`);
});

function exported(...more: readonly string[]) {
  const source = more.includes('raw') ? [] : ['simple'];
  return bench.run(['export', ...source, ...more, '--output', output, '--json']);
}

/** Status by id, as a program that is not ours reads the file. */
function statuses(): Map<string, string> {
  const text = readFileSync(output, 'utf8').replace('\ufeff', '');
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  const found = new Map(rows.map((row) => [row['uniqueId'] ?? '', row['status'] ?? '']));
  expect(found.size).toBe(rows.length);
  return found;
}

describe('export --since-last into a file', () => {
  it('asks only for what changed since, and the file has every lead once, in its latest state', async () => {
    const first = await exported('--since-last');
    expect(first.stderr).toBe('');
    expect(first.last).toMatchObject({ rows: LEADS, state: 'complete', file: output });
    bench.practice.changeLeads({ every: 10, status: 'DoNotCall' });
    const file = bench.file('people.csv', people(3));
    await bench.run(importOf(file, bench.path(`result-${files}.csv`)));
    const second = await exported('--since-last');
    expect(second.code).toBe(0);
    expect(second.last).toMatchObject({
      rows: LEADS + 3,
      state: 'complete',
      file: output,
      refresh: { new: 3, changed: LEADS / 10, removed: 0 },
    });
    const { refresh } = second.last as { refresh: { arrived: number; since: string; pointReached: string } };
    expect(refresh.arrived).toBeLessThan(LEADS);
    expect(refresh.pointReached > refresh.since).toBe(true);
    const found = statuses();
    expect(found.size).toBe(LEADS + 3);
    expect([...found.values()].filter((status) => status === 'DoNotCall')).toHaveLength(LEADS / 10);
    const third = await exported('--since-last');
    expect(third.last).toMatchObject({ rows: LEADS + 3, refresh: { new: 0, changed: 0 } });
    // One result is kept, and no leads of a refresh beside it.
    const kept = readdirSync(bench.dataFolder, { recursive: true, encoding: 'utf8' });
    expect(kept.filter((name) => /results.*\.sqlite$/.test(name))).toHaveLength(1);
  });

  it('says nothing of the windows in which the leads were fetched the first time', async () => {
    const first = await exported('--since-last', '--modified-from', '2026-11-01', '--window-days', '3');
    expect(first.last).toHaveProperty('windows');
    const second = await exported('--since-last', '--modified-from', '2026-11-01');
    expect(second.last).toMatchObject({ state: 'complete', refresh: { new: 0 } });
    expect(second.last).not.toHaveProperty('windows');
  });

  it('goes on from a file that was written without it, and writes the file anew when it is gone', async () => {
    await exported();
    bench.practice.changeLeads({ every: 4, status: 'DoNotCall' });
    rmSync(output);
    const second = await exported('--since-last');
    expect(second.last).toMatchObject({ rows: LEADS, refresh: { changed: LEADS / 4, new: 0 } });
    expect(statuses().size).toBe(LEADS);
  });

  it('takes out leads that left the statuses', async () => {
    await exported('--statuses', 'New', '--since-last');
    const before = statuses().size;
    expect(before).toBeGreaterThan(0);
    bench.practice.changeLeads({ every: 1, status: 'DoNotCall' });
    const second = await exported('--statuses', 'New', '--since-last');
    expect(second.last).toMatchObject({ rows: 0, state: 'complete', refresh: { removed: before } });
    expect(statuses().size).toBe(0);
  });

  it('says which leads stay although they no longer fit', async () => {
    const parameter = ['--param', 'AllOpenStatuses=true', '--since-last'];
    expect((await exported(...parameter)).last).not.toHaveProperty('notes');
    bench.practice.changeLeads({ every: 1, status: 'DoNotCall' });
    const { last } = await exported(...parameter);
    expect(last).toMatchObject({
      state: 'complete',
      notes: [expect.stringMatching(/no longer fit AllOpenStatuses may/)],
    });
  });

  it('leaves the file as it was when the answer is cut or the service is away, and goes on the next time', async () => {
    await exported();
    const before = readFileSync(output);
    bench.practice.changeLeads({ every: 2, status: 'DoNotCall' });
    bench.practice.faults.add({ kind: 'truncate', rows: 5, how: 'close', times: 1, match: { path: '/simpleleads' } });
    const cut = await exported('--since-last');
    expect(cut.code).toBe(3);
    expect(cut.last).toMatchObject({ state: 'partial', error: { code: 'partial' } });
    expect(cut.last).not.toHaveProperty('file');
    bench.practice.faults.add({ kind: 'status', status: 403, times: 1, match: { path: '/simpleleads' } });
    expect((await exported('--since-last')).code).toBe(4);
    expect(readFileSync(output).equals(before)).toBe(true);
    expect(existsSync(output.replace('.csv', '.partial.csv'))).toBe(false);
    expect((await exported('--since-last')).last).toMatchObject({ refresh: { changed: LEADS / 2 } });
  });

  it('refuses a file that is not its own, of another query, or changed since, before anything is sent', async () => {
    const refused = async (expected: RegExp, ...more: readonly string[]) => {
      const before = readFileSync(output);
      const ended = await exported(...more);
      expect(ended.code).toBe(2);
      expect(ended.last?.['error']).toMatchObject({ message: expect.stringMatching(expected) as unknown });
      expect(readFileSync(output).equals(before)).toBe(true);
    };
    writeFileSync(output, 'mine');
    await refused(/keeps no result that it was saved from/, '--since-last');
    await refused(/use one of them/, '--since-last', '--force');
    await exported('--force');
    await refused(/belongs to another query/, '--since-last', '--statuses', 'New');
    writeFileSync(output, `${readFileSync(output, 'utf8')}one,more`);
    await refused(/is not as Lead Console saved it/, '--since-last');
  });

  it('leaves a file alone that somebody changes while leads come', async () => {
    await exported('--since-last');
    const ours = readFileSync(output);
    const ended = await bench.run(['export', 'simple', '--since-last', '--output', output], {
      onOutput: (stdout) => (stdout.includes('saved') ? undefined : writeFileSync(output, 'mine')),
    });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('is not as Lead Console saved it') });
    expect(readFileSync(output, 'utf8')).toBe('mine');
    // Put back as it was, it goes on.
    writeFileSync(output, ours);
    expect((await exported('--since-last')).last).toMatchObject({ rows: LEADS, state: 'complete' });
  });

  it('works for RawLeads, whose answers have no times', async () => {
    const first = await exported('raw', '--since-last');
    expect(first.last).toMatchObject({ state: 'complete' });
    const { rows } = first.last as { rows: number };
    const file = bench.file('people.csv', people(2));
    await bench.run(importOf(file, bench.path(`result-${files}.csv`), '--send-again'));
    const second = await exported('raw', '--since-last');
    expect(second.last).toMatchObject({ rows: rows + 2, refresh: { new: 2 } });
    expect(statuses().size).toBe(rows + 2);
  });
});
