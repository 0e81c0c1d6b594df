import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from '../shared/domain/words/format.ts';
import { measureApart } from './apart.ts';
import { atLeast, atMost, type Bench, type BenchCheck, type Cell } from './frame.ts';
import { median } from './median.ts';
import { writeCsvFile, writeXlsxFile } from './read/generate.ts';

interface Measurement {
  milliseconds: number;
  cpuMilliseconds: number;
  peakBytes: number;
  rows: number;
}

const csvRows = 1_200_000;
const rounds = 3;
const mebibyte = 1024 * 1024;

/** What a process does with a file, and how the table calls it. */
interface Task {
  readonly kind: 'papaparse' | 'exceljs' | 'stage' | 'preview';
  readonly file: string;
  readonly title: string;
}

export const bench: Bench = {
  name: 'read',
  title: 'Reading spreadsheets: a file of 200 MB to browsable staging, and workbooks',
  peers: ['exceljs'],
  async run({ folder, log }) {
    const csv = join(folder, 'leads.csv');
    const bytes = writeCsvFile(csv, csvRows);
    await compileModules(folder, log);
    const processes = new Processes(folder, log);
    const [parsed, staged] = await processes.inTurn(
      { kind: 'papaparse', file: csv, title: 'papaparse alone' },
      { kind: 'stage', file: csv, title: 'staging' },
    );
    const preview: Measurement[] = [];
    for (let round = 1; round <= rounds; round += 1)
      preview.push(await processes.measure({ kind: 'preview', file: csv, title: `first 100 rows, round ${round}` }));
    const small = join(folder, 'small.xlsx');
    const large = join(folder, 'large.xlsx');
    await writeXlsxFile(small, 100_000);
    await writeXlsxFile(large, 500_000);
    const [peer, own] = await processes.inTurn(
      { kind: 'exceljs', file: small, title: 'xlsx 100k, exceljs as a stream' },
      { kind: 'stage', file: small, title: 'xlsx 100k, staging' },
    );
    const ownLarge = await processes.measure({ kind: 'stage', file: large, title: 'xlsx 500k, staging' });
    return {
      columns: ['what', 'ms', 'cpu ms', 'peak MiB', 'rows'],
      rows: processes.rows,
      notes: [
        `The text file has ${format.number(csvRows)} rows of 12 columns, ${Math.round(bytes / 1e6)} MB; the small workbook ${Math.round(statSync(small).size / 1e6)} MB packed.`,
        'Each measurement is a process of its own; staging includes the profile of every column and the SQLite file.',
        'All code is loaded before the time counts; the thread that reads waits already and has practised on a table of its own, as it does while the page of imports is open.',
        `Sides that are compared take turns in ${rounds} rounds; times are medians, peaks are the highest. Processor time is that of all threads.`,
        'Modules are compiled once before anything is measured, as they are in what people install.',
        'papaparse parses the same text in pieces of 256 KiB decoded by us, its fastest correct use, and keeps nothing.',
      ],
      checks: checksOf({ parsed, staged, preview, peer, own, ownLarge }),
    };
  },
};

/** So that the time of compiling is in no measurement. */
async function compileModules(folder: string, log: (line: string) => void): Promise<void> {
  const file = join(folder, 'warm.csv');
  writeCsvFile(file, 10);
  const processes = new Processes(folder, log);
  for (const kind of ['papaparse', 'stage', 'preview'] as const)
    await processes.measure({ kind, file, title: `(${kind}, compiling)` });
}

/** Measures each task in a process of its own. */
class Processes {
  /** A row of the table for each measurement. */
  readonly rows: Cell[][] = [];
  readonly #folder: string;
  readonly #log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  async measure({ kind, file, title }: Task): Promise<Measurement> {
    this.#log(`${title} …`);
    const target = join(this.#folder, 'staged.sqlite');
    // A reading never takes the name of another one: a file system may write all out before it lets one replace another.
    await rm(target, { force: true });
    const result = await measureApart<Measurement>('read/task.ts', [kind, file, target], {
      env: { NODE_COMPILE_CACHE: join(this.#folder, 'compiled') },
    });
    const { milliseconds, cpuMilliseconds, peakBytes, rows } = result;
    const figures = [milliseconds, cpuMilliseconds, peakBytes / mebibyte].map(Math.round);
    this.rows.push([title, ...figures, rows]);
    return result;
  }

  /** Two sides, each first in every other round: a busy computer disturbs both alike, and the median forgets it. */
  async inTurn(one: Task, other: Task): Promise<[Measurement[], Measurement[]]> {
    const results: [Measurement[], Measurement[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const task = side === 0 ? one : other;
        results[side].push(await this.measure({ ...task, title: `${task.title}, round ${round + 1}` }));
      }
    return results;
  }
}

interface Sides {
  readonly parsed: readonly Measurement[];
  readonly staged: readonly Measurement[];
  readonly preview: readonly Measurement[];
  readonly peer: readonly Measurement[];
  readonly own: readonly Measurement[];
  readonly ownLarge: Measurement;
}

function checksOf({ parsed, staged, preview, peer, own, ownLarge }: Sides): BenchCheck[] {
  const wall = (list: readonly Measurement[]) => median(list.map((entry) => entry.milliseconds));
  const cpu = (list: readonly Measurement[]) => median(list.map((entry) => entry.cpuMilliseconds));
  const peak = (list: readonly Measurement[]) => Math.max(...list.map((entry) => entry.peakBytes));
  return [
    atLeast('csv-rows', staged[0]?.rows ?? 0, csvRows),
    atMost('csv-rows-too-many', staged[0]?.rows ?? 0, csvRows),
    atMost('staging-to-papaparse', wall(staged) / wall(parsed), 1.5),
    atMost('staging-to-papaparse-cpu', cpu(staged) / cpu(parsed), 2),
    atMost('csv-peak-mib', peak(staged) / mebibyte, 350),
    atMost('preview-to-staging', wall(preview) / wall(staged), 1 / 25),
    atLeast('xlsx-times-faster-than-exceljs', wall(peer) / wall(own), 2.5),
    atLeast('xlsx-times-less-cpu-than-exceljs', cpu(peer) / cpu(own), 2.5),
    atMost('xlsx-peak-to-exceljs', peak(own) / peak(peer), 1),
    atMost('xlsx-500k-peak-to-100k', ownLarge.peakBytes / peak(own), 1.5),
  ];
}
