// Why: decision 0157.
import { messageIn } from '../../../../shared/domain/service/answers/answers.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Credentials } from '../../foundation/ports.ts';
import { foreignAnswer, unreadable } from '../requests/json-body.ts';
import type { RequestOptions } from '../requests/request-tools.ts';
import { foreignForm } from '../transport/foreign-form.ts';
import { redact } from '../transport/redact.ts';
import { SlowBody, steady } from '../transport/steady-body.ts';
import { describeFailure, toNetworkError } from '../transport/transport-failure.ts';
import type { TransportAnswer } from '../transport/transport.ts';
import type { JsonStreamTrouble } from './json-array-reader.ts';
import { openRead, type ReadTools } from './read.ts';

/** The last part of every stream. */
export interface StreamEnd {
  readonly kind: 'end';
  /** True only when the body was read to its proper end. */
  readonly complete: boolean;
  readonly bytes: number;
  /** Why it is not complete; null when it is. `cancelled` when the signal ended it. */
  readonly error: AppError | null;
}

export type ByteStreamPart = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | StreamEnd;

/** Why bytes cannot be read as a list of leads; `words` may be the service's own. */
export interface ListTrouble {
  readonly kind: JsonStreamTrouble;
  readonly words: string;
}

/**
 * A body that should hold a list of leads: its parts while it arrives, the last one always `end`. The reader sets the
 * pace. Never throws; stop iterating to cancel. Whoever cuts the leads out of its bytes finds out whether it holds a list.
 */
export interface LeadBody extends AsyncIterable<ByteStreamPart> {
  /** Known when the first bytes have come. */
  head(): BodyHead;
  /** What a person is told about bytes that hold no whole list. Call it before the iteration is stopped. */
  explain(trouble: ListTrouble): AppError;
}

interface StreamCall {
  readonly service: ServiceId;
  readonly path: string;
  readonly options: RequestOptions | undefined;
  readonly accept: 'application/json' | 'text/csv';
}

/** A body of leads. Its end is complete when all bytes came: whether they are a whole list is the reader's to say. */
export function streamLeads(tools: ReadTools, call: StreamCall): LeadBody {
  const facts: BodyFacts = { head: { charset: null, isSizeKnown: false }, credentials: null, isUnreadable: false };
  const parts = streamBody(tools, call, facts);
  return {
    [Symbol.asyncIterator]: () => parts,
    head: () => facts.head,
    explain(trouble) {
      facts.isUnreadable = true;
      return explained(trouble, tools.transport.host, facts.credentials);
    },
  };
}

/** What the headers of the answer say about its body. */
export interface BodyHead {
  /** The charset of its content type; null without. */
  readonly charset: string | null;
  /** The service said how many bytes come: it had the whole body before it sent the first one. */
  readonly isSizeKnown: boolean;
}

interface BodyFacts {
  head: BodyHead;
  credentials: Credentials | null;
  /** The bytes that came are not a list of leads. */
  isUnreadable: boolean;
}

async function* streamBody(tools: ReadTools, call: StreamCall, facts: BodyFacts): AsyncGenerator<ByteStreamPart, void> {
  const { timeouts } = tools.transport;
  const opened = await openRead(tools, { ...call, deadline: timeouts.list ?? timeouts.answer });
  if (!opened.ok) return yield ended(0, opened.error);
  const { answer, conclude, credentials, flows, isOverdue } = opened.value;
  if (timeouts.list === null) flows();
  facts.credentials = credentials;
  facts.head = {
    charset: /charset="?([^";\s]+)/i.exec(answer.header('content-type') ?? '')?.[1] ?? null,
    isSizeKnown: answer.header('content-length') !== undefined,
  };
  if (call.accept === 'text/csv' && /text\/html/i.test(answer.header('content-type') ?? '')) {
    conclude('unreadable');
    answer.discard();
    return yield ended(0, unreadable(tools.transport.host, '<html>'));
  }
  const form = call.accept === 'text/csv' ? 'csv' : 'json';
  let bytes = 0;
  let isDone = false;
  try {
    for await (const piece of steady(answer.body, tools.clock, {
      over: timeouts.body,
      lowestRate: timeouts.lowestRate,
    })) {
      const foreign = bytes === 0 ? foreignForm((name) => answer.header(name), piece, form) : null;
      if (foreign !== null) {
        facts.isUnreadable = true;
        return yield ended(0, foreignAnswer(tools.transport.host, foreign));
      }
      bytes += piece.byteLength;
      yield { kind: 'bytes', bytes: piece };
    }
    isDone = true;
    const doubt = doubtOf(answer, form, tools.transport.host);
    if (doubt !== null) {
      conclude(`ended after ${bytes} bytes, whole or not`);
      return yield ended(bytes, doubt);
    }
    conclude(`done, ${bytes} bytes`);
  } catch (error) {
    isDone = true;
    const failure = isOverdue() ? overdueList(tools) : streamError(tools, error, call.options?.signal);
    conclude(failure.code === 'cancelled' ? `cancelled after ${bytes} bytes` : `broken off after ${bytes} bytes`);
    return yield ended(bytes, failure);
  } finally {
    // The reader stopped iterating, which has closed the connection: its body ends with whoever reads it.
    if (!isDone) conclude(facts.isUnreadable ? `unreadable after ${bytes} bytes` : `cancelled after ${bytes} bytes`);
  }
  yield ended(bytes, null);
}

