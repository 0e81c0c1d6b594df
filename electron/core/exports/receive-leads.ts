import { Failure, isDiskFull } from '../foundation/failure.ts';
import type { LeadStream } from '../api/reads/streams.ts';
import type { ExportRecord } from './export-records.ts';
import { createFlattener } from './flatten.ts';
import type { Results } from './results.ts';

/** Rows in one write, so that reading a page of the export waits for at most one short write. */
const APPEND_ROWS = 500;

export interface ReceiveOptions {
  readonly results: Results;
  /** The file of the result. */
  readonly path: string;
  /** The record has columns that it did not have before. */
  onNewColumns(): void;
  /** The result has the leads of one more part of the stream. */
  onLeads(): void;
  /** An error that is neither a failure for a person nor a full disk. */
  onBug(error: unknown): void;
}

/**
 * Reads a stream of leads to its end and writes them to the file of the result. Never rejects: the state of the record
 * says how the stream ended. A stream that ends early leaves its rows and the state `partial` with the reason, never
 * `complete`.
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
      // The message of the client already says what became of the rows.
      record.reason = part.complete
        ? ''
        : (part.error?.message ?? partialReason(record, 'The service ended the answer early.'));
    }
    // The thread creates the file of a result when it is first asked about it; one without leads needs it too.
    if (record.rows === 0) await results.ask({ kind: 'count', path });
  } catch (error) {
    if (!(error instanceof Failure) && !isDiskFull(error)) options.onBug(error);
    record.state = 'partial';
    record.reason = partialReason(record, sentenceOf(error));
  }
}

/** `what` happened, followed by what became of the leads that had arrived. */
export function partialReason({ rows }: Pick<ExportRecord, 'rows'>, what: string): string {
  if (rows === 0) return `${what} No leads had arrived.`;
  return `${what} The ${rows.toLocaleString('en')} leads that arrived are saved; others are missing.`;
}

function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return 'The disk that holds the data folder is full.';
  return error instanceof Error ? error.message : String(error);
}
