import type { AppError } from '../../../../shared/contract/errors.ts';
import { JsonArrayReader, JsonStreamError } from './json-array-reader.ts';
import { openRead, type ReadTools } from './read.ts';
import { unreadable } from '../requests/json-body.ts';
import type { RequestOptions } from '../requests/request-tools.ts';
import { redact } from '../transport/redact.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { describeFailure, toNetworkError } from '../transport/transport-failure.ts';

/** The last part of every stream. */
export interface StreamEnd {
  readonly kind: 'end';
  /** True only when the body was read to its proper end. */
  readonly complete: boolean;
  /** Leads given so far; for byte streams 0. */
  readonly rows: number;
  readonly bytes: number;
  /** Why it is not complete; null when it is. `cancelled` when the signal ended it. */
  readonly error: AppError | null;
}

/** `leads` are the decoded elements as they came; an element need not be an object. */
export type LeadStreamPart = { readonly kind: 'leads'; readonly leads: readonly unknown[] } | StreamEnd;
export type ByteStreamPart = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | StreamEnd;

/** Parts of the answer while it arrives; the last one is always `end`. Never throws; stop iterating to cancel. */
export type LeadStream = AsyncIterable<LeadStreamPart>;
export type ByteStream = AsyncIterable<ByteStreamPart>;

interface StreamCall {
  readonly service: ServiceId;
  readonly path: string;
  readonly options: RequestOptions | undefined;
}

/** Leads of a JSON body while they arrive. The reader sets the pace; a body that ends early is an error with its count. */
export async function* streamLeads(tools: ReadTools, call: StreamCall): AsyncGenerator<LeadStreamPart, void> {
  const opened = await openRead(tools, { ...call, accept: 'application/json' });
  if (!opened.ok) return yield ended(0, 0, opened.error);
  const { answer, conclude, credentials } = opened.value;
  const reader = new JsonArrayReader();
  let rows = 0;
  let bytes = 0;
  let isDone = false;
  try {
    for await (const piece of answer.body) {
      bytes += piece.byteLength;
      const leads = reader.push(piece);
      rows += leads.length;
      if (leads.length > 0) yield { kind: 'leads', leads };
    }
    reader.end();
    isDone = true;
    conclude(`done, ${rows} leads`);
  } catch (error) {
    isDone = true;
    const failure = streamError(tools, error, rows, call.options?.signal, (text) => redact(text, credentials));
    conclude(failure.code === 'cancelled' ? `cancelled after ${rows} leads` : `broken off after ${rows} leads`);
    answer.discard();
    return yield ended(rows, bytes, failure);
  } finally {
    // The reader stopped iterating: close the connection instead of reading to its end.
    if (!isDone) {
      conclude(`cancelled after ${rows} leads`);
      answer.discard();
    }
  }
  yield ended(rows, bytes, null);
}

/** A body as it is, for formats that are read elsewhere. */
export async function* streamBytes(tools: ReadTools, call: StreamCall): AsyncGenerator<ByteStreamPart, void> {
  const opened = await openRead(tools, { ...call, accept: 'text/csv' });
  if (!opened.ok) return yield ended(0, 0, opened.error);
  const { answer, conclude } = opened.value;
  let bytes = 0;
  let isDone = false;
  if (/text\/html/i.test(answer.header('content-type') ?? '')) {
    conclude('unreadable');
    answer.discard();
    return yield ended(0, 0, unreadable(tools.transport.host, '<html>'));
  }
  try {
    for await (const piece of answer.body) {
      bytes += piece.byteLength;
      yield { kind: 'bytes', bytes: piece };
    }
    isDone = true;
    conclude(`done, ${bytes} bytes`);
  } catch (error) {
    isDone = true;
    const failure = streamError(tools, error, null, call.options?.signal, (text) => text);
    conclude(`broken off after ${bytes} bytes`);
    answer.discard();
    return yield ended(0, bytes, failure);
  } finally {
    if (!isDone) {
      conclude(`cancelled after ${bytes} bytes`);
      answer.discard();
    }
  }
  yield ended(0, bytes, null);
}

function ended(rows: number, bytes: number, error: AppError | null): StreamEnd {
  return { kind: 'end', complete: error === null, rows, bytes, error };
}

function streamError(
  tools: ReadTools,
  error: unknown,
  rows: number | null,
  signal: AbortSignal | undefined,
  clean: (text: string) => string,
): AppError {
  const { host } = tools.transport;
  if (signal?.aborted === true) return { code: 'cancelled', message: 'Cancelled.' };
  const sofar =
    rows === null
      ? 'What had arrived is kept'
      : rows === 0
        ? 'No lead had arrived'
        : rows === 1
          ? 'The 1 lead that had arrived is kept'
          : `The ${rows.toLocaleString('en')} leads that had arrived are kept`;
  if (error instanceof JsonStreamError) return unreadableStream(error, host, sofar, clean);
  const failure = toNetworkError(describeFailure(error, true, host));
  if (failure.code !== 'network') return failure;
  return {
    ...failure,
    message: `The connection to ${host} broke before the list was complete. ${sofar}, but the list is not complete; start the export again.`,
  };
}

function unreadableStream(
  error: JsonStreamError,
  host: string,
  sofar: string,
  clean: (text: string) => string,
): AppError {
  const words = clean(error.message);
  switch (error.kind) {
    case 'notJson':
      return unreadable(host, '<html>');
    case 'noList':
      return words === ''
        ? {
            code: 'network',
            sent: 'maybe',
            message: `The answer of ${host} holds no list of leads. Check the address and the query.`,
          }
        : {
            code: 'rejected',
            status: 200,
            detail: words,
            message: `The service answered with an error instead of leads: ${words}`,
          };
    case 'truncated':
      return {
        code: 'network',
        sent: 'maybe',
        message: `The answer of ${host} ended before the list was complete. ${sofar}, but the list is not complete; start the export again.`,
      };
    case 'tooLarge':
    case 'malformed':
      return {
        code: 'network',
        sent: 'maybe',
        detail: words,
        message: `The answer of ${host} is damaged. ${sofar}, but the list is not complete; start the export again.`,
      };
  }
}
