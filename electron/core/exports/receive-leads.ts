import { Failure, isDiskFull } from '../foundation/failure.ts';
import type { LeadStream } from '../api/reads/streams.ts';
import type { ExportRecord } from './export-records.ts';
import { createFlattener } from './flatten.ts';
import type { Results } from './results.ts';

/** Rows the store is given at a time, so that reading a page of the export waits for one such write at most. */
const APPEND_ROWS = 500;

export interface ReceiveOptions {
  readonly results: Results;
  /** The file of the result. */
  readonly path: string;
  /** The leads that came have brought new columns; their names are in the record. */
  onNewColumns(): void;
  /** The leads of one part of the stream are in the result. */
  onLeads(): void;
  /** Something that is not expected. */
  onBug(error: unknown): void;
}

/**
 * Takes a stream of leads to its end, into the file of the result. Never rejects: how it ended becomes the state of the
 * record. A stream that ends early leaves its rows and the state `partial` with the reason; it is never a short success.
 */
export async function receiveLeads(stream: LeadStream, record: ExportRecord, options: ReceiveOptions): Promise<void> {
  const { results, path } = options;
  const flattener = createFlattener();

  async function keep(leads: readonly unknown[]): Promise<void> {
    for (let from = 0; from < leads.length; from += APPEND_ROWS) {
      const rows = leads.slice(from, from + APPEND_ROWS).map((lead) => flattener.flatten(lead));
      const columns = flattener.paths.length;
      record.rows = (await results.ask({ kind: 'append', path, rows, columns })).rows;
    }
    const isWider = flattener.paths.length > record.columns.length;
    record.columns = flattener.paths.map((name, index) => ({ path: name, filled: flattener.filled[index] ?? 0 }));
    if (isWider) options.onNewColumns();
  }

  try {
    for await (const part of stream) {
      if (part.kind === 'leads') {
        await keep(part.leads);
        options.onLeads();
        continue;
      }
      record.bytes = part.bytes;
      record.state = part.complete ? 'complete' : part.error?.code === 'cancelled' ? 'cancelled' : 'partial';
      // The client's sentence already says what became of the rows.
      record.reason = part.complete
        ? ''
        : (part.error?.message ?? partialReason(record, 'The service ended the answer early.'));
    }
    // The file of a result without a lead is made by asking for it.
    if (record.rows === 0) await results.ask({ kind: 'count', path });
  } catch (error) {
    if (!(error instanceof Failure) && !isDiskFull(error)) options.onBug(error);
    record.state = 'partial';
    record.reason = partialReason(record, sentenceOf(error));
  }
}

/** What happened, and what became of the leads that came before. */
export function partialReason({ rows }: Pick<ExportRecord, 'rows'>, what: string): string {
  if (rows === 0) return `${what} No lead had arrived.`;
  return `${what} The ${rows.toLocaleString('en')} leads that arrived are kept, but leads are missing.`;
}

function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return 'The disk that holds the data folder is full.';
  return error instanceof Error ? error.message : String(error);
}
