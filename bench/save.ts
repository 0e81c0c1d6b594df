import { join } from 'node:path';
import { measureApart } from './apart.ts';
import { atLeast, atMost, type Bench, type BenchContext, type BenchResult, type Cell } from './frame.ts';
import { median } from './median.ts';
import { storeLeads } from './save/stored-leads.ts';

interface Measurement {
  milliseconds: number;
  cpuMilliseconds: number;
  peakBytes: number;
  rows: number;
  bytes: number;
}

const rounds = 3;
const mebibyte = 1024 * 1024;

/** Each format of ours, and the peer that it is compared with. */
const tasks = [
  'csv',
  'fast-csv',
  'duckdb-csv',
  'xlsx',
  'exceljs',
  'json',
  'jsonl',
  'parquet',
  'duckdb-parquet',
  'write-excel-file',
] as const;
type Task = (typeof tasks)[number];
/** Rounds of the shortest, in which a moment of other work of the computer weighs most. */
const shortRounds = 5;
const short: readonly Task[] = ['csv', 'fast-csv'];
const own = ['csv', 'xlsx', 'json', 'jsonl', 'parquet'] as const satisfies readonly Task[];

export const bench: Bench = {
  name: 'save',
  title: 'Saving a result of 500,000 leads with 15 columns, from the store',
  peers: ['fast-csv', 'exceljs', 'write-excel-file', '@duckdb/node-api'],
  run: (context) => measureSaves(context, 500_000),
};

/** All formats and peers in turn, `rounds` times, over a result of this number of leads. */
export async function measureSaves({ folder, log }: BenchContext, leads: number): Promise<BenchResult> {
  const result = join(folder, 'result.sqlite');
  storeLeads(result, leads);
  const found = new Map<Task, Measurement[]>(tasks.map((task) => [task, []]));
  for (let round = 0; round < shortRounds; round += 1) {
    const inTurn = round < rounds ? tasks : short;
    // First and last change places, so that a busy computer disturbs both sides alike.
    for (const task of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      log(`${task}, round ${round + 1} …`);
      found.get(task)?.push(await measure(folder, result, task));
    }
  }
  const all = (task: Task) => found.get(task) ?? [];
  const time = (task: Task) => median(all(task).map((entry) => entry.milliseconds));
  const peak = (task: Task) => Math.max(...all(task).map((entry) => entry.peakBytes)) / mebibyte;
  const rows = tasks.map((task): Cell[] => [
    task,
    Math.round(time(task)),
    Math.round(median(all(task).map((entry) => entry.cpuMilliseconds))),
    Math.round(peak(task)),
    all(task)[0]?.rows ?? null,
    Math.round((all(task)[0]?.bytes ?? Number.NaN) / mebibyte),
  ]);
  return {
    columns: ['what', 'ms', 'cpu ms', 'peak MiB', 'rows', 'file MiB'],
    rows,
    notes: [
      'Each measurement is a process of its own; all read the rows from the same store. Times are medians of the rounds, peaks are the highest.',
      'Ours run in the thread of the results, which is open before; its process holds both.',
      'write-excel-file holds the whole workbook, so it is given a tenth of the leads: its rows say how many.',
      'DuckDB gets the rows through its appender, and copies its table into the file.',
      'Ours are synced to the disk, counted by reading the file back, and renamed; the peers only write.',
    ],
    checks: [
      ...own.map((task) => atLeast(`${task}-rows`, Math.min(...all(task).map((entry) => entry.rows)), leads)),
      atLeast('csv-times-faster-than-fast-csv', time('fast-csv') / time('csv'), 3),
      atLeast('xlsx-times-faster-than-exceljs', time('exceljs') / time('xlsx'), 2),
      ...own.map((task) => atMost(`${task}-peak-mib`, peak(task), 300)),
    ],
  };
}

function measure(folder: string, result: string, task: Task): Promise<Measurement> {
  return measureApart('save/task.ts', [task, result, join(folder, `saved-${task}`)], {
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
}
