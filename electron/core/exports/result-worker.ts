import { parentPort } from 'node:worker_threads';
import { countCsvRows, writeCsv } from '../files/csv-writer.ts';
import type { FromWorker, ResultAnswers, ResultRequest, ToWorker } from './result-messages.ts';
import { ResultStore, type Row, type View } from './result-store.ts';

/**
 * The thread that owns every open result. Sorting a million rows takes seconds; here it holds up neither the pacing of
 * an import nor the window.
 */
const port = parentPort;
if (!port) throw new Error('result-worker runs as a worker thread only');

const stores = new Map<string, ResultStore>();
const running = new Map<number, AbortController>();
const send = (message: FromWorker) => port.postMessage(message);

function store(path: string): ResultStore {
  let open = stores.get(path);
  if (!open) {
    open = new ResultStore(path);
    stores.set(path, open);
  }
  return open;
}

async function answer(
  id: number,
  request: ResultRequest,
  signal: AbortSignal,
): Promise<ResultAnswers[keyof ResultAnswers]> {
  switch (request.kind) {
    case 'append':
      store(request.path).append(request.rows, request.columns);
      return { rows: store(request.path).rows };
    case 'count':
      return { rows: store(request.path).rows, filled: store(request.path).filled() };
    case 'page':
      return store(request.path).page(request.view, request.offset, request.limit);
    case 'save':
      return save(id, request, signal);
    case 'close':
      stores.get(request.path)?.close();
      stores.delete(request.path);
      return {};
  }
}

async function save(id: number, request: Extract<ResultRequest, { kind: 'save' }>, signal: AbortSignal) {
  const result = store(request.path);
  const rowsTotal = result.page(request.view, 0, 1).total;
  const written = await writeCsv(
    {
      target: request.target,
      columns: [...request.columns],
      rows: cells(result, request.view, request.columns.length),
      excelSafe: true,
      bom: true,
      overwrite: true,
    },
    { signal, onProgress: (rows) => send({ type: 'progress', id, rows, rowsTotal }) },
  );
  const countedRows = await countCsvRows(request.target);
  return { rows: written.rows, countedRows, bytes: written.bytes };
}

/** Yields to the event loop between pages, so that a cancel is heard while a large file is written. */
async function* cells(result: ResultStore, view: View, columns: number): AsyncGenerator<string[]> {
  for (const page of result.iterate(view)) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const row of page) yield texts(row, columns);
  }
}

function texts(row: Row, columns: number): string[] {
  return Array.from({ length: columns }, (_, index) => row.cells[index] ?? '');
}

port.on('message', (message: ToWorker) => {
  if (message.type === 'cancel') {
    running.get(message.id)?.abort();
    return;
  }
  const { id, request } = message;
  const controller = new AbortController();
  running.set(id, controller);
  answer(id, request, controller.signal)
    .then((value) => send({ type: 'answer', id, value }))
    .catch((error: unknown) => {
      const known = error instanceof Error ? error : new Error(String(error));
      const reason = 'reason' in known && typeof known.reason === 'string' ? known.reason : '';
      send({ type: 'failure', id, name: known.name, message: known.message, reason });
    })
    .finally(() => running.delete(id));
});
