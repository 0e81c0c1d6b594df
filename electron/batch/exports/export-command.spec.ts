import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { onceForAll } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench, jsonLines } from '../batch-fixture.ts';

let bench: BatchBench;
onceForAll(async () => (bench = await createBatchBench({ leads: 40 })));

type Lead = Record<string, unknown>;

/** Reads a saved file with a program that is not ours. */
const READERS: Readonly<Record<string, (bytes: Buffer) => Promise<Lead[]>>> = {
  csv: async (bytes) => Papa.parse<Lead>(bytes.toString('utf8'), { header: true, skipEmptyLines: true }).data,
  async xlsx(bytes) {
    const book = read(bytes);
    return utils.sheet_to_json<Lead>(book.Sheets['Leads'] ?? {});
  },
  json: async (bytes) => JSON.parse(bytes.toString('utf8')) as Lead[],
  jsonl: async (bytes) => jsonLines<Lead>(bytes.toString('utf8')),
  parquet: async (bytes) =>
    parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    }),
};

describe('export of one lead', () => {
  let single: BatchBench;
  onceForAll(async () => (single = await createBatchBench({ leads: 1 })));

  it('says 1 lead, not 1 leads', async () => {
    const { stdout } = await single.run(['export', 'simple', '--output', single.path('one.csv')]);
    expect(stdout).toContain('1 lead saved in ');
    expect(stdout).toContain('1 lead, complete.');
  });
});

describe('export simple', () => {
  it.each(Object.keys(READERS))('writes %s by the ending of the file: every lead, every column', async (format) => {
    const output = bench.path(`leads.${format}`);
    const ended = await bench.run(['export', 'simple', '--output', output, '--json']);
    expect(ended.stderr).toBe('');
    expect(ended.code).toBe(0);
    expect(ended.last).toMatchObject({ rows: 40, state: 'complete', file: output });
    const leads = (await READERS[format]?.(readFileSync(output))) ?? [];
    expect(leads).toHaveLength(40);
    expect(new Set(leads.map((lead) => lead['uniqueId'])).size).toBe(40);
    expect(Object.keys(leads[0] ?? {})).toEqual(expect.arrayContaining(['uniqueId', 'status', 'campaign.code']));
  });

  it('takes --format over the ending', async () => {
    const output = bench.path('leads.txt');
    const ended = await bench.run(['export', 'simple', '--output', output, '--format', 'jsonl', '--json']);
    expect(ended.code).toBe(0);
    expect(await READERS['jsonl']?.(readFileSync(output))).toHaveLength(40);
  });

  it.each(['json', 'jsonl'])('writes %s nested as the service sends it', async (format) => {
    const output = bench.path(`nested.${format}`);
    const ended = await bench.run(['export', 'simple', '--output', output, '--nested', '--json']);
    expect(ended.code).toBe(0);
    const leads = (await READERS[format]?.(readFileSync(output))) ?? [];
    expect(leads).toHaveLength(40);
    const [first] = leads;
    expect(first?.['campaign']).toMatchObject({ code: expect.any(String) });
    expect(Object.keys(first?.['data'] as object).length).toBeGreaterThan(3);
    expect(Object.keys(first ?? {}).filter((name) => name.includes('.'))).toEqual([]);
  });

  it('nests only JSON', async () => {
    const ended = await bench.run(['export', 'simple', '--output', bench.path('nested.csv'), '--nested']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('--nested is for JSON');
  });

  it('leaves a file alone that exists, before anything is sent', async () => {
    const output = bench.file('mine.csv', 'mine');
    const ended = await bench.run(['export', 'simple', '--output', output]);
    expect(ended.code).toBe(2);
    expect(readFileSync(output, 'utf8')).toBe('mine');
  });

  it('leaves a file alone that another program has put there while the leads came, and keeps them', async () => {
    const output = bench.path('taken.csv');
    const put = {
      onOutput: (stdout: string) => (stdout.includes('saved') ? undefined : writeFileSync(output, 'of another export')),
    };
    const ended = await bench.run(['export', 'simple', '--output', output], put);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/"taken\.csv" exists already/) as string });
    expect(ended.stderr).toContain('The leads that arrived are kept');
    expect(readFileSync(output, 'utf8')).toBe('of another export');
    expect(await bench.run(['export', 'simple', '--output', output, '--force'], put)).toMatchObject({ code: 0 });
    expect(await READERS['csv']?.(readFileSync(output))).toHaveLength(40);
  });

  it('names a partial file so without a complete one beside it, and a later one takes its place', async () => {
    const output = bench.path('cut.xlsx');
    const counts: number[] = [];
    for (const rows of [7, 20]) {
      bench.practice.faults.add({ kind: 'truncate', rows, how: 'end', times: 1, match: { path: '/simpleleads' } });
      const ended = await bench.run(['export', 'simple', '--output', output, '--json']);
      expect(ended.code).toBe(3);
      // The break may take the end of the last lead with it.
      counts.push(Number(ended.last?.['rows']));
      expect(ended.last).toMatchObject({ state: 'partial', file: bench.path('cut.partial.xlsx') });
      expect(await READERS['xlsx']?.(readFileSync(bench.path('cut.partial.xlsx')))).toHaveLength(counts.at(-1) ?? -1);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
    expect(existsSync(output)).toBe(false);
  });
});
