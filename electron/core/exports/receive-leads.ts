import type { AppError } from '../../../shared/contract/errors.ts';
import type { LeadBody, ListTrouble } from '../api/reads/streams.ts';
import { Failure, isDiskFull } from '../foundation/failure.ts';
import { ByteSender } from './byte-sender.ts';
import type { ExportRecord } from './export-records.ts';
import type { Received } from './result/lead-intake.ts';
import type { Results } from './results.ts';

export interface ReceiveOptions {
  readonly results: Results;
  /** The file of the result. */
  readonly path: string;
  /** The record has columns that it did not have before. */
  onNewColumns(): void;
  /** Some of the bytes that arrived are in the result. */
  onLeads(): void;
  /** An error that is neither a failure for a person nor a full disk. */
  onBug(error: unknown): void;
}

/**
 * Reads a body to its end and gives its bytes to the results' thread, which cuts the leads out and stores them. Never
 * rejects: the state of the record says how the body ended. A body that ends early leaves its rows and the state
 * `partial` with the reason, never `complete`.
 */
export async function receiveLeads(body: LeadBody, record: ExportRecord, options: ReceiveOptions): Promise<void> {
  try {
    const error = await receive(body, record, options);
    record.state = error === null ? 'complete' : error.code === 'cancelled' ? 'cancelled' : 'partial';
    record.reason =
      error === null ? '' : error.code === 'network' ? partialReason(record, error.message) : error.message;
  } catch (error) {
    if (!(error instanceof Failure) && !isDiskFull(error)) options.onBug(error);
    record.state = 'partial';
    record.reason = partialReason(record, sentenceOf(error));
  }
}

/** `what` happened, followed by what became of the leads that had arrived. */
export function partialReason({ rows }: Pick<ExportRecord, 'rows'>, what: string): string {
  if (rows === 0) return `${what} No leads had arrived.`;
  const kept =
    rows === 1
      ? 'The 1 lead that had arrived is kept'
      : `The ${rows.toLocaleString('en')} leads that had arrived are kept`;
  return `${what} ${kept}, but the list is not complete; start the export again.`;
}

/** Why leads are missing; null when none is. */
async function receive(
  body: LeadBody,
  record: ExportRecord,
  { results, path, onNewColumns, onLeads }: ReceiveOptions,
): Promise<AppError | null> {
  const found: { trouble: ListTrouble | null } = { trouble: null };

  function note(received: Received): void {
    record.rows = received.rows;
    const paths = received.paths ?? record.columns.map((column) => column.path);
    record.columns = paths.map((name, index) => ({ path: name, filled: received.filled[index] ?? 0 }));
    found.trouble ??= received.trouble;
    if (received.paths !== null) onNewColumns();
    onLeads();
  }

  await results.ask({ kind: 'begin', path });
  const sender = new ByteSender(async (bytes) => {
    const received = await results.ask({ kind: 'take', path, bytes }, { transfer: [bytes.buffer] });
    note(received);
    return received.memory;
  });
  const finish = (isWhole: boolean) => results.ask({ kind: 'finish', path, isWhole });
  let error: AppError | null = null;
  try {
    for await (const part of body) {
      if (part.kind === 'end') {
        await sender.flush();
        note(await finish(part.complete));
        ({ error } = part);
      } else {
        record.bytes += part.bytes.byteLength;
        await sender.push(part.bytes);
        if (found.trouble !== null) {
          // Given up at once: what follows the damage cannot be read.
          error = body.explain(found.trouble);
          note(await finish(false));
          break;
        }
      }
    }
  } catch (cause) {
    // The thread lets go of what is not whole yet; if it is gone, it has.
    await finish(false).then(note, () => undefined);
    throw cause;
  }
  return error ?? (found.trouble === null ? null : body.explain(found.trouble));
}

function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return 'The disk that holds the data folder is full.';
  return error instanceof Error ? error.message : String(error);
}
