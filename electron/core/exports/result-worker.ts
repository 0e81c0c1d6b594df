import { countCsvRows, writeCsv } from '../files/writing/csv-writer.ts';
import { type AnswerContext, breathe, serveThread } from '../threads/thread-server.ts';
import { LeadIntake } from './lead-intake.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';
import { ResultStore, type Row, type View } from './result-store.ts';

/**
 * The thread that owns every open result. Sorting a million rows takes seconds; here it holds up neither the pacing of
 * an import nor the window.
 */
const stores = new Map<string, ResultStore>();
/** Exports whose leads arrive, by the file of their result. */
const intakes = new Map<string, LeadIntake>();

function store(path: string): ResultStore {
  let open = stores.get(path);
  if (!open) {
    open = new ResultStore(path);
    stores.set(path, open);
  }
  return open;
}

function intake(path: string): LeadIntake {
  const open = intakes.get(path);
  if (!open) throw new Error('Bytes came for an export that has not begun.');
  return open;
}

async function answer(request: ResultRequest, context: AnswerContext): Promise<ResultAnswers[keyof ResultAnswers]> {
  switch (request.kind) {
    case 'begin':
      intakes.set(request.path, new LeadIntake(store(request.path)));
      return {};
    case 'take':
      context.transfer.push(request.bytes.buffer);
      return { ...intake(request.path).take(request.bytes), memory: request.bytes.buffer };
    case 'finish': {
      const received = intake(request.path).finish(request.isWhole);
      intakes.delete(request.path);
      return received;
    }
    case 'count':
      return { rows: store(request.path).rows, filled: store(request.path).filled() };
    case 'page':
      return store(request.path).page(request.view, request.offset, request.limit);
    case 'save':
      return save(request, context);
    case 'close':
      intakes.delete(request.path);
      stores.get(request.path)?.close();
      stores.delete(request.path);
      return {};
  }
}

async function save(request: Extract<ResultRequest, { kind: 'save' }>, { signal, onProgress }: AnswerContext) {
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
    { signal, onProgress: (rows) => onProgress(rows, rowsTotal) },
  );
  const countedRows = await countCsvRows(request.target);
  return { rows: written.rows, countedRows, bytes: written.bytes };
}

/** Yields to the event loop between pages, so that a cancel is heard while a large file is written. */
async function* cells(result: ResultStore, view: View, columns: number): AsyncGenerator<string[]> {
  for (const page of result.iterate(view)) {
    await breathe();
    for (const row of page) yield texts(row, columns);
  }
}

function texts(row: Row, columns: number): string[] {
  return Array.from({ length: columns }, (_, index) => row.cells[index] ?? '');
}

serveThread<ResultRequest, ResultAnswers[keyof ResultAnswers]>({
  answer,
  close() {
    for (const open of stores.values()) open.close();
    stores.clear();
  },
  // A file that is written for minutes holds up no page of the grid.
  order: 'at once',
});
