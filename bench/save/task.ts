import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_SAVE_FORMATS } from '../../shared/contract/exports/save-formats.ts';
import { ResultStore } from '../../electron/core/exports/result/result-store.ts';
import { saveResult } from '../../electron/core/exports/save/save-result.ts';
import { columns } from './leads.ts';

/**
 * One measurement in a process of its own, so that its peak memory is its own: `task.ts KIND RESULT TARGET`.
 * Prints one JSON object: milliseconds, peak resident bytes, rows, bytes of the file.
 */
const [, , kind = '', result = '', target = ''] = process.argv;

const store = new ResultStore(result);

async function own(format: keyof typeof DEFAULT_SAVE_FORMATS): Promise<number> {
  const saved = await saveResult(
    store,
    {
      rows: store.rows,
      target,
      format: DEFAULT_SAVE_FORMATS[format],
      columns: columns.map((name, index) => ({ index, name })),
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  return saved.rows;
}

/** The leads as a peer takes them: texts in arrays, read by the same SQLite. */
function* leads(): Generator<(string | null)[]> {
  const database = new DatabaseSync(result, { readOnly: true });
  const names = columns.map((_, index) => `c${index}`);
  const select = database.prepare(`SELECT ${names.join(', ')} FROM leads WHERE number BETWEEN ? AND ? ORDER BY number`);
  select.setReturnArrays(true);
  for (let done = 0; done < store.rows; done += 500)
    yield* select.all(done + 1, done + 500) as unknown as (string | null)[][];
  database.close();
}

// By names the compiler cannot follow: peers are installed when a bench first runs, not with the project.
async function peer<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
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
    default:
      throw new Error(`there is no measurement called ${kind}`);
  }
}

const started = performance.now();
const rows = await measured();
const milliseconds = performance.now() - started;
store.close();
process.stdout.write(
  JSON.stringify({
    milliseconds,
    // maxRSS is given in KiB.
    peakBytes: process.resourceUsage().maxRSS * 1024,
    rows,
    bytes: statSync(target).size,
  }),
);