/** Why the bytes may not be the whole list although all of them came; null when nothing speaks against it. */
function doubtOf(answer: TransportAnswer, form: 'csv' | 'json', host: string): AppError | null {
  const { status } = answer;
  if (status === 202) return unsettled(`${host} said that the list is not ready yet (202).`);
  if (status === 206 && !isWholeRange(answer.header('content-range') ?? ''))
    return unsettled(`${host} sent only a part of the list (206).`);
  // JSON has an end of its own.
  return form === 'csv' && !saysItsEnd(answer) ? openEnd(host) : null;
}

/** From the first byte to the last one: `bytes 0-99/100`. */
function isWholeRange(range: string): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/i.exec(range.trim()) ?? [];
  return Number(first) === 0 && Number(last) + 1 === Number(size);
}

/** Whether a connection that breaks can be told from the end of the body. */
function saysItsEnd({ header }: TransportAnswer): boolean {
  return header('content-length') !== undefined || /chunked/i.test(header('transfer-encoding') ?? '');
}

function openEnd(host: string): AppError {
  const message = `${host} did not say where its answer ends, so Lead Console cannot tell whether the connection broke between two rows. What arrived is kept; nobody knows whether it is all. Fetch a saved search as JSON instead, or ask the service's administrator for answers in chunks or with a length.`;
  return { code: 'rejected', status: 200, message };
}

function ended(bytes: number, error: AppError | null): StreamEnd {
  return { kind: 'end', complete: error === null, bytes, error };
}

function overdueList({ transport }: ReadTools): AppError {
  const seconds = (transport.timeouts.list ?? 0) / 1000;
  return unsettled(`${transport.host} gave no complete list within ${seconds} s.`);
}

function streamError(tools: ReadTools, error: unknown, signal: AbortSignal | undefined): AppError {
  const { host, timeouts } = tools.transport;
  if (signal?.aborted === true) return { code: 'cancelled', message: 'Cancelled.' };
  const seconds = Math.round(timeouts.body / 1000);
  const bounds = `Lead Console gives up when nothing arrives for ${seconds} seconds, or fewer than ${timeouts.lowestRate} bytes a second.`;
  if (error instanceof SlowBody) return unsettled(`${host} sent the list too slowly. ${bounds}`);
  const failure = describeFailure(error, true, host);
  const described = toNetworkError(failure);
  if (described.code !== 'network') return described;
  if (failure.cause === 'timeout') return { ...described, message: `${host} stopped sending the list. ${bounds}` };
  return { ...described, message: `The connection to ${host} broke before the list was complete.` };
}

/** Nobody knows whether the list, or all of it, came. */
function unsettled(message: string, said?: string): AppError {
  return { code: 'network', sent: 'maybe', ...(said === undefined ? {} : { detail: said }), message };
}

function answeredInstead(what: string, said: string): AppError {
  return { code: 'rejected', status: 200, detail: said, message: `The service answered with ${what}: ${said}` };
}

function explained({ kind, words }: ListTrouble, host: string, credentials: Credentials | null): AppError {
  const said = redact(words, credentials);
  switch (kind) {
    case 'notJson':
      return unreadable(host, said);
    case 'noTable': {
      const message = messageIn(words)?.message ?? '';
      const what = redact(message === '' ? words.slice(0, 200) : message, credentials);
      return answeredInstead('something else than a table of leads', what);
    }
    case 'noList':
      return said === ''
        ? unsettled(`The answer of ${host} holds no list of leads. Check the address and the query.`)
        : answeredInstead('an error instead of leads', said);
    case 'truncated':
      return unsettled(`The answer of ${host} ended before the list was complete.`);
    case 'counted':
      return unsettled(`${host} sent only ${said}, as it says itself. Shorter windows of time may get them all.`);
    case 'failed':
      return unsettled(`${host} sent an error with the list: ${said}${/[.!?…]$/.test(said) ? '' : '.'}`, said);
    case 'tooLarge':
    case 'twoLists':
    case 'oneLead':
      return unsettled(`Lead Console does not read the answer of ${host}: ${said}.`);
    case 'malformed':
      return unsettled(`The answer of ${host} is damaged.`, said);
  }
}
