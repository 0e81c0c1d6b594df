import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_SAVE_FORMATS } from '../../shared/contract/exports/save-formats.ts';
import { createResults } from '../../electron/core/exports/threads/results.ts';
import { systemClock } from '../../electron/core/system/system-clock.ts';
import { benchLog, peakBytes, timed } from '../measuring.ts';
import { columns } from './leads.ts';
import { duckWith, peer } from './peers.ts';

/**
 * One measurement in a process of its own, so that its peak memory is its own: `task.ts KIND RESULT TARGET`.
 * Prints one JSON object: milliseconds, peak resident bytes, rows, bytes of the file.
 */
const [, , kind = '', result = '', target = ''] = process.argv;

/** The thread that has the results, as in the program. */
const results = createResults(benchLog, systemClock);

async function own(format: keyof typeof DEFAULT_SAVE_FORMATS): Promise<number> {
  const saved = await results.ask({
    kind: 'save',
    path: result,
    rows: total,
    edits: null,
    target,
    format: DEFAULT_SAVE_FORMATS[format],
    columns: columns.map((name, index) => ({ index, path: name, name })),
  });
  return saved.rows;
}

/** The leads as a peer takes them: texts in arrays, read by the same SQLite. */
function* leads(): Generator<(string | null)[]> {
  const database = new DatabaseSync(result, { readOnly: true });
  const names = columns.map((_, index) => `c${index}`);
  const select = database.prepare(`SELECT ${names.join(', ')} FROM leads WHERE number BETWEEN ? AND ? ORDER BY number`);
  select.setReturnArrays(true);
  for (let done = 0; done < total; done += 500)
    yield* select.all(done + 1, done + 500) as unknown as (string | null)[][];
  database.close();
}

async function fastCsv(): Promise<number> {
  const { format } = await peer<{
    format(options: object): NodeJS.ReadWriteStream & { write(row: unknown): boolean };
  }>('fast-csv');
  const stream = format({ headers: [...columns], rowDelimiter: '\r\n', writeBOM: true });
  const file = createWriteStream(target);
  stream.pipe(file);
  let rows = 0;
  for (const lead of leads()) {
    rows += 1;
    if (!stream.write(lead)) await once(stream, 'drain');
  }
  stream.end();
  await once(file, 'finish');
  return rows;
}

async function exceljs(): Promise<number> {
  interface Sheet {
    addRow(row: unknown): { commit(): void };
    commit(): void;
  }
  interface Writer {
    addWorksheet(name: string): Sheet;
    commit(): Promise<void>;
  }
  const { default: library } = await peer<{
    default: { stream: { xlsx: { WorkbookWriter: new (options: object) => Writer } } };
  }>('exceljs');
  const book = new library.stream.xlsx.WorkbookWriter({ filename: target, useSharedStrings: false, useStyles: false });
  const sheet = book.addWorksheet('Leads');
  sheet.addRow([...columns]).commit();
  let rows = 0;
  for (const lead of leads()) {
    rows += 1;
    sheet.addRow(lead).commit();
    // Its streams know no backpressure: what is packed is written only between two turns.
    if (rows % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  sheet.commit();
  await book.commit();
  return rows;
}

/** Leads that write-excel-file is given: it holds the whole workbook, and half a million leads are more than a heap. */
const WHOLE_WORKBOOK = 50_000;

async function writeExcelFile(): Promise<number> {
  const { default: write } = await peer<{
    default: (rows: unknown[][]) => { toFile(path: string): Promise<void> };
  }>('write-excel-file/node');
  const rows: unknown[][] = [columns.map((name) => ({ value: name, type: String }))];
  for (const lead of leads()) {
    rows.push(lead.map((value) => (value === null ? null : { value, type: String })));
    if (rows.length > WHOLE_WORKBOOK) break;
  }
  await write(rows).toFile(target);
  return rows.length - 1;
}

/** The rows into a table of DuckDB, and from there into a file. */
async function duckdb(options: string): Promise<number> {
  const { duck, rows } = await duckWith(leads());
  await duck.run(`COPY leads TO '${target}' (${options})`);
  duck.closeSync();
  return rows;
}

async function measured(): Promise<number> {
  switch (kind) {
    case 'csv':
    case 'xlsx':
    case 'json':
    case 'jsonl':
    case 'parquet':
      return own(kind);
    case 'fast-csv':
      return fastCsv();
    case 'exceljs':
      return exceljs();
    case 'write-excel-file':
      return writeExcelFile();
    case 'duckdb-csv':
      return duckdb("FORMAT csv, HEADER, DELIMITER ','");
    case 'duckdb-parquet':
      return duckdb('FORMAT parquet');
    default:
      throw new Error(`there is no measurement called ${kind}`);
  }
}

// The thread runs, and has the result open, before a person saves.
const total = (await results.ask({ kind: 'count', path: result })).rows;
const { value: rows, wall, busy } = await timed(measured);
await results.close();
process.stdout.write(
  JSON.stringify({
    milliseconds: wall,
    cpuMilliseconds: busy,
    peakBytes: peakBytes(),
    rows,
    bytes: statSync(target).size,
  }),
);
