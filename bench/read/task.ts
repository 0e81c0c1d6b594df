import { createReadStream, openSync, readSync } from 'node:fs';
import Papa from 'papaparse';
import { previewFile, ReadingThreads, stageFile } from '../../electron/core/files/staging/staging.ts';
import { peakBytes, timed } from '../measuring.ts';
import { peer } from '../save/peers.ts';

/**
 * One measurement in a process of its own, so that its peak memory is its own: `task.ts KIND FILE TARGET`.
 * Prints one JSON object: milliseconds, milliseconds of processor time of all its threads, peak resident bytes, rows.
 */
const [, , kind = '', file = '', target = ''] = process.argv;

/** papaparse alone: the same text, decoded by us in pieces, parsed and thrown away. */
function papaparse(path: string): number {
  const descriptor = openSync(path, 'r');
  const buffer = Buffer.alloc(262_144);
  const decoder = new TextDecoder();
  const parser = new Papa.Parser({ delimiter: ',', newline: '\r\n' });
  let tail = '';
  let rows = -1;
  for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
    const text = tail + decoder.decode(buffer.subarray(0, read), { stream: true });
    const result = parser.parse(text, 0, true);
    rows += result.data.length;
    tail = text.slice(result.meta.cursor);
  }
  return (
    rows +
    new Papa.Parser({ delimiter: ',', newline: '\r\n' })
      .parse(tail, 0, false)
      .data.filter((row: unknown[]) => row.length > 1).length
  );
}

interface Exceljs {
  stream: {
    xlsx: {
      WorkbookReader: new (
        stream: NodeJS.ReadableStream,
        options: object,
      ) => AsyncIterable<AsyncIterable<{ values: unknown }>>;
    };
  };
}

async function exceljs(library: Exceljs, path: string): Promise<number> {
  const reader = new library.stream.xlsx.WorkbookReader(createReadStream(path), {
    sharedStrings: 'cache',
    styles: 'cache',
    worksheets: 'emit',
  });
  let rows = -1;
  for await (const sheet of reader) for await (const row of sheet) if (row.values !== undefined) rows += 1;
  return rows;
}

/** Loads what the measurement needs; answers the work that is measured. */
async function prepared(): Promise<() => Promise<number>> {
  switch (kind) {
    case 'papaparse':
      return async () => papaparse(file);
    case 'exceljs': {
      const { default: library } = await peer<{ default: Exceljs }>('exceljs');
      return () => exceljs(library, file);
    }
    case 'stage':
      await threads.ready();
      return async () => (await stageFile({ path: file, choices: {}, target }, { threads })).reading.rows;
    case 'preview':
      await threads.ready();
      return async () => (await previewFile({ path: file, choices: {}, rows: 100 }, { threads })).rows.length;
    default:
      throw new Error(`there is no measurement called ${kind}`);
  }
}

// One thread waits already, as it does while the page of imports is open.
using threads = new ReadingThreads();
const work = await prepared();
const { value: rows, wall, busy } = await timed(work);
process.stdout.write(JSON.stringify({ milliseconds: wall, cpuMilliseconds: busy, peakBytes: peakBytes(), rows }));
